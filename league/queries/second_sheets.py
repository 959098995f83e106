"""The two sheets of a match that both sides write blind: as match views, and side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from league.models import Game, Hand, Match, Player, Seating, SecondSheet
from league.queries.games import GameView, MatchSide
from league.queries.hands import columns_of, rows_of, rules_of, sheet_of
from league.queries.matches import MatchView, view_match
from league.queries.merges import players_named
from league.queries.scorers import Scorer
from league.queries.sheets_rules import sheets_rules
from scoring import (
    GameTotals,
    HandSheet,
    Seat,
    SheetDifference,
    compare_sheets,
    compare_totals,
    reseated,
    score_checked,
    sheet_from_json,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameComparison:
    """One game on both sheets: what differs. `totals` are those of the two sheets where they
    differ; `seats`: not the same four sat there. A game one sheet has not is None."""

    number: int
    first: GameView | None
    second: GameView | None
    hands: tuple[SheetDifference, ...] = ()
    totals: tuple[GameTotals | None, GameTotals | None] | None = None
    seats: bool = False

    @property
    def same(self) -> bool:
        return not (self.hands or self.totals or self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both sheets, that of side a first, and their games in order."""

    a: MatchView
    b: MatchView
    games: tuple[GameComparison, ...]

    @property
    def same(self) -> bool:
        return all(game.same for game in self.games)


def both_write(match: Match) -> bool:
    """Whether this match is written blind: the competition asks for it, and nothing of the match
    stands yet (a result that an organizer wrote, or one from before that was asked)."""
    blind = sheets_rules(match.round.stage.competition).acceptance == "blind"
    return blind and match.accepted_at is None and not match.games.exists()


def sheets_of(match: Match) -> dict[MatchSide, SecondSheet]:
    """The sheets that were begun, by side."""
    found = SecondSheet.objects.filter(match=match).select_related("signed_by")
    return {"a" if one.side == "a" else "b": one for one in found}


def both_in(sheets: Mapping[MatchSide, SecondSheet]) -> bool:
    """Whether both are handed in: nothing of either is told before."""
    return len(sheets) == 2 and all(one.handed_in_at for one in sheets.values())


def may_open(
    scorer: Scorer,
    side: MatchSide,
    sheets: Mapping[MatchSide, SecondSheet],
    held: Mapping[str, str],
) -> bool:
    """Whether this scorer may read and write the sheet of this side while it is sealed.

    `held`: side -> digest of the key that this browser holds. A player's own account opens his
    side; else a sheet is its phone's that began it. Who holds the one does not open the other,
    but the club's scorekeepers, who key in paper.
    """
    if scorer.side is not None and not scorer.keeps:
        return scorer.side == side
    other: MatchSide = "b" if side == "a" else "a"
    if not scorer.keeps and _is_held(sheets.get(other), held.get(other)):
        return False
    sheet = sheets.get(side)
    return sheet is None or sheet.holder is None or _is_held(sheet, held.get(side))


def view_sheet(match: Match, games: Sequence[Mapping[str, Any]]) -> MatchView:
    """A side's sheet as a match view: nothing of it is stored as games and hands."""
    rules = rules_of(match.round.stage.competition)
    people = {pk for game in games for pk in game.get("seats", {}).values()}
    players = players_named(people)
    built = [_game(match, game, players) for game in games]
    return view_match(match, built, rules)


def totals_of(view: MatchView) -> list[GameTotals]:
    """The games of a sheet as their totals."""
    return [GameTotals(a=game.a, b=game.b, winner=game.winner) for game in view.games]


def compared(match: Match, sheets: Mapping[MatchSide, SecondSheet]) -> Comparison:
    """The two sheets, game by game."""
    a, b = (view_sheet(match, sheets[side].games) for side in cast("tuple[MatchSide, ...]", "ab"))
    most = max(len(a.games), len(b.games))
    games = tuple(
        _compared(number, _numbered(a, number), _numbered(b, number), a)
        for number in range(1, most + 1)
    )
    return Comparison(a=a, b=b, games=games)


def _compared(
    number: int, one: GameView | None, other: GameView | None, view: MatchView
) -> GameComparison:
    both = [[GameTotals(a=game.a, b=game.b, winner=game.winner)] if game else []
            for game in (one, other)]  # fmt: skip
    differ = compare_totals(*both)
    totals = (differ[0][1], differ[0][2]) if differ else None
    if one is None or other is None or one.totals_only or other.totals_only:
        return GameComparison(number=number, first=one, second=other, totals=totals)
    went = {player.pk: Seat(seat) for seat, player in one.seats.items()}
    moved = {Seat(seat): went.get(player.pk) for seat, player in other.seats.items()}
    if None in moved.values():
        return GameComparison(number=number, first=one, second=other, totals=totals, seats=True)
    seats = {seat: to for seat, to in moved.items() if to is not None}
    hands = compare_sheets(
        _sheets(one), [reseated(sheet, seats) for sheet in _sheets(other)], view.rules
    )
    return GameComparison(number=number, first=one, second=other, hands=hands, totals=totals)


def _sheets(game: GameView) -> list[HandSheet]:
    return [sheet_of(hand) for hand in game.hands]


def _numbered(view: MatchView, number: int) -> GameView | None:
    return next((game for game in view.games if game.number == number), None)


def _game(match: Match, kept: Mapping[str, Any], players: Mapping[int, Player]) -> Game:
    """A game that is not stored, with its hands and seats; its number stands for its id."""
    number = kept["number"]
    if "totals" in kept:
        a, b = kept["totals"]
        bell = 0 if kept.get("early") else None
        game = Game(pk=-number, match=match, number=number, total_a=a, total_b=b, bell_after=bell)
        return _with(game, hands=[], seating=[])
    game = Game(
        pk=-number,
        match=match,
        number=number,
        ns_side=kept["ns_side"],
        first_dealer=kept["first_dealer"],
        bell_after=kept.get("bell_after"),
    )
    rules = rules_of(match.round.stage.competition)
    hands = []
    for place, one in enumerate(kept["hands"], start=1):
        sheet = sheet_from_json(one["sheet"])
        columns = columns_of(sheet, score_checked(sheet, rules))
        hand = Hand(
            pk=-1000 * number - place, game=game, number=place, client_id=one["id"], **columns
        )
        runs, sets = rows_of(sheet, hand)
        hands.append(_with(hand, runs=runs, sets=sets))
    seats = [
        Seating(game=game, seat=seat, player=players[pk])
        for seat, pk in kept["seats"].items()
        if pk in players
    ]
    return _with(game, hands=hands, seating=seats)


def _with(thing: Any, **rows: list[Any]) -> Any:
    """What is read through its relations, as if it had been prefetched."""
    thing._prefetched_objects_cache = rows
    return thing


def _is_held(sheet: SecondSheet | None, digest: str | None) -> bool:
    return sheet is not None and sheet.holder is not None and sheet.holder == digest
