"""One round of a stage that is drawn round by round, from inputs kept as plain JSON.

What is stored is what is drawn from: whoever has the inputs and the seed makes the same draw
again, on any machine, years later (`manage.py check_draw`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from league.draws.random_draw import draw_pairs, draw_rotating
from league.draws.swiss import Contender, Reason, SwissDraw, draw_swiss

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """Entry `a` against entry `b` (ids), and why, as JSON: {"code", "params"}.

    Where partners rotate they are players: `a` and `a2` against `b` and `b2`.
    """

    a: int
    b: int
    why: Plain
    a2: int | None = None
    b2: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OneRound:
    """A round as drawn: tables in order, who sits out and why, and what else is to be told."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...]
    bye_why: Plain
    notes: tuple[Plain, ...]

    def pairs(self) -> list[list[int]]:
        """Who meets whom, as it is stored: [[a, b], ...] or [[a, a2, b, b2], ...] by table."""
        four = ((table.a, table.a2, table.b, table.b2) for table in self.tables)
        return [[one for one in table if one is not None] for table in four]


def draw_one(inputs: Mapping[str, Any], *, seed: str) -> OneRound:
    """Draw a round from `inputs`, as `queries.next_rounds.inputs_of` makes them.

    `method` says how; `field` holds the entries: id, score ("7/2"), rank, met (opponent's id as
    text -> times), byes and club, and `waiting` for those it has a match with that was put off;
    for rotating partners players (id, byes), with `partnered` and `opposed` as [player, player,
    times], and `waiting` as the [player, player] who are partners in such a match. Raises NoRound
    when those leave no round.
    """
    return METHODS[inputs["method"]](inputs, seed)


def _swiss(inputs: Mapping[str, Any], seed: str) -> OneRound:
    drawn = draw_swiss(
        [
            Contender(
                entry=one["id"],
                score=Fraction(one["score"]),
                rank=one["rank"],
                met={int(other): times for other, times in one["met"].items()},
                byes=one["byes"],
                club=one["club"],
                waiting=one.get("waiting", ()),
            )
            for one in inputs["field"]
        ],
        seed=seed,
        rounds_left=inputs["rounds_left"],
        keep_clubs_apart=inputs["keep_clubs_apart"],
    )
    return OneRound(
        tables=tuple(DrawnTable(a=pair.a, b=pair.b, why=_told(pair.why)) for pair in drawn.pairs),
        byes=() if drawn.bye is None else (drawn.bye,),
        bye_why=_told(drawn.bye_reason),
        notes=_notes(drawn),
    )


def _random(inputs: Mapping[str, Any], seed: str) -> OneRound:
    field = inputs["field"]
    drawn = draw_pairs(
        [one["id"] for one in field],
        seed=seed,
        met={one["id"]: {int(k): times for k, times in one["met"].items()} for one in field},
        byes={one["id"]: one["byes"] for one in field},
        clubs={one["id"]: one["club"] for one in field if inputs["keep_clubs_apart"]},
        rounds_left=inputs["rounds_left"],
        waiting={one["id"]: one["waiting"] for one in field if one.get("waiting")},
    )
    by_lot: Plain = {"code": "by_lot", "params": {}}
    told = [by_lot if one.why.code == "same_score" else _told(one.why) for one in drawn.pairs]
    return OneRound(
        tables=tuple(
            DrawnTable(a=pair.a, b=pair.b, why=why)
            for pair, why in zip(drawn.pairs, told, strict=True)
        ),
        byes=() if drawn.bye is None else (drawn.bye,),
        bye_why={} if drawn.bye is None else by_lot,
        notes=_notes(drawn),
    )


def _rotating(inputs: Mapping[str, Any], seed: str) -> OneRound:
    field = inputs["field"]
    drawn = draw_rotating(
        [one["id"] for one in field],
        seed=seed,
        partnered={(one, other): times for one, other, times in inputs["partnered"]},
        opposed={(one, other): times for one, other, times in inputs["opposed"]},
        byes={one["id"]: one["byes"] for one in field},
        waiting=[(one, other) for one, other in inputs.get("waiting", ())],
    )
    again = set(drawn.partners_again)
    return OneRound(
        tables=tuple(
            DrawnTable(
                a=one.a,
                a2=one.a2,
                b=one.b,
                b2=one.b2,
                why={
                    "code": "partners_again"
                    if again & {(one.a, one.a2), (one.b, one.b2)}
                    else "new_partners",
                    "params": {},
                },
            )
            for one in drawn.tables
        ),
        byes=drawn.sit_out,
        bye_why={"code": "by_lot", "params": {}} if drawn.sit_out else {},
        notes=(),
    )


METHODS = {"swiss": _swiss, "random": _random, "rotating": _rotating}


def _notes(drawn: SwissDraw) -> tuple[Plain, ...]:
    notes = [] if drawn.rematch_reason is None else [_told(drawn.rematch_reason)]
    if drawn.dead_end_ahead:
        notes.append({"code": "dead_end_ahead", "params": {}})
    return tuple(notes)


def _told(reason: Reason) -> Plain:
    return {
        "code": reason.code,
        "params": {name: _plain(value) for name, value in reason.params.items()},
    }


def _plain(value: object) -> Any:
    """As JSON holds it: fractions as "7/2", tuples as lists."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return value
