"""What a match page tells of how its result is accepted."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString

from league.models import Match
from league.queries.games import MatchSide
from league.queries.match_states import (
    SheetState,
    disputes_of,
    final_from,
    sheet_state,
    stands_from,
)
from league.queries.matches import MatchView, starts_of
from league.queries.sheets_rules import SheetsRules, sheets_rules
from league.words.match_states import (
    corrected_words,
    disputed_words,
    final_words,
    missing_words,
    reported_words,
    same_phone_words,
    settled_words,
    stands_words,
    submitted_words,
)
from league.words.standings import names_of


def state_context(view: MatchView) -> dict[str, Any]:
    """`state`, the lines everybody reads (`state_lines`), the open dispute, and the rules.

    `sheet_open`: whether the table may still write; `other_side` who answers a handed-in sheet.
    """
    match, now = view.match, timezone.now()
    rules = sheets_rules(match.round.stage.competition)
    state = sheet_state(view, now)
    disputes = list(disputes_of(match))
    return {
        "sheet_state": state,
        "state_lines": [*_lines(view, rules, state, now), *_history(match, disputes)],
        "dispute": next((one for one in disputes if one.settled_at is None), None),
        "disputer": next((pair_of(match, d.side) for d in disputes if d.settled_at is None), ""),
        "sheets_rules": rules,
        "sheet_open": state in ("waiting", "playing", "over"),
        "answers": pair_of(match, other_side(match.submitted_side)),
        "handed_in_by": pair_of(match, match.submitted_side),
        "result_games": result_games(view, "a"),
    }


@dataclass(frozen=True, slots=True)
class SideTotal:
    """One side of a game: names, total, whether it won."""

    names: SafeString
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameTotal:
    """A game as the one reads it whose side stands first."""

    number: int
    sides: tuple[SideTotal, SideTotal]


def result_games(view: MatchView, first: MatchSide) -> list[GameTotal]:
    """The totals of each game, `first` the side of whoever reads them."""
    order: tuple[MatchSide, MatchSide] = ("a", "b") if first == "a" else ("b", "a")
    found = []
    for game in view.games:
        one, other = (
            SideTotal(
                names=pair_of(view.match, side),
                total=game.a if side == "a" else game.b,
                won=game.winner == side,
            )
            for side in order
        )
        found.append(GameTotal(number=game.number, sides=(one, other)))
    return found


def other_side(side: str | None) -> MatchSide | None:
    """The side that answers what `side` handed in."""
    return "b" if side == "a" else "a" if side == "b" else None


def pair_of(match: Match, side: str | None) -> SafeString:
    """The names of one side; empty for none."""
    if side is None:
        return SafeString("")
    return names_of(match.entry_a if side == "a" else match.entry_b)


def _lines(view: MatchView, rules: SheetsRules, state: SheetState, now: datetime) -> list[str]:
    match = view.match
    lines: list[str] = []
    stands = stands_from(match)
    if match.submitted_at is not None and match.accepted_at is None:
        by, other = pair_of(match, match.submitted_side), other_side(match.submitted_side)
        waits = rules.acceptance != "one" and state == "submitted"
        lines.append(
            submitted_words(match.submitted_at, by, pair_of(match, other))
            if waits
            else reported_words(match.submitted_at, by)
        )
        if stands is not None and state != "disputed":
            lines.append(stands_words(stands, past=stands <= now))
    one_phone = match.submitted_by_id is not None and match.submitted_by_id == match.accepted_by_id
    if one_phone and match.signed_by_id is not None:
        lines.append(same_phone_words())
    final = final_from(match, now)
    if final is not None and state in ("provisional", "final"):
        lines.append(
            final_words(min(final, now) if state == "final" else final, past=state == "final")
        )
    if view.late or state in ("waiting", "playing"):
        lines += _missing(view, rules, now)
    return lines


def _missing(view: MatchView, rules: SheetsRules, now: datetime) -> list[str]:
    """What both pairs read once a match without a result has begun: when the result is due, and
    what the rule makes of it. What was begun is never forfeited by the clock."""
    starts_at = starts_of(view.match)
    if starts_at is None or starts_at > now or view.match.slot is not None:
        return []
    warned = starts_at + timedelta(hours=rules.late_warning) <= now
    late = "nothing" if view.games else rules.late
    if late != "forfeit" and not warned:
        return []
    due = starts_at + timedelta(hours=rules.late_after)
    return [missing_words(due, late, past=due <= now)]


def _history(match: Match, disputes: list[Any]) -> list[str]:
    lines: list[str] = []
    for one in disputes:
        by = pair_of(match, one.side)
        if one.settled_at is None:
            lines.append(disputed_words(one.made_at, by))
        else:
            lines.append(settled_words(one.settled, one.settled_at, by, one.settled_words))
    if match.corrected_at is not None:
        lines.append(corrected_words(match.corrected_at, match.corrected_reason))
    return lines
