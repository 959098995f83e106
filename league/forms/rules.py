"""The rule set option by option, and how a game ends."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.forms.fields import PointsField
from league.words.options import GROUPS, OPTION_WORDS
from league.words.rules import GROUP_ORDER, differences, options_in, refusal
from scoring import OPTIONS, RuleError, RuleSet

MOST_HANDS, MOST_MINUTES = 99, 600
MODES = [
    ("target", gettext_lazy("To the points above.")),
    ("hands", gettext_lazy("A set number of hands.")),
    (
        "bell",
        gettext_lazy("To the points above, or to a bell: the hand in play is finished."),
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    """One option on the page: its field, its number in docs/RULES.md, whether it was changed."""

    field: forms.BoundField
    section: str
    changed: bool
    was: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFields:
    """A group on the page. `open` while something in it is wrong or changed."""

    key: str
    title: str
    rows: list[RuleRow]
    changed: int
    open: bool

    @property
    def says(self) -> str:
        if not self.changed:
            return _("as in the preset")
        return ngettext("%(n)d changed", "%(n)d changed", self.changed) % {"n": self.changed}


class RulesForm(forms.Form):
    """One field an option, plus match play. `rules` and `match_play` are set when it is valid."""

    mode = forms.ChoiceField(
        label=gettext_lazy("How a game ends"), choices=MODES, widget=forms.RadioSelect
    )
    hands = PointsField(
        label=gettext_lazy("Hands in a game"),
        help_text=gettext_lazy("Only for a set number of hands, such as 8, 12 or 16."),
        min_value=1,
        max_value=MOST_HANDS,
        required=False,
    )
    minutes = PointsField(
        label=gettext_lazy("Minutes to the bell"),
        help_text=gettext_lazy("Only for a bell, such as 25."),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
    )
    preset = forms.CharField(widget=forms.HiddenInput)

    rules: RuleSet
    match_play: Mapping[str, Any]

    def __init__(
        self, *args: Any, shown: RuleSet, match_play: Mapping[str, Any], **kwargs: Any
    ) -> None:
        """`shown` and `match_play` fill the form until something is typed."""
        self.shown = shown
        kwargs["initial"] = {
            **{name: _initial(name, getattr(shown, name)) for name in OPTION_WORDS},
            "preset": shown.preset,
            **match_play,
        }
        super().__init__(*args, **kwargs)
        for name in OPTION_WORDS:
            self.fields[name] = _option_field(name)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for mode, field in (("hands", "hands"), ("bell", "minutes")):
            if cleaned.get("mode") == mode and field in cleaned and cleaned[field] is None:
                self.add_error(field, _("Write how many."))
        if self.errors:
            return cleaned
        options = {name: _value(name, cleaned[name]) for name in OPTION_WORDS}
        version = RuleSet().version
        try:
            self.rules = RuleSet.from_json(
                {**options, "version": version, "preset": cleaned["preset"]}
            )
        except RuleError as problem:
            known = problem.option in self.fields
            self.add_error(problem.option if known else None, refusal(problem))
            return cleaned
        mode = cleaned["mode"]
        self.match_play = {
            "mode": mode,
            "hands": cleaned["hands"] if mode == "hands" else None,
            "minutes": cleaned["minutes"] if mode == "bell" else None,
        }
        return cleaned

    def groups(self) -> Iterator[RuleFields]:
        """The options group by group, each with what differs from the preset."""
        changed = set(differences(self.shown))
        start = RuleSet.from_preset(self.shown.preset)
        for key in GROUP_ORDER:
            names = list(options_in(key))
            rows = [
                RuleRow(
                    field=self[name],
                    section=OPTIONS[name].section,
                    changed=name in changed,
                    was=_in_words(name, getattr(start, name)),
                )
                for name in names
            ]
            count = sum(row.changed for row in rows)
            yield RuleFields(
                key=key,
                title=str(GROUPS[key]),
                rows=rows,
                changed=count,
                open=bool(count or key == "7" or any(name in self.errors for name in names)),
            )


def _option_field(name: str) -> forms.Field:
    option, words = OPTIONS[name], OPTION_WORDS[name]
    if option.choices is None:
        return PointsField(
            label=str(words.name),
            help_text=str(words.about),
            min_value=option.minimum,
            max_value=option.maximum,
        )
    return forms.ChoiceField(
        label=str(words.name),
        help_text=str(words.about),
        choices=[(_initial(name, value), words.choices[value]) for value in words.choices],
        widget=forms.RadioSelect,
    )


def _initial(name: str, value: object) -> object:
    """A choice as the page writes it: yes, no, or itself as text."""
    if OPTIONS[name].choices is None:
        return value
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _value(name: str, typed: object) -> object:
    choices = OPTIONS[name].choices
    if choices is None:
        return typed
    return next(value for value in choices if _initial(name, value) == typed)


def _in_words(name: str, value: object) -> str:
    choices = OPTION_WORDS[name].choices
    return str(choices[value]) if choices else str(value)
