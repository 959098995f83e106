"""Runs and sets by figures and by their own cards: nine cards, shown, scope (docs/RULES.md 4)."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.cards import SUITS, Seat
from scoring.problems import Code, Problem
from scoring.rules import RuleSet
from scoring.runs import suit_masks, suit_runs
from scoring.sheets import FIFTY, HUNDRED, TWENTY, HandSheet, Run
from scoring.terms import HAND_SIZE, Terms

Figures = tuple[int, int, int]
CARDS_NEEDED = (3, 4, 5)


class SeatRuns(NamedTuple):
    """Everything the sheet says about one seat's runs and sets, of all its rows together."""

    seat: Seat
    rows: tuple[Run, ...]
    sets: tuple[str, ...]

    @property
    def figures(self) -> Figures:
        """(twenties, fifties, hundreds) of all rows."""
        rows = self.rows
        return (
            sum(row.twenties for row in rows),
            sum(row.fifties for row in rows),
            sum(row.hundreds for row in rows),
        )

    @property
    def lists(self) -> tuple[tuple[str, ...], ...]:
        """The cards written, a tuple a run."""
        return tuple(cards for row in self.rows for cards in row.cards)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that runs and sets put into this hand; written twice, it stands here twice."""
        of_sets = tuple(rank + suit for rank in self.sets for suit in SUITS)
        in_runs = tuple(card for cards in self.lists for card in cards)
        return (*in_runs, *(card for card in of_sets if card not in in_runs))

    @property
    def counts(self) -> bool:
        """Whether the sheet counts anything for this seat."""
        return bool(self.sets) or any(row.counted and row.points for row in self.rows)

    @property
    def shows(self) -> bool:
        """Whether the seat showed runs or sets, counted or not."""
        return bool(self.sets) or any(row.shown and row.points for row in self.rows)


def by_seat(sheet: HandSheet) -> tuple[SeatRuns, ...]:
    """The seats that have a row of runs or a set, in the order of N E S W."""
    seats = {run.seat for run in sheet.runs} | {four.seat for four in sheet.sets}
    return tuple(
        SeatRuns(
            seat,
            tuple(run for run in sheet.runs if run.seat is seat),
            tuple(four.rank for four in sheet.sets if four.seat is seat),
        )
        for seat in Seat
        if seat in seats
    )


def run_problems(
    sheet: HandSheet, seats: tuple[SeatRuns, ...], rules: RuleSet, terms: Terms
) -> Iterator[Problem]:
    """What is wrong with runs and sets by themselves; against each other: see checks_cards."""
    if sheet.sets and not rules.sets:
        params = {"ranks": tuple(four.rank for four in sheet.sets)}
        yield Problem(Code.SETS_NOT_ALLOWED, "sets", params)
    for one in seats:
        field = f"runs.{one.seat}"
        if one.figures not in terms.possible:
            yield too_many(one)
        for row in one.rows:
            if row.counted and not row.shown and row.points:
                figures = {"seat": row.seat, "points": row.points}
                yield Problem(Code.RUN_NOT_SHOWN, field, figures)
            yield from _written_cards(row, rules)
    yield from _scope(seats, rules)


def too_many(one: SeatRuns) -> Problem:
    """The problem of runs (with the cards and sets beside them) that nine cards cannot hold."""
    twenties, fifties, hundreds = one.figures
    params: dict[str, object] = {
        "seat": one.seat,
        "twenties": twenties,
        "fifties": fifties,
        "hundreds": hundreds,
        "needed": sum(n * cards for n, cards in zip(one.figures, CARDS_NEEDED, strict=True)),
        "cards": HAND_SIZE,
    }
    return Problem(Code.RUNS_IMPOSSIBLE_FOR_NINE_CARDS, f"runs.{one.seat}", params)


def _scope(seats: tuple[SeatRuns, ...], rules: RuleSet) -> Iterator[Problem]:
    counting = tuple(one.seat for one in seats if one.counts)
    if rules.run_scope == "player" and len(counting) > 1:
        yield Problem(Code.RUNS_MORE_THAN_ONE_PLAYER, "runs", {"seats": counting})
    if rules.run_scope == "side" and len({seat.side for seat in counting}) > 1:
        yield Problem(Code.RUNS_BOTH_SIDES, "runs", {"seats": counting})


def _written_cards(row: Run, rules: RuleSet) -> Iterator[Problem]:
    """Cards written for runs: in sequence, and making what is written beside them.

    A row that is not counted may leave its figures out.
    """
    field = f"runs.{row.seat}"
    broken = [cards for cards in row.cards if not _in_sequence(cards)]
    for cards in broken:
        yield Problem(Code.RUN_NOT_CONSECUTIVE, field, {"seat": row.seat, "cards": cards})
    has_figures = any(row_figures(row)) or row.counted
    if row.cards and has_figures and not broken and not _agrees(row, rules):
        params = {
            "seat": row.seat,
            "cards": tuple(card for cards in row.cards for card in cards),
            "written": row_figures(row),
            "cards_make": cards_make(row, rules),
        }
        yield Problem(Code.RUN_NOT_CONSECUTIVE, field, params)


def _in_sequence(cards: tuple[str, ...]) -> bool:
    masks = [mask for mask in suit_masks(cards) if mask]
    if len(masks) != 1:
        return False
    shifted = masks[0] // (masks[0] & -masks[0])
    return masks[0].bit_count() >= 3 and not shifted & (shifted + 1)


def row_figures(row: Run) -> Figures:
    """(twenties, fifties, hundreds) as written."""
    return row.twenties, row.fifties, row.hundreds


def cards_make(row: Run, rules: RuleSet) -> Figures:
    """What the written cards, put together and cut by the rules, make."""
    masks = suit_masks(card for cards in row.cards for card in cards)
    worth = [points for mask in masks for points, _, _ in suit_runs(mask, rules.run_long)]
    return worth.count(TWENTY), worth.count(FIFTY), worth.count(HUNDRED)


def _agrees(row: Run, rules: RuleSet) -> bool:
    """Whether the cards make the figures or, where lists are missing, a part of them.

    Whether the rest finds room in the nine cards is for checks_cards to say.
    """
    made, written = cards_make(row, rules), row_figures(row)
    if len(row.cards) < sum(written):
        return all(part <= figure for part, figure in zip(made, written, strict=True))
    return made == written
