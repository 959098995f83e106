"""The bracket as a list for a phone and as a drawing for a wall."""

from random import Random

import pytest
from hypothesis import given

from league.draws.bracket_layout import (
    BracketRound,
    Cell,
    layout,
    match_numbers,
    playable,
    reading_order,
)
from league.draws.brackets import FirstLossOf, LoserOf, WinnerOf, resolve
from league.draws.knockout import knockout
from tests.league.draws.bracket_plays import KINDS, chance, entries_of, kinds, play_out, sizes

PLAYED = {
    "knockout": lambda n: n - 1,
    "third place": lambda n: n - 1 + (n >= 4),
    "double knockout": lambda n: 2 * n - 1,
}
SIZES = [*range(2, 34), 48, 64, 65, 255, 256]


@pytest.mark.parametrize("kind", sorted(PLAYED))
def test_byes_are_not_listed_and_every_match_that_can_be_played_is(kind: str) -> None:
    for n in range(2, 257):
        assert len(playable(KINDS[kind](n))) == PLAYED[kind](n)


@given(kind=kinds, n=sizes, rng=chance)
def test_whatever_is_played_is_on_the_list(kind: str, n: int, rng: Random) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, _ = play_out(bracket, seeds, rng)
    resolved = resolve(bracket, seeds, results)
    assert {key for key, slot in resolved.items() if slot.state == "done"} <= playable(bracket)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_list_names_each_match_once_and_after_those_it_waits_for(kind: str) -> None:
    for n in SIZES:
        bracket = KINDS[kind](n)
        numbers = match_numbers(bracket)
        assert sorted(numbers.values()) == list(range(1, len(playable(bracket)) + 1))
        for slot in bracket:
            for source in (slot.a, slot.b):
                if slot.key in numbers and isinstance(source, WinnerOf | LoserOf | FirstLossOf):
                    assert numbers.get(source.key, 0) < numbers[slot.key]
        waves = [heading.wave for heading in reading_order(bracket)]
        assert waves == sorted(waves)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_two_cells_overlap_and_every_line_runs_to_the_right(kind: str) -> None:
    for n in SIZES:
        cells = {cell.key: cell for cell in layout(KINDS[kind](n))}
        taken: set[tuple[int, int]] = set()
        for cell in cells.values():
            squares = {(cell.column, row) for row in range(cell.row, cell.row + cell.span)}
            assert cell.span >= 1
            assert not squares & taken
            taken |= squares
            if cell.feeds is not None:
                ahead = cells[cell.feeds]
                assert ahead.column > cell.column
                if ahead.part in (cell.part, "final") and cell.part != "final":
                    assert ahead.row <= cell.row
                    assert cell.row + cell.span <= ahead.row + ahead.span
        last = [cell for cell in cells.values() if cell.feeds is None]
        assert {cell.part for cell in last} <= {"final", "third", "consolation"}
        assert len({cell.part for cell in last}) == len(last)
        assert min(column for column, _ in taken) == 1


def test_four_with_a_third_place_as_it_is_drawn() -> None:
    assert layout(knockout(4, third_place=True)) == (
        Cell(key="W1-1", number=1, part="winners", column=1, row=1, span=1, feeds="F1-1"),
        Cell(key="W1-2", number=2, part="winners", column=1, row=2, span=1, feeds="F1-1"),
        Cell(key="T1-1", number=3, part="third", column=2, row=3, span=1, feeds=None),
        Cell(key="F1-1", number=4, part="final", column=2, row=1, span=2, feeds=None),
    )


def test_five_in_a_double_knockout_as_they_are_listed() -> None:
    def heading(part, round, of, wave, *keys):  # type: ignore[no-untyped-def]
        return BracketRound(part=part, round=round, of=of, wave=wave, keys=keys)

    assert reading_order(KINDS["double knockout"](5)) == (
        heading("winners", 1, 3, 1, "W1-2"),
        heading("winners", 2, 3, 2, "W2-1", "W2-2"),
        heading("winners", 3, 3, 3, "W3-1"),
        heading("losers", 2, 4, 3, "L2-1"),
        heading("losers", 3, 4, 4, "L3-1"),
        heading("losers", 4, 4, 5, "L4-1"),
        heading("final", 1, 2, 6, "F1-1"),
        heading("final", 2, 2, 7, "F2-1"),
    )
