"""Lines of the kind `game` (docs/RULES.md 10)."""

from typing import Any

from scoring.answers_problems import problems_answer
from scoring.cards import Seat, Side
from scoring.games import GameHand, GameMode, GamePlay, score_game
from scoring.rules import RuleSet
from scoring.sheet_json import (
    ShapeError,
    needed,
    shaped_bool,
    shaped_list,
    shaped_number,
    shaped_object,
    shaped_word,
)


def _points(value: object, where: str, default: int | None = None) -> int:
    """A number of points, 0 or more; None is `default`, and refused without one."""
    number = shaped_number(value, where)
    points = needed(default if number is None else number, where)
    if points < 0:
        raise ShapeError(f"{where}: 0 or more is wanted")
    return points


def _hand(value: object) -> GameHand:
    fields = ("score", "dealer", "caller", "hanging", "same_dealer")
    hand = shaped_object(value, "hands", fields)
    score = shaped_object(hand.get("score"), "hands.score", ("NS", "EW"))
    return GameHand(
        ns=_points(score.get("NS"), "hands.score.NS"),
        ew=_points(score.get("EW"), "hands.score.EW"),
        dealer=shaped_word(Seat, hand.get("dealer"), "hands.dealer"),
        caller=shaped_word(Seat, hand.get("caller"), "hands.caller"),
        hanging=_points(hand.get("hanging"), "hands.hanging", default=0),
        same_dealer=shaped_bool(hand.get("same_dealer"), "hands.same_dealer", default=False),
    )


def _play(value: object) -> GamePlay:
    if value is None:
        return GamePlay()
    play = shaped_object(value, "play", ("mode", "hands", "bell_after"))
    mode = shaped_word(GameMode, play.get("mode"), "play.mode") or GameMode.TARGET
    hands = shaped_number(play.get("hands"), "play.hands")
    bell_after = shaped_number(play.get("bell_after"), "play.bell_after")
    if mode is GameMode.HANDS and needed(hands, "play.hands") < 1:
        raise ShapeError("play.hands: 1 or more is wanted")
    if bell_after is not None and bell_after < 0:
        raise ShapeError("play.bell_after: 0 or more is wanted")
    return GamePlay(mode=mode, hands=hands, bell_after=bell_after)


def answer_game(data: object, rules: RuleSet) -> dict[str, Any]:
    """A game from its hands: {"valid", "totals", "over", "winner", "reason", "running", "awarded"}.

    `running` and `awarded` have [NS, EW] a hand.
    """
    game = shaped_object(data, "input", ("hands", "first_dealer", "closed", "play", "forfeit"))
    score = score_game(
        [_hand(hand) for hand in shaped_list(needed(game.get("hands"), "hands"), "hands")],
        rules,
        _play(game.get("play")),
        first_dealer=shaped_word(Seat, game.get("first_dealer"), "first_dealer"),
        closed=shaped_bool(game.get("closed"), "closed", default=False),
        forfeit=shaped_word(Side, game.get("forfeit"), "forfeit"),
    )
    return {
        **problems_answer(score.problems),
        "totals": {Side.NS: score.ns, Side.EW: score.ew},
        "over": score.over,
        "winner": score.winner,
        "reason": score.reason,
        "running": score.running,
        "awarded": score.awarded,
    }
