"""The score sheet of a game, line by line, as it is shown, entered and printed."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from league.models import AuditEntry, Hand, Match, Player
from league.queries.games import GameView, MatchSide, match_side, table_side
from league.queries.hands import score_of, sheet_of
from league.queries.matches import MatchView
from league.words.games import end_words
from league.words.names import TableNames, table_names
from league.words.sheets import sum_words, verdict_words
from scoring import HandScore, HandSheet, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCell:
    """One side's square of a line, in points.

    `written` is what stands there, `struck` what was counted and crossed out, `mark` the word
    beside it ("bait") with its code, `awarded` waiting points that fell to this side, `runs` the
    points of its counted runs and sets, one a player, `bella` whether it had the bells, `total` the
    running total under it.
    """

    written: int | None
    struck: int | None
    mark: str
    mark_code: str
    awarded: int
    runs: tuple[int, ...]
    bella: bool
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """That a hand was corrected or struck out: when and why."""

    kind: Literal["corrected", "void"]
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One hand of the sheet; `a` and `b` are the columns, `sum` the sentence behind them."""

    hand: Hand
    void: bool
    dealer: Player
    caller: Player | None
    dealer_short: str
    caller_short: str
    a: SideCell
    b: SideCell
    sum: str
    changes: tuple[Change, ...]

    @property
    def number(self) -> int:
        return self.hand.number


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheet:
    """A game's whole sheet; `first_dealer` is a short name, `end` the sentence of its end or ""."""

    view: GameView
    names: TableNames
    lines: tuple[SheetLine, ...]
    name_a: str
    name_b: str
    first_dealer: str
    end: str

    @property
    def forced(self) -> bool:
        """Whether a dealer had to call: the mark on that line is explained below the sheet."""
        return any(line.hand.forced for line in self.lines)


def game_sheets(
    view: MatchView, changes: Mapping[int, tuple[Change, ...]] | None = None
) -> list[GameSheet]:
    """The sheets of a match loaded with `sheets=True`. Asks the database nothing."""
    return [game_sheet(view, game, changes or {}) for game in view.games]


def game_sheet(
    view: MatchView, game: GameView, changes: Mapping[int, tuple[Change, ...]]
) -> GameSheet:
    """One game's sheet, hands in order."""
    names = names_of(view, game)
    lines = [
        _line(view, game, index, names, changes.get(hand.pk, ()))
        for index, hand in enumerate(game.hands)
    ]
    name_a, name_b = (names.sides[table_side(game.game, side)] for side in ("a", "b"))
    return GameSheet(
        view=game,
        names=names,
        lines=tuple(lines),
        name_a=name_a,
        name_b=name_b,
        first_dealer=names.seats.get(game.game.first_dealer or "", ""),
        end=_end(view, game, {"a": name_a, "b": name_b}),
    )


def changes_of(match: Match) -> dict[int, tuple[Change, ...]]:
    """Corrections of a match by hand, in order; one statement. Who made them is not told."""
    found: dict[int, list[Change]] = defaultdict(list)
    entries = AuditEntry.objects.filter(match=match, verb__in=["correct_hand", "void_hand"])
    for entry in entries.select_related("text").order_by("id"):
        kind: Literal["corrected", "void"] = "corrected" if entry.verb == "correct_hand" else "void"
        pk = int(entry.subject.partition(":")[2])
        found[pk].append(Change(kind=kind, at=entry.at, reason=entry.reason))
    return {pk: tuple(made) for pk, made in found.items()}


def names_of(view: MatchView, game: GameView) -> TableNames:
    """Short names at this game's table; a game of totals alone has no seats: side a sits NS."""
    if game.seats:
        return table_names({seat: player.called for seat, player in game.seats.items()})
    sides = {"a": view.match.entry_a.partnership, "b": view.match.entry_b.partnership}
    ns, ew = sides[match_side(game.game, Side.NS)], sides[match_side(game.game, Side.EW)]
    return table_names(
        {"N": ns.first.called, "S": ns.second.called, "E": ew.first.called, "W": ew.second.called}
    )


def _line(
    view: MatchView,
    game: GameView,
    index: int,
    names: TableNames,
    changes: tuple[Change, ...],
) -> SheetLine:
    hand = game.hands[index]
    sheet, score = sheet_of(hand), score_of(hand, view.rules)
    void = hand.status == Hand.Status.VOID
    cells = {side: _cell(game, index, side, sheet, score, void=void) for side in ("a", "b")}
    return SheetLine(
        hand=hand,
        void=void,
        dealer=game.seats[hand.dealer],
        caller=game.seats[hand.caller] if hand.caller else None,
        dealer_short=names.seats[hand.dealer],
        caller_short=names.seats[hand.caller] if hand.caller else "",
        a=cells["a"],
        b=cells["b"],
        sum=sum_words(score, names),
        changes=changes,
    )


def _cell(
    game: GameView,
    index: int,
    side: MatchSide,
    sheet: HandSheet,
    score: HandScore,
    *,
    void: bool,
) -> SideCell:
    seat_side = table_side(game.game, side)
    first = seat_side is Side.NS
    written = score.of(seat_side)
    lost = _loser(sheet, score)
    marked = seat_side is lost and not void
    struck = _counted(score) if marked and score.verdict in _STRUCK else None
    awarded, total = game.score.awarded[index], game.score.running[index]
    meld = [step for step in score.steps if step.seat and step.seat.side is seat_side]
    return SideCell(
        written=written,
        struck=struck,
        mark=verdict_words(score.verdict) if marked else "",
        mark_code=str(score.verdict).replace("_", "-") if marked else "",
        awarded=awarded[0] if first else awarded[1],
        runs=tuple(step.points for step in meld if step.kind in ("run", "set")),
        bella=any(step.kind == "bella" for step in meld),
        total=total[0] if first else total[1],
    )


_STRUCK = ("bait", "half_bait")


def _counted(score: HandScore) -> int | None:
    return next((step.points for step in score.steps if step.kind == "callers"), None)


def _loser(sheet: HandSheet, score: HandScore) -> Side | None:
    """The side that has the verdict's word beside its square."""
    if score.verdict in (*_STRUCK, "lost_hand") and sheet.caller is not None:
        if score.verdict == "lost_hand":
            return Side.NS if score.ns == 0 else Side.EW
        return sheet.caller.side
    if score.verdict in ("misplay", "thrown_in"):
        return Side.NS if score.ns == 0 else Side.EW
    return None


def _end(view: MatchView, game: GameView, names: Mapping[MatchSide, str]) -> str:
    if not game.over:
        return ""
    totals = {"a": game.a, "b": game.b}
    winner = game.winner
    loser: MatchSide = "a" if winner == "b" else "b"
    first: MatchSide = winner or "a"
    return end_words(
        game.score.reason,
        names[winner] if winner else None,
        names[loser],
        (totals[first], totals[loser]),
        view.rules.target,
    )
