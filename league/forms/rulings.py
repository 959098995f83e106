"""A ruling on a claimed misplay, and a penalty beyond it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.adjustments import FiguresForm
from league.forms.cards import CardField
from league.forms.fields import PointsField, WordsField, tidy_name
from league.models import Entrant, Entry, Player, Ruling
from league.words.options import OPTION_WORDS
from scoring import RuleSet


class PenaltyForm(FiguresForm):
    """What happened, and who loses (or gets) how much for it. Valid, `chosen` are who gets it;
    with `needs_penalty` off, no figure means no penalty."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = WordsField(
        label=gettext_lazy("What happened, and why this ruling"),
        help_text=gettext_lazy("Everybody can read it on the match's page."),
        max_length=200,
        error_messages={"required": gettext_lazy("Say what happened, in a few words.")},
    )
    owners = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who gets the penalty"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    field_order = ["reason", "owners", "match_points", "points", "rule"]  # as on the page
    needs_penalty = True

    def __init__(self, *args: Any, field: Sequence[Entry | Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_number = {one.pk: one for one in field}
        self.chosen: list[Entry | Entrant] = []
        self.fields["owners"].choices = [(one.pk, str(one)) for one in field]  # type: ignore[attr-defined]

    def clean_rule(self) -> str:
        return tidy_name(self.cleaned_data["rule"] or "")

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        figures = typed.get("match_points") or typed.get("points")
        owners = typed.get("owners") or []
        if self.errors:
            return typed
        if (figures or self.needs_penalty) and not owners:
            self.add_error("owners", _("Say who gets the penalty."))
        if (owners or self.needs_penalty) and not figures:
            self.add_error("match_points", _("Write how many match points or points."))
        if figures and not typed["rule"]:
            self.add_error("rule", _("Say by which rule, such as house rule 4."))
        self.chosen = [self.by_number[number] for number in owners]
        return typed


class RulingForm(PenaltyForm):
    """A ruling on one hand; the four of its game are who can claim and be accused."""

    claimant = forms.TypedChoiceField(
        label=gettext_lazy("Who claimed it?"), coerce=int, widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say who claimed the misplay.")},
    )  # fmt: skip
    accused = forms.TypedChoiceField(
        label=gettext_lazy("Who is said to have misplayed?"), coerce=int, widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say whose card it was.")},
    )  # fmt: skip
    trick = PointsField(
        label=gettext_lazy("In which trick?"), min_value=1, max_value=9, required=False
    )
    card = CardField(
        label=gettext_lazy("Which card?"), help_text=gettext_lazy("Rank then suit, such as 9H.")
    )
    found = forms.ChoiceField(
        label=gettext_lazy("What was found?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say what was found.")},
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)
    instead_of = forms.IntegerField(widget=forms.HiddenInput, required=False)
    end_confirmed = forms.BooleanField(required=False)
    field_order = ["claimant", "accused", "trick", "card", "found", *PenaltyForm.field_order]
    needs_penalty = False

    def __init__(self, *args: Any, people: Sequence[Player], rules: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {player.pk: player for player in people}
        for name in ("claimant", "accused"):
            self.fields[name].choices = [(one.pk, one.called) for one in people]  # type: ignore[attr-defined]
        self.fields["found"].choices = found_choices(rules)  # type: ignore[attr-defined]


def found_choices(rules: RuleSet) -> list[tuple[str, str]]:
    """What can be found, each with what is written then under these rules."""
    proved = OPTION_WORDS["renege_award"].choices[rules.renege_award]
    wrong = OPTION_WORDS["false_claim_award"].choices[rules.false_claim_award]
    return [
        (
            Ruling.Found.UPHELD,
            _("Proved. The claimers write: %(award)s The others write 0.") % {"award": proved},
        ),
        (
            Ruling.Found.WRONG,
            _("Wrong claim. The accused side writes: %(award)s The claimers write 0.")
            % {"award": wrong},
        ),
        (Ruling.Found.STANDS, _("The hand stands as the table wrote it.")),
    ]
