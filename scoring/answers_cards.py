"""Lines of the kinds `runs`, `card_points` and `bella` (docs/RULES.md 10.3)."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scoring.cards import Seat, Side, Trump, card_points, holds_bella
from scoring.problems import Code
from scoring.rules import RuleSet
from scoring.runs import Holding, compare_runs
from scoring.sheet_json import (
    ShapeError,
    needed,
    shaped_bool,
    shaped_card,
    shaped_list,
    shaped_object,
    shaped_word,
)

HAND_SIZE = 9


def _trump(value: object) -> Trump:
    return needed(shaped_word(Trump, value, "trump"), "trump")


def _cards(value: object) -> tuple[str, ...]:
    cards = shaped_list(needed(value, "cards"), "cards")
    return tuple(shaped_card(card, "cards") for card in cards)


def _dealt_twice(cards: Iterable[str]) -> dict[str, Any] | None:
    """The answer when a card of the deck turns up twice, else None."""
    twice = sorted(card for card, times in Counter(cards).items() if times > 1)
    if not twice:
        return None
    problem = {"code": Code.CARD_TWICE.value, "field": "cards", "figures": {"cards": twice}}
    return {"valid": False, "errors": [Code.CARD_TWICE.value], "problems": [problem]}


def _holding(value: object) -> Holding:
    player = shaped_object(value, "players", ("seat", "cards", "announced", "shown"))
    cards = _cards(player.get("cards"))
    if len(cards) > HAND_SIZE:
        raise ShapeError(f"players.cards: {len(cards)} cards, a hand has {HAND_SIZE}")
    return Holding(
        seat=needed(shaped_word(Seat, player.get("seat"), "players.seat"), "players.seat"),
        cards=cards,
        announced=shaped_bool(player.get("announced"), "players.announced", default=True),
        shown=shaped_bool(player.get("shown"), "players.shown", default=True),
    )


def answer_runs(data: object, rules: RuleSet) -> dict[str, Any]:
    """Who counts runs: {"valid", "winner", "points", "cancelled"}."""
    table = shaped_object(data, "input", ("trump", "dealer", "players"))
    trump = _trump(table.get("trump"))
    dealer = shaped_word(Seat, table.get("dealer"), "dealer")
    players = shaped_list(needed(table.get("players"), "players"), "players")
    holdings = [_holding(player) for player in players]
    if len({holding.seat for holding in holdings}) < len(holdings):
        raise ShapeError("players: a seat stands there twice")
    wrong = _dealt_twice(card for holding in holdings for card in holding.cards)
    if wrong is not None:
        return wrong
    try:
        result = compare_runs(holdings, trump, dealer, rules)
    except ValueError as missing:
        raise ShapeError(f"dealer: {missing}") from None
    return {
        "valid": True,
        "winner": result.winner,
        "points": {Side.NS: result.points_ns, Side.EW: result.points_ew},
        "cancelled": result.cancelled,
    }


def answer_card_points(data: object, rules: RuleSet) -> dict[str, Any]:
    """Card points of some cards: {"valid", "points"}."""
    given = shaped_object(data, "input", ("trump", "cards", "last_trick"))
    trump, cards = _trump(given.get("trump")), _cards(given.get("cards"))
    last = shaped_bool(given.get("last_trick"), "last_trick", default=False)
    points = card_points(cards, trump, last_trick=rules.last_trick if last else 0)
    return _dealt_twice(cards) or {"valid": True, "points": points}


def answer_bella(data: object, rules: RuleSet) -> dict[str, Any]:
    """Whether one hand holds the bells: {"valid", "bella"}."""
    given = shaped_object(data, "input", ("trump", "cards"))
    trump, cards = _trump(given.get("trump")), _cards(given.get("cards"))
    return _dealt_twice(cards) or {"valid": True, "bella": holds_bella(cards, trump)}
