"""What a match page tells of two sheets written blind, and the two side by side."""

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from league.models import Match, SecondSheet
from league.queries.games import GameView, MatchSide, table_side
from league.queries.hands import completed, score_of, sheet_of
from league.queries.matches import MatchView
from league.queries.score_sheets import names_of
from league.queries.second_sheets import (
    Comparison,
    GameComparison,
    both_in,
    both_write,
    sheets_of,
)
from league.queries.sheets_rules import sheets_rules
from league.views.match_states import pair_of
from league.words.match_states import moment_words
from league.words.second_sheets import differing_rows, in_words, settled_sheets_words

SIDES: tuple[MatchSide, MatchSide] = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDifference:
    """One hand that differs: rows of (label, one sheet, other sheet, differs). A hand that one
    sheet alone has is told by the numbers of hands, without rows."""

    number: int
    rows: list[tuple[str, str, str, bool]]
    counts: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDifference:
    """One game on both sheets, as the page shows it."""

    game: GameComparison
    hands: list[HandDifference]


def own_context(match: Match) -> dict[str, Any]:
    """`blind`: whether each side writes its own sheet here now; `own_lines` what everybody reads
    of it, `own_compared` whether the two can be read side by side. Nothing of what is sealed."""
    rules = sheets_rules(match.round.stage.competition)
    if rules.acceptance != "blind" and match.submitted_at is None:
        return {"blind": False, "own_lines": [], "own_compared": False}
    sheets = sheets_of(match)
    blind = both_write(match)
    lines: list[SafeString] = []
    if blind:
        lines = [_line(match, side, sheets.get(side)) for side in SIDES]
    elif sheets and all(one.settled for one in sheets.values()):
        lines = [_settled(match, sheets["a"], sheets["b"])]
    return {"blind": blind, "own_lines": lines, "own_compared": both_in(sheets)}


def game_differences(both: Comparison) -> list[GameDifference]:
    """The games of a comparison, each with the hands that differ."""
    return [GameDifference(game=game, hands=_hands(game, both)) for game in both.games]


def _hands(game: GameComparison, both: Comparison) -> list[HandDifference]:
    if game.first is None or game.second is None:
        return []
    fields: dict[int, list[str]] = {}
    missing = None
    for one in game.hands:
        if one.field == "hand":
            missing = one
        else:
            fields.setdefault(one.hand, []).append(one.field)
    found = [
        HandDifference(
            number=number,
            rows=differing_rows(
                named, _told(both.a, game.first, number), _told(both.b, game.second, number)
            ),
        )
        for number, named in sorted(fields.items())
    ]
    if missing is not None:
        counts = (len(game.first.hands), len(game.second.hands))
        found.append(HandDifference(number=missing.hand, rows=[], counts=counts))
    return found


def _told(view: MatchView, game: GameView, number: int) -> tuple[Any, Any, Any, Any]:
    hand = game.hands[number - 1]
    names = names_of(view, game)
    return (
        completed(sheet_of(hand), view.rules),
        score_of(hand, view.rules),
        names,
        table_side(game.game, "a"),
    )


def _line(match: Match, side: MatchSide, sheet: SecondSheet | None) -> SafeString:
    signer = sheet.signed_by.called if sheet is not None and sheet.signed_by else ""
    return in_words(pair_of(match, side), sheet.handed_in_at if sheet else None, signer)


def _settled(match: Match, one: SecondSheet, other: SecondSheet) -> SafeString:
    stands = one if one.stands else other
    told: dict[str, object] = {"pair": pair_of(match, stands.side), "words": one.settled_words}
    for name, sheet in (("one", one), ("other", other)):
        told[name] = sheet.signed_by.called if sheet.signed_by else pair_of(match, sheet.side)
        told[f"at_{name}"] = moment_words(sheet.handed_in_at) if sheet.handed_in_at else ""
    return settled_sheets_words(one.settled, **told)
