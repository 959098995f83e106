"""A bracket to read and to draw: round by round in a list, and as a grid from left to right."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.draws.brackets import (
    Bracket,
    FirstLossOf,
    LoserOf,
    Part,
    Seed,
    Slot,
    Source,
    WinnerOf,
)

ORDER: tuple[Part, ...] = ("winners", "losers", "consolation", "third", "final")


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRound:
    """A heading of the list: round `round` of the `of` rounds in its part, and its slots.

    `wave` counts from 1 when it can be played at the earliest: rounds of one wave can be
    played at one time.
    """

    part: Part
    round: int
    of: int
    wave: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Where a slot is drawn: columns and rows count from 1, it is as high as `span` rows.

    `number` is its number in the list; `feeds` the cell to which a line goes with its
    winner, None from the last. The line meets a cell at the middle of its span.
    """

    key: str
    number: int
    part: Part
    column: int
    row: int
    span: int
    feeds: str | None


def playable(bracket: Bracket) -> frozenset[str]:
    """The slots that can be played at all: not those with a bye, or fed by byes alone."""
    comes: set[str] = set()
    played: set[str] = set()

    def gives(source: Source) -> bool:
        match source:
            case WinnerOf(key):
                return key in comes
            case LoserOf(key):
                return key in played
            case FirstLossOf(key, then):
                return key in played or (key in comes and then in played)
        return isinstance(source, Seed)

    for slot in bracket:
        sides = gives(slot.a) + gives(slot.b)
        if sides:
            comes.add(slot.key)
        if sides > 1:
            played.add(slot.key)
    return frozenset(played)


def reading_order(bracket: Bracket) -> tuple[BracketRound, ...]:
    """The rounds in the order of play, each slot that can be played once, from the top down."""
    shown = playable(bracket)
    waves: dict[str, int] = {}
    rounds: dict[tuple[int, int, int], list[str]] = {}
    lengths: dict[Part, int] = {}
    for slot in bracket:
        waves[slot.key] = 1 + max((waves[key] for key in _waits_for(slot)), default=0)
        lengths[slot.part] = max(lengths.get(slot.part, 0), slot.round)
        if slot.key in shown:
            heading = (waves[slot.key], ORDER.index(slot.part), slot.round)
            rounds.setdefault(heading, []).append(slot.key)
    return tuple(
        BracketRound(
            part=ORDER[part],
            round=round,
            of=lengths[ORDER[part]],
            wave=wave,
            keys=tuple(keys),
        )
        for (wave, part, round), keys in sorted(rounds.items())
    )


def match_numbers(bracket: Bracket) -> Mapping[str, int]:
    """The slots that can be played, numbered from 1 in reading order."""
    keys = [key for heading in reading_order(bracket) for key in heading.keys]
    return {key: number for number, key in enumerate(keys, start=1)}


def layout(bracket: Bracket) -> tuple[Cell, ...]:
    """The cells of the slots that can be played, in reading order.

    The winners' part stands at the top, the match for the third place below it, then the
    losers' part or the consolation. A cell's span covers the cells that feed it within its
    part; the final stands to the right of all that leads to it.
    """
    numbers = match_numbers(bracket)
    slots = {slot.key: slot for slot in bracket if slot.key in numbers}
    columns = _columns(list(slots.values()))
    rows = _rows(bracket)
    feeds = _feeds(bracket)
    cells = []
    for key, number in numbers.items():
        slot = slots[key]
        top, height = rows[slot.part]
        beside = sum(one.part == slot.part and one.round == slot.round for one in bracket)
        span = height // beside
        ahead = feeds.get(key)
        while ahead is not None and ahead not in numbers:
            ahead = feeds.get(ahead)
        cells.append(
            Cell(
                key=key,
                number=number,
                part=slot.part,
                column=columns[slot.part, slot.round],
                row=top + (slot.place - 1) * span,
                span=span,
                feeds=ahead,
            )
        )
    return tuple(cells)


def _waits_for(slot: Slot) -> list[str]:
    keys = [slot.if_b_wins] if slot.if_b_wins else []
    for source in (slot.a, slot.b):
        match source:
            case WinnerOf(key) | LoserOf(key):
                keys.append(key)
            case FirstLossOf(key, then):
                keys += [key, then] if then else [key]
    return keys


def _columns(slots: list[Slot]) -> dict[tuple[Part, int], int]:
    """The column of each round of each part; a round of byes alone has none."""
    columns: dict[tuple[Part, int], int] = {}
    for part in ("winners", "losers", "consolation"):
        rounds = sorted({slot.round for slot in slots if slot.part == part})
        columns |= {(part, round): column for column, round in enumerate(rounds, start=1)}
    tree = [column for (part, _), column in columns.items() if part != "consolation"]
    right = max(tree, default=0)
    finals: list[tuple[Part, int]] = [("final", 1), ("final", 2), ("third", 1)]
    return columns | {heading: right + heading[1] for heading in finals}


def _rows(bracket: Bracket) -> dict[Part, tuple[int, int]]:
    """The first row of each part and how many rows it has."""
    first = {part: sum(s.part == part and s.round == 1 for s in bracket) for part in ORDER}
    top = max(first["winners"], 1)
    below = top + first["third"] + 1
    under = first["losers"] + first["consolation"]
    whole = top + first["losers"]
    return {
        "winners": (1, top),
        "third": (top + 1, 1),
        "losers": (below, under),
        "consolation": (below, under),
        "final": (1, whole),
    }


def _feeds(bracket: Bracket) -> dict[str, str]:
    """To which slot the winner of each goes first."""
    feeds: dict[str, str] = {}
    for slot in bracket:
        if slot.if_b_wins is not None:
            feeds[slot.if_b_wins] = slot.key
        for source in (slot.a, slot.b):
            if isinstance(source, WinnerOf):
                feeds.setdefault(source.key, slot.key)
    return feeds
