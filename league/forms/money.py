"""Money as it is typed: 10 or 10.00."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.forms.fields import PointsField
from league.models import Entrant, Entry
from league.queries.money import Money
from league.words.money import typed_money
from scoring.prizes import PrizeKind, Rest
from scoring.side_pots import PaidTo, SidePot

_MONEY = re.compile(r"\$?\s*(\d{1,7})(?:[.,](\d{2}))?\s*\$?", re.ASCII)
MOST_CENTS = 10_000_000
MOST_PRIZES = 50
POTS = (1, 2)


def read_money(text: str) -> int:
    """Cents of what was typed: 10, 10.00, $10, 10,00. Raises ValidationError naming it."""
    typed = text.strip()
    found = _MONEY.fullmatch(typed)
    if found is None:
        raise ValidationError(
            _("“%(typed)s” is no amount. Write it as 10 or 10.00."),
            params={"typed": typed[:30]},
        )
    cents = int(found[1]) * 100 + int(found[2] or 0)
    if cents > MOST_CENTS:
        raise ValidationError(_("$100,000 is the most."))
    return cents


class MoneyField(forms.Field):
    """An amount of dollars in plain digits; gives whole cents, None when nothing was typed."""

    widget = forms.TextInput

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return typed_money(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        text = str(value if value is not None else "").strip()
        return read_money(text) if text else None


class MoneyForm(forms.Form):
    """The fee, the prizes and the pots. Valid, `money` is what was agreed."""

    fee = MoneyField(
        label=gettext_lazy("Entry fee of a partnership"),
        help_text=gettext_lazy("Such as 10 or 10.00."),
        required=False,
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("The prizes are written in"),
        choices=[
            (PrizeKind.PERCENT, gettext_lazy("percent of the fees paid")),
            (PrizeKind.CENTS, gettext_lazy("dollars")),
        ],
        widget=forms.RadioSelect,
    )
    prizes = forms.CharField(
        label=gettext_lazy("Prizes, the first place first"),
        help_text=gettext_lazy("With spaces between, such as 50 30 20."),
        max_length=300,
        required=False,
    )
    rest = forms.ChoiceField(
        label=gettext_lazy("What no prize is named for"),
        choices=[
            (Rest.KEPT, gettext_lazy("stays in the till")),
            (Rest.FIRST, gettext_lazy("goes to the first")),
        ],
        widget=forms.RadioSelect,
    )

    money: Money

    def __init__(self, *args: Any, money: Money, alone: bool = False, **kwargs: Any) -> None:
        """`alone`: players pay, not partnerships."""
        kwargs["initial"] = _initial(money)
        super().__init__(*args, **kwargs)
        if alone:
            self.fields["fee"].label = _("Entry fee of a player")
        most = _("At most from one player") if alone else _("At most from one partnership")
        paid_to = [
            ("", _("no pot")),
            (PaidTo.FEWEST_BAITS, _("who went bait least")),
            (PaidTo.WINNER, _("the winner")),
            (PaidTo.BEST_GAME, _("the best game")),
        ]
        for n in POTS:
            self.fields[f"paid_to{n}"] = forms.ChoiceField(
                label=_("Side pot %(n)d goes to") % {"n": n}, choices=paid_to, required=False
            )
            self.fields[f"per_bait{n}"] = MoneyField(label=_("For each bait"), required=False)
            self.fields[f"stake{n}"] = MoneyField(label=_("From everybody"), required=False)
            self.fields[f"most{n}"] = MoneyField(label=most, required=False)

    def pots(self) -> list[list[forms.BoundField]]:
        """The fields of each pot."""
        parts = ("paid_to", "per_bait", "stake", "most")
        return [[self[f"{part}{n}"] for part in parts] for n in POTS]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = PrizeKind(cleaned.get("kind") or PrizeKind.PERCENT)
        prizes = self._prizes(str(cleaned.get("prizes") or ""), kind)
        pots = [pot for n in POTS if (pot := self._pot(n, cleaned)) is not None]
        self.money = Money(
            fee=cleaned.get("fee") or 0,
            kind=kind,
            prizes=prizes,
            rest=Rest(cleaned.get("rest") or Rest.KEPT),
            pots=tuple(pots),
        )
        return cleaned

    def _prizes(self, text: str, kind: PrizeKind) -> tuple[int, ...]:
        words = text.replace("%", " ").replace(";", " ").replace(", ", " ").split()
        if len(words) > MOST_PRIZES:
            self.add_error("prizes", _("%(n)d prizes are the most.") % {"n": MOST_PRIZES})
            return ()
        found = []
        for word in words:
            try:
                if kind is PrizeKind.CENTS:
                    found.append(read_money(word))
                else:
                    found.append(PointsField(max_value=100).clean(word.rstrip(",")) or 0)
            except ValidationError as refused:
                self.add_error("prizes", refused)
                return ()
        if kind is PrizeKind.PERCENT and sum(found) > 100:
            self.add_error(
                "prizes",
                _("These come to %(n)d percent; 100 is all there is.") % {"n": sum(found)},
            )
        return tuple(found)

    def _pot(self, n: int, cleaned: Mapping[str, Any]) -> SidePot | None:
        figures = {part: cleaned.get(f"{part}{n}") for part in ("per_bait", "stake", "most")}
        paid_to = cleaned.get(f"paid_to{n}")
        if not paid_to:
            if figures["per_bait"] or figures["stake"]:
                self.add_error(f"paid_to{n}", _("Say who gets this pot."))
            return None
        if not figures["per_bait"] and not figures["stake"]:
            self.add_error(
                f"per_bait{n}", _("Write what goes into the pot, for each bait or from everybody.")
            )
        return SidePot(
            paid_to=PaidTo(paid_to),
            per_bait=figures["per_bait"] or 0,
            stake=figures["stake"] or 0,
            most=figures["most"],
        )


def _initial(money: Money) -> dict[str, Any]:
    percent = money.kind is PrizeKind.PERCENT
    values: dict[str, Any] = {
        "fee": money.fee or None,
        "kind": money.kind,
        "prizes": " ".join(str(one) if percent else typed_money(one) for one in money.prizes),
        "rest": money.rest,
    }
    for n, pot in zip(POTS, money.pots, strict=False):
        values |= {
            f"paid_to{n}": pot.paid_to,
            f"per_bait{n}": pot.per_bait or None,
            f"stake{n}": pot.stake or None,
            f"most{n}": pot.most,
        }
    return values


class PaymentsForm(forms.Form):
    """What each entry, or each player entered alone, has paid. Valid, `paid` is id -> (cents that
    stood, cents now)."""

    paid: dict[int, tuple[int, int]]

    def __init__(self, *args: Any, entries: Iterable[Entry | Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = list(entries)
        for entry in self.entries:
            self.fields[f"paid{entry.pk}"] = MoneyField(
                label=str(entry), required=False, initial=entry.paid
            )
            self.fields[f"was{entry.pk}"] = forms.IntegerField(
                widget=forms.HiddenInput,
                required=False,
                initial=entry.paid,
                min_value=0,
                max_value=MOST_CENTS,
            )

    def rows(self) -> list[tuple[Entry | Entrant, forms.BoundField, forms.BoundField]]:
        return [(one, self[f"paid{one.pk}"], self[f"was{one.pk}"]) for one in self.entries]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.paid = {
            one.pk: (cleaned.get(f"was{one.pk}") or 0, cleaned.get(f"paid{one.pk}") or 0)
            for one in self.entries
        }
        return cleaned
