"""Who of those level can come above an entry, once it is set which way each match ends.

What the ways decide is split as the table splits it. At the first criterion that points decide, as
few (or as many) as can be are put above; how, are points to try on the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.reach_board import OPEN, Board, lead_span
from scoring.reach_leads import Edge, keep_down
from scoring.standings_rules import RankBy, TieMode
from scoring.tie_breaks import TieBreak, head_to_head, measure
from scoring.to_come import Figures, figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """`above` stand above for certain; `group` (the entry with it) is level up to `criterion`,
    which points decide; None when nothing is open any more. `then` are the criteria asked of those
    level in it too, as far as each of them is one entry's own."""

    above: int
    group: tuple[int, ...]
    criterion: TieBreak | None
    then: tuple[TieBreak, ...] | None = None


# What is tried: a lead for each match, None where it does not matter.
Leads = dict[int, int]


def level_with(board: Board, entry: int) -> Level:
    """Splits as the table does, until the entry is alone, or points decide, or nothing is left."""
    rules = board.rules
    group = list(range(len(board.tallies)))
    above = 0
    if rules.rank_by is RankBy.POINTS_FOR:
        criteria: tuple[TieBreak, ...] = (TieBreak.POINTS_FOR, *rules.tie_breaks)
        start = 1
    else:
        criteria, start = rules.tie_breaks, 0
        above, group = _split({n: board.first_figure(n) for n in group}, entry)
    at = 0
    while len(group) > 1 and at < len(criteria):
        criterion = criteria[at]
        at += 1
        keys = _keys(board, group, criterion)
        if keys is None:
            asked = criteria[at:] if rules.tie_mode is TieMode.CONTINUE else criteria
            own = TieBreak.HEAD_TO_HEAD not in asked
            then = criteria[at:] if own else None
            return Level(above=above, group=tuple(group), criterion=criterion, then=then)
        more, part = _split(keys, entry)
        if len(part) < len(group):
            above += more
            group = part
            at = start if rules.tie_mode is TieMode.RESTART else at
    return Level(above=above, group=tuple(group), criterion=None)


def _split(keys: dict[int, Any], entry: int) -> tuple[int, list[int]]:
    own = keys[entry]
    return sum(key > own for key in keys.values()), [n for n, key in keys.items() if key == own]


def _keys(board: Board, group: list[int], criterion: TieBreak) -> dict[int, Any] | None:
    """The group's keys, all level where the criterion is passed over; None where points decide."""
    tallies = [board.tallies[n] for n in group]
    if criterion is TieBreak.HEAD_TO_HEAD:
        points = board.rules.points
        gathered = head_to_head(tallies, (points.loss, points.draw, points.win))
        return dict(zip(group, gathered or [0] * len(group), strict=True))
    if criterion in OPEN:
        spans = {n: board.span(n, criterion) for n in group}
        if any(low != high for low, high in spans.values()):
            return None
        return {n: low for n, (low, _) in spans.items()}
    return {
        n: measure(tally, criterion, board.rules.lot_seed)[0]
        for n, tally in zip(group, tallies, strict=True)
    }


def fewest_past(
    board: Board, level: Level, entry: int, sign: int, *, room: int
) -> tuple[int, Leads]:
    """The least number of the group that must be past the entry, and leads that keep it so.

    For `sign` 1 the entry goes as high as it can, and past is above; for -1 as low as it can, and
    past is below, or level to the end. Those level with the entry who may end either way are not
    past it with `room` 0, so that the number is safe; with 1 they are.
    """
    assert level.criterion is not None
    passes = {n: _passes_level(board, level, entry, sign, n, room) for n in level.group}
    if level.criterion is TieBreak.POINTS_DIFFERENCE:
        return _fewest_by_leads(board, level, entry, sign, passes)
    spans: dict[int, Any] = {n: board.span(n, level.criterion) for n in level.group}
    own = spans.pop(entry)[sign > 0]
    past = 0
    for n, (low, high) in spans.items():
        end = low if sign > 0 else high
        past += passes[n] if end == own else (end > own) is (sign > 0)
    return past, {}


def _passes_level(board: Board, level: Level, entry: int, sign: int, other: int, room: int) -> bool:
    """Whether `other`, level with the entry in the open criterion, is past it by what comes."""
    if level.then is None:
        return bool(room)
    for criterion in level.then:
        (low, high), (least, most) = (_span(board, n, criterion) for n in (other, entry))
        if low > most or high < least:
            return (low > most) is (sign > 0)
        if low != high or least != most:
            return bool(room)
    return sign < 0


def _span(board: Board, n: int, criterion: TieBreak) -> tuple[Any, Any]:
    if criterion in OPEN:
        return board.span(n, criterion)
    key = measure(board.tallies[n], criterion, board.rules.lot_seed)[0]
    return key, key


def _fewest_by_leads(
    board: Board, level: Level, entry: int, sign: int, passes: Mapping[int, bool]
) -> tuple[int, Leads]:
    """Differences turned by `sign`, so that the entry always goes up and the others down."""
    turned = {n: sign * board.tallies[n].points_difference for n in level.group}
    edges: list[Edge] = []
    places: list[int] = []
    for at, (a, b) in enumerate(board.matches):
        if a not in turned and b not in turned:
            continue
        low, high = lead_span(board.chosen[at], 0 if sign > 0 else 1)
        if entry in (a, b):
            lead = high if a == entry else low
            for n, gain in ((a, lead), (b, -lead)):
                if n in turned:
                    turned[n] += gain
            continue
        edges.append(Edge(a, b, low, high))
        places.append(at)
    limit = turned.pop(entry)
    turned = {n: figure + passes[n] for n, figure in turned.items()}
    number, leads = keep_down(turned, edges, limit)
    if leads is None:
        return number, {}
    return number, {at: sign * lead for at, lead in zip(places, leads, strict=True)}


def points_to_try(board: Board, level: Level, entry: int, sign: int, leads: Leads) -> list[Figures]:
    """Points for every match: the entry as high (low) as it can, the others of its group low
    (high), with the leads given where two of them meet."""
    found = []
    group = set(level.group)
    for at, (a, b) in enumerate(board.matches):
        way = board.chosen[at]
        low, high = way.difference
        wide = True
        up = sign > 0
        if a != entry and b != entry:
            up = not up
            wide = not (a in group and b in group)
        rises = a == entry or (b != entry and a in group)
        lead = high if rises == up else low
        if not wide:
            lead = leads.get(at, max(low, min(0, high)))
        most = way.baits
        baits = tuple([0 if (n == entry) == (sign > 0) else most for n in (a, b)])
        found.append(
            figures(
                way,
                lead,
                (baits[0], baits[1]),
                high=up,
                wide=wide,
                to_come=board.to_come,
                cap=board.cap,
            )
        )
    return found
