"""How a competition ranks: points system, order of tie-breaks, restart or continue (RULES 11).

Stored whole with the competition as data; `to_json` and `from_json` are lossless.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from typing import Self, TypeVar

from scoring.tie_breaks import Number, TieBreak, plain

Kind = TypeVar("Kind", bound=StrEnum)

# No figure of a real competition comes near it; it keeps every sum printable.
LARGEST_FIGURE = 1_000_000_000


class StandingsError(ValueError):
    """Results or ranking rules that cannot be taken.

    `code` is one of unknown_entry, duplicate_entry, entry_against_itself, opponent_missing,
    bye_with_opponent, bad_value, unknown_field; `params` names the entry, the field and the value.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params: Mapping[str, object] = params
        super().__init__(": ".join([code, *(f"{name} {what!r}" for name, what in params.items())]))


class RankBy(StrEnum):
    """What a table is ranked by first."""

    MATCH_POINTS = "match_points"
    GAMES_WON = "games_won"
    POINTS_FOR = "points_for"


class TieMode(StrEnum):
    """Where those start who are still level after a criterion has separated some of their group."""

    RESTART = "restart"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsSystem:
    """Match points for each way a match ends, and the points for and against of byes and forfeits.

    Match points are whole numbers or fractions that a decimal can write (a half); points are whole.
    """

    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    bye: Number = 2
    forfeit_win: Number = 2
    forfeit_loss: Number = 0
    bye_for: int = 0
    bye_against: int = 0
    forfeit_for: int = 0
    forfeit_against: int = 0

    def to_json(self) -> dict[str, object]:
        """Every field by its name; a fraction becomes a decimal number."""
        return {name: shown_number(value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Reads what `to_json` wrote; a field left out keeps its default. Raises StandingsError."""
        given = only_known(data, {one.name for one in fields(cls)}, "points")
        whole = {"bye_for", "bye_against", "forfeit_for", "forfeit_against"}
        numbers = {
            name: whole_number(value, name) if name in whole else match_points(value, name)
            for name, value in given.items()
        }
        return cls(**numbers)  # type: ignore[arg-type]  # whole names hold ints, checked above


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRules:
    """Points system, first ranking, tie-breaks in order, seed of the lot, cap on a difference.

    `difference_cap` (points, None for none) holds for the tie-break points_difference only.
    """

    points: PointsSystem = field(default_factory=PointsSystem)
    rank_by: RankBy = RankBy.MATCH_POINTS
    tie_breaks: tuple[TieBreak, ...] = ()
    tie_mode: TieMode = TieMode.RESTART
    lot_seed: str = ""
    difference_cap: int | None = None

    def to_json(self) -> dict[str, object]:
        """The rules in the words of the machine interface."""
        return {
            "points": self.points.to_json(),
            "rank_by": str(self.rank_by),
            "tie_breaks": [str(one) for one in self.tie_breaks],
            "tie_mode": str(self.tie_mode),
            "lot_seed": self.lot_seed,
            "difference_cap": self.difference_cap,
        }

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Reads what `to_json` wrote; a field left out keeps its default. Raises StandingsError."""
        given = only_known(data, {one.name for one in fields(cls)}, "rules")
        seed = given.get("lot_seed", "")
        if not isinstance(seed, str):
            raise StandingsError("bad_value", field="lot_seed", value=seed)
        cap = given.get("difference_cap")
        breaks = given.get("tie_breaks", [])
        if not isinstance(breaks, list | tuple):
            raise StandingsError("bad_value", field="tie_breaks", value=breaks)
        return cls(
            points=PointsSystem.from_json(given.get("points", {})),
            rank_by=_choice(RankBy, given.get("rank_by", "match_points"), "rank_by"),
            tie_breaks=tuple(_choice(TieBreak, one, "tie_breaks") for one in breaks),
            tie_mode=_choice(TieMode, given.get("tie_mode", "restart"), "tie_mode"),
            lot_seed=seed,
            difference_cap=None if cap is None else whole_number(cap, "difference_cap", least=0),
        )


def _choice(kind: type[Kind], value: object, name: str) -> Kind:
    if isinstance(value, str) and value in [str(one) for one in kind]:
        return kind(value)
    raise StandingsError("bad_value", field=name, value=value)


def only_known(data: object, known: set[str], name: str) -> Mapping[str, object]:
    """`data` when it is an object with known fields only; raises StandingsError otherwise."""
    if not isinstance(data, Mapping):
        raise StandingsError("bad_value", field=name, value=data)
    for key in data:
        if key not in known:
            raise StandingsError("unknown_field", field=f"{name}.{key}")
    return data


def whole_number(value: object, name: str, *, least: int = -LARGEST_FIGURE) -> int:
    """`value` when it is a whole number of at least `least`; raises StandingsError otherwise."""
    if type(value) is int and least <= value <= LARGEST_FIGURE:
        return value
    raise StandingsError("bad_value", field=name, value=value)


def match_points(value: object, name: str) -> Number:
    """`value` as an exact number: a decimal counts as it is written, 0.1 is a tenth."""
    if type(value) is float and abs(value) <= LARGEST_FIGURE:
        return plain(Fraction(repr(value)))
    if type(value) is Fraction and abs(value) <= LARGEST_FIGURE:
        return plain(value)
    return whole_number(value, name)


def shown_number(value: Number) -> int | float:
    """`value` for JSON: whole numbers as they are, a half as 0.5."""
    return value if isinstance(value, int) else float(value)
