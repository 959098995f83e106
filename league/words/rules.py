"""A rule set in plain words: for the page where it is changed, and for the players' page."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.words.options import AWARDS, GROUPS, MATTERS_WITH, OPTION_WORDS, Text
from scoring import OPTIONS, PRESETS, RuleError, RuleSet

PRESET_NAMES: Mapping[str, Text] = {
    "cape-breton": gettext_lazy("Cape Breton league"),
    "kitchen": gettext_lazy("Kitchen table"),
    "declared": gettext_lazy("Declared contract"),
    "long": gettext_lazy("Long game"),
}
PRESET_ABOUT: Mapping[str, Text] = {
    "cape-breton": gettext_lazy("To 500, the dealer must call, half is half-bait."),
    "kitchen": gettext_lazy("To 500, no trump may be called, exactly half is a whole bait."),
    "declared": gettext_lazy("The callers bid from 50 up and must make their bid."),
    "long": gettext_lazy("As the Cape Breton league, but to 1000."),
}
# The order in which the groups are printed: what a player asks first comes first.
GROUP_ORDER = ("7", "2", "3", "4", "5", "6", "1")


class RuleLine(NamedTuple):
    """One option as it is played: its name, what is done, the number in docs/RULES.md."""

    option: str
    name: str
    sentence: str
    section: str
    changed: bool


class RuleGroup(NamedTuple):
    """Options that belong together, under a title."""

    title: str
    lines: tuple[RuleLine, ...]


def describe_rules(rules: RuleSet) -> tuple[RuleGroup, ...]:
    """The whole rule set for players, leaving out what does not matter under it."""
    different = set(differences(rules))
    groups = []
    for key in GROUP_ORDER:
        lines = tuple(
            RuleLine(
                option=name,
                name=str(OPTION_WORDS[name].name),
                sentence=value_words(name, getattr(rules, name)),
                section=OPTIONS[name].section,
                changed=name in different,
            )
            for name in options_in(key)
            if _matters(name, rules)
        )
        groups.append(RuleGroup(title=str(GROUPS[key]), lines=lines))
    return tuple(groups)


def options_in(group: str) -> Iterator[str]:
    """The names of a group's options, in the order of their words."""
    return (name for name in OPTION_WORDS if OPTIONS[name].section.split(".")[0] == group)


def value_words(name: str, value: object) -> str:
    """What a value of an option means, as a sentence."""
    words = OPTION_WORDS[name]
    if not words.choices:
        return ngettext("%(n)d point.", "%(n)d points.", int(str(value))) % {"n": value}
    sentence = str(words.choices[value])
    return f"{words.about} {sentence}" if words.choices is AWARDS else sentence


def differences(rules: RuleSet) -> tuple[str, ...]:
    """The names of the options that differ from the preset the rule set started from."""
    preset = rules.preset if rules.preset in PRESETS else "cape-breton"
    start = RuleSet.from_preset(preset)
    return tuple(name for name in OPTION_WORDS if getattr(rules, name) != getattr(start, name))


def preset_name(rules: RuleSet) -> str:
    """The name of the preset a rule set started from."""
    return str(PRESET_NAMES.get(rules.preset, rules.preset))


def summary(rules: RuleSet) -> str:
    """One line: where the rules come from and how many options were changed."""
    count = len(differences(rules))
    if not count:
        return _("%(preset)s rules, unchanged.") % {"preset": preset_name(rules)}
    return ngettext(
        "%(preset)s rules with %(n)d change.",
        "%(preset)s rules with %(n)d changes.",
        count,
    ) % {"preset": preset_name(rules), "n": count}


def refusal(error: RuleError) -> str:
    """Why a rule set cannot be, in the words of the page."""
    if error.code == "contradiction":
        other = str(error.params["with"])
        return _("“%(value)s” does not go with “%(other)s: %(has)s”. Change one of the two.") % {
            "value": _choice(error.option, error.params["value"]),
            "other": OPTION_WORDS[other].name,
            "has": _choice(other, error.params["has"]),
        }
    span = error.params.get("range")
    if isinstance(span, tuple):
        return _("%(value)s is out of range: write %(least)s to %(most)s.") % {
            "value": error.params["value"],
            "least": span[0],
            "most": span[1],
        }
    return _("%(value)s is no choice here.") % {"value": error.params.get("value", error.option)}


def describe_match_play(match_play: Mapping[str, Any], rules: RuleSet) -> str:
    """How a game of the competition ends, as a sentence."""
    mode, hands, minutes = (match_play.get(key) for key in ("mode", "hands", "minutes"))
    if mode == "hands":
        return ngettext(
            "A game is %(n)d hand; the higher total wins.",
            "A game is %(n)d hands; the higher total wins.",
            hands or 0,
        ) % {"n": hands or 0}
    if mode == "bell":
        return ngettext(
            "A game goes to %(target)d, or to the bell after %(minutes)d minute: "
            "the hand in play is finished, and the leader wins.",
            "A game goes to %(target)d, or to the bell after %(minutes)d minutes: "
            "the hand in play is finished, and the leader wins.",
            minutes or 0,
        ) % {"target": rules.target, "minutes": minutes or 0}
    return _("A game goes to %(target)d.") % {"target": rules.target}


def _choice(name: str, value: object) -> str:
    words = OPTION_WORDS[name].choices
    return str(words[value]).rstrip(".") if value in words else str(value)


def _matters(name: str, rules: RuleSet) -> bool:
    if name == "no_trump_min_bid" and not rules.no_trump:
        return False
    if name not in MATTERS_WITH:
        return True
    other, value = MATTERS_WITH[name]
    return bool(getattr(rules, other) == value)
