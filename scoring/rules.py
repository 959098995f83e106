"""The rule set of a competition: every option, presets, lossless JSON (docs/RULES.md 9).

Numbers of the game stand here once. A rule set is stored whole with its version, so that a later
change to a preset never moves an old table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.cards import NO_TRUMP_DECK_POINTS, TRUMP_DECK_POINTS, Trump

VERSION = 1


class RuleError(ValueError):
    """A rule set that cannot be: `option` names it, `code` says how, `params` has the figures.

    Codes: unknown_preset, unknown_option, missing_option, bad_value, contradiction.
    """

    def __init__(self, option: str, code: str, params: Mapping[str, object]) -> None:
        super().__init__(option, code, params)
        self.option = option
        self.code = code
        self.params = params

    def __str__(self) -> str:
        figures = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}: {self.option}" + (f" ({figures})" if figures else "")


class Option(NamedTuple):
    """What an option may be: one of `choices`, or (choices None) a whole number between two.

    `section` is the number of docs/RULES.md that the option varies.
    """

    name: str
    choices: tuple[object, ...] | None
    minimum: int
    maximum: int
    default: object
    section: str

    def allows(self, value: object) -> bool:
        """Whether `value` is one of the choices, of the very type (1 is not true)."""
        if self.choices is None:
            return type(value) is int and self.minimum <= value <= self.maximum
        return any(type(value) is type(choice) and value == choice for choice in self.choices)


_SWITCH = (False, True)
_AWARDS = ("all", "flat_162", "flat_162_plus_100")


def _one_of(name: str, section: str, *choices: object) -> Option:
    """An enumeration; its first choice is the default."""
    return Option(name, choices, 0, 0, choices[0], section)


def _switch(name: str, section: str, default: bool) -> Option:
    return Option(name, _SWITCH, 0, 0, default, section)


def _number(name: str, section: str, minimum: int, maximum: int, default: int) -> Option:
    return Option(name, None, minimum, maximum, default, section)


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            _one_of("all_pass", "2.3", "force_dealer", "next_deal", "same_dealer"),
            _switch("no_trump", "2.4", False),
            _number("min_bid", "2.5", 1, 500, 50),
            _number("no_trump_min_bid", "2.5", 1, 500, 150),
            _one_of("bid_cards", "2.6", 6, 3, 9),
            _switch("overtrump_partner", "3.3", True),
            _one_of("run_long", "4.2", "split", "one_fifty", "quint100"),
            _one_of("run_scope", "4.5", "player", "side", "all"),
            _one_of("run_compare", "4.6", "flat", "longest_first"),
            _one_of("run_tie", "4.7", "cancel", "eldest"),
            _switch("late_twenty", "4.8", True),
            _switch("sets", "4.9", False),
            _one_of("melds_until", "4.10", "first_card", "end_of_hand"),
            _switch("bella_with_run", "5.2", True),
            _one_of("bella_call", "5.3", "last", "either"),
            _one_of("first_bella", "5.4", "lose_points", "lose_hand"),
            _one_of("half_bait", "6.4", "caller_zero", "whole_bait", "hang"),
            _one_of("threshold", "6.5", "half_of_total", "fixed_82"),
            _one_of("bait_award", "6.6", "all", "flat_162"),
            _one_of("contract", "6.7", "half", "bid"),
            _one_of("coat", "6.8", 0, 100),
            _one_of("no_trump_bonus", "6.9", 0, 100),
            _one_of("renege_award", "6.11", *_AWARDS),
            _one_of("false_claim_award", "6.11", *_AWARDS),
            _one_of("throw_in_award", "6.12", *_AWARDS),
            _one_of("last_trick", "1.4", 10, 4),
            _number("target", "7.1", 1, 100_000, 500),
            _one_of("target_test", "7.1", "reach", "exceed"),
            _one_of("both_over", "7.2", "higher", "caller"),
            _one_of("tie_at_target", "7.3", "play_on", "caller_wins", "draw"),
        )
    }
)

PRESETS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "cape-breton": MappingProxyType({}),
        "kitchen": MappingProxyType({"half_bait": "whole_bait", "no_trump": True}),
        "declared": MappingProxyType(
            {
                "all_pass": "same_dealer",
                "no_trump": True,
                "bid_cards": 3,
                "run_long": "quint100",
                "run_scope": "side",
                "run_tie": "eldest",
                "sets": True,
                "contract": "bid",
                "coat": 100,
                "no_trump_bonus": 100,
                "both_over": "caller",
            }
        ),
        "long": MappingProxyType({"target": 1000}),
    }
)

# Options that contradict: with the first at its value, the second must keep its own (RULES 9.3).
# Only what answers one question in two ways stands here. An option that has nothing to act on (a
# no-trump bonus where no trump cannot be called, a half-bait where a bid decides) hurts nobody.
CONTRADICTIONS: tuple[tuple[tuple[str, object], tuple[str, object]], ...] = (
    (("contract", "bid"), ("threshold", "half_of_total")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every option of docs/RULES.md 2 to 7. The defaults are the preset `cape-breton`.

    The constructor refuses nothing; `from_json` and `from_preset` do.
    """

    version: int = VERSION
    preset: str = "cape-breton"
    all_pass: str = "force_dealer"
    no_trump: bool = False
    min_bid: int = 50
    no_trump_min_bid: int = 150
    bid_cards: int = 6
    overtrump_partner: bool = True
    run_long: str = "split"
    run_scope: str = "player"
    run_compare: str = "flat"
    run_tie: str = "cancel"
    late_twenty: bool = True
    sets: bool = False
    melds_until: str = "first_card"
    bella_with_run: bool = True
    bella_call: str = "last"
    first_bella: str = "lose_points"
    half_bait: str = "caller_zero"
    threshold: str = "half_of_total"
    bait_award: str = "all"
    contract: str = "half"
    coat: int = 0
    no_trump_bonus: int = 0
    renege_award: str = "all"
    false_claim_award: str = "all"
    throw_in_award: str = "all"
    last_trick: int = 10
    target: int = 500
    target_test: str = "reach"
    both_over: str = "higher"
    tie_at_target: str = "play_on"
    # What scoring.terms works out once for this rule set; no part of its value.
    compiled: Any = field(default=None, init=False, repr=False, compare=False)

    def base(self, trump: Trump) -> int:
        """Points in the tricks of a hand, the last trick's included: 162, 130, 156 or 124 (1.4)."""
        deck = NO_TRUMP_DECK_POINTS if trump == Trump.NO_TRUMP else TRUMP_DECK_POINTS
        return deck + self.last_trick

    def to_json(self) -> dict[str, Any]:
        """Every option with the version and the preset's name, ready for `json.dumps`."""
        return {name: getattr(self, name) for name in ("version", "preset", *OPTIONS)}

    @classmethod
    def from_json(cls, data: object) -> "RuleSet":
        """Read what `to_json` wrote. Raises RuleError: unknown, missing or contradictory."""
        if not isinstance(data, Mapping):
            raise RuleError("rules", "bad_value", {"value": data})
        given = dict(data)
        version = given.pop("version", None)
        if type(version) is not int or version != VERSION:
            raise RuleError("version", "bad_value", {"value": version, "choices": (VERSION,)})
        preset = given.pop("preset", None)
        if not isinstance(preset, str):
            raise RuleError("preset", "bad_value", {"value": preset})
        for name in OPTIONS:
            if name not in given:
                raise RuleError(name, "missing_option", {})
        _check_options(given)
        _check_contradictions(given)
        return cls(version=version, preset=preset, **given)

    @classmethod
    def from_preset(cls, name: str = "cape-breton", options: object = None) -> "RuleSet":
        """The preset `name` with `options` (a mapping or None) laid over it; nothing else moves.

        Raises RuleError, also when an option laid over contradicts the preset or another.
        """
        if not isinstance(name, str) or name not in PRESETS:
            raise RuleError("preset", "unknown_preset", {"value": name, "choices": tuple(PRESETS)})
        laid_over = {} if options is None else options
        if not isinstance(laid_over, Mapping):
            raise RuleError("rule_options", "bad_value", {"value": laid_over})
        _check_options(laid_over)
        chosen = dict(_DEFAULTS)
        chosen.update(PRESETS[name])
        chosen.update(laid_over)
        _check_contradictions(chosen)
        return cls(preset=name, **chosen)


_DEFAULTS: Mapping[str, Any] = MappingProxyType({name: o.default for name, o in OPTIONS.items()})


def _check_options(given: Mapping[Any, object]) -> None:
    """Raise RuleError for the first name or value in `given` that is no option's."""
    for name, value in given.items():
        option = OPTIONS.get(name)
        if option is None:
            raise RuleError(str(name), "unknown_option", {})
        if not option.allows(value):
            allowed = option.choices or (option.minimum, option.maximum)
            what = "range" if option.choices is None else "choices"
            raise RuleError(name, "bad_value", {"value": value, what: allowed})


def _check_contradictions(chosen: Mapping[str, object]) -> None:
    for (option, value), (other, kept) in CONTRADICTIONS:
        if chosen[option] == value and chosen[other] != kept:
            params = {"value": value, "with": other, "has": chosen[other]}
            raise RuleError(option, "contradiction", params)
