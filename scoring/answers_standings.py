"""Lines of the kind `standings` (docs/RULES.md 11)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, cast

from scoring.results import Adjustment, GameResult, Result
from scoring.rules import RuleSet
from scoring.sheet_json import (
    ShapeError,
    needed,
    shaped_bool,
    shaped_list,
    shaped_number,
    shaped_object,
)
from scoring.standings import Row, compute_standings
from scoring.standings_rules import StandingsError, StandingsRules, match_points, shown_number

RULE_FIELDS = ("points", "rank_by", "tie_breaks", "tie_mode", "lot_seed", "difference_cap")
FORFEITS = ("a", "b", "both")


def _name(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise ShapeError(f"{where}: {value!r} is no entry's name")
    return value


def _number(value: object, where: str) -> int:
    return needed(shaped_number(value, where), where)


def _game(value: object) -> GameResult:
    game = shaped_object(value, "games", ("a", "b", "baits"))
    baits: Mapping[str, Any] = {}
    if game.get("baits") is not None:
        baits = shaped_object(game["baits"], "games.baits", ("a", "b"))
    return GameResult(
        a=_number(game.get("a"), "games.a"),
        b=_number(game.get("b"), "games.b"),
        baits_a=shaped_number(baits.get("a"), "games.baits.a") or 0,
        baits_b=shaped_number(baits.get("b"), "games.baits.b") or 0,
    )


def _result(value: object) -> Result:
    fields = ("round", "a", "b", "games", "forfeit", "bye")
    result = shaped_object(value, "results", fields)
    b, forfeit = result.get("b"), result.get("forfeit")
    if forfeit is not None and forfeit not in FORFEITS:
        raise ShapeError(f"results.forfeit: {forfeit!r} is none of {', '.join(FORFEITS)}")
    return Result(
        round=shaped_number(result.get("round"), "results.round") or 0,
        a=_name(result.get("a"), "results.a"),
        b=None if b is None else _name(b, "results.b"),
        games=tuple([_game(game) for game in shaped_list(result.get("games"), "results.games")]),
        forfeit=cast("Literal['a', 'b', 'both'] | None", forfeit),
        bye=shaped_bool(result.get("bye"), "results.bye", default=False),
    )


def _adjustment(value: object) -> Adjustment:
    fields = ("entry", "match_points", "points", "reason")
    adjustment = shaped_object(value, "adjustments", fields)
    reason, given = adjustment.get("reason"), adjustment.get("match_points")
    if reason is not None and not isinstance(reason, str):
        raise ShapeError("adjustments.reason: a text is wanted")
    return Adjustment(
        entry=_name(adjustment.get("entry"), "adjustments.entry"),
        match_points=match_points(0 if given is None else given, "adjustments.match_points"),
        points=shaped_number(adjustment.get("points"), "adjustments.points") or 0,
        reason=reason or "",
    )


def _shown(value: object) -> object:
    return shown_number(value) if isinstance(value, Fraction) else value


def _row(row: Row) -> dict[str, Any]:
    return {
        "entry": row.entry,
        "rank": row.rank,
        "match_points": _shown(row.match_points),
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "byes": row.byes,
        "games_won": row.games_won,
        "points_for": row.points_for,
        "points_against": row.points_against,
        "difference": row.difference,
        **{str(name): _shown(value) for name, value in row.values.items()},
        "decided_by": row.decided_by,
    }


def answer_standings(data: object, rules: RuleSet) -> dict[str, Any]:
    """The table: {"rows"} in order. An unknown, doubled or self-playing entry is a ShapeError.

    The rule set of the game does not touch standings.
    """
    fields = ("entries", "results", "adjustments", *RULE_FIELDS)
    given = shaped_object(data, "input", fields)
    chosen = {name: given[name] for name in RULE_FIELDS if given.get(name) is not None}
    entries = shaped_list(needed(given.get("entries"), "entries"), "entries")
    try:
        rows = compute_standings(
            [_name(entry, "entries") for entry in entries],
            [_result(result) for result in shaped_list(given.get("results"), "results")],
            [_adjustment(one) for one in shaped_list(given.get("adjustments"), "adjustments")],
            StandingsRules.from_json(chosen),
        )
    except StandingsError as wrong:
        raise ShapeError(str(wrong)) from None
    return {"rows": [_row(row) for row in rows]}
