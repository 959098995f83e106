"""Hands of the sample league: shuffled, called, played by the rules, and written down."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from scoring import (
    CARDS,
    Claim,
    Deal,
    HandSheet,
    Outcome,
    RuleSet,
    Seat,
    Side,
    Trump,
    play_out,
    sheet_from_deal,
)

SUITS = (Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS)
# What a trump is worth to somebody who thinks of calling it; a plain ace is worth 2.
WORTH = {"J": 6, "9": 5, "A": 3, "T": 3, "K": 2, "Q": 2, "8": 1, "7": 1, "6": 1}
ENOUGH = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The dice of one game: how often something else than play happens, in 1,000 hands."""

    random: Random
    rules: RuleSet
    misplays: int = 18
    thrown_in: int = 8


def next_sheet(table: Table, dealer: Seat) -> HandSheet:
    """The sheet of a hand dealt by `dealer`: called by a player with a hand for it, else by the
    dealer, who must; played with legal cards; counted from the tricks."""
    hands = _deal(table.random)
    caller, trump = _auction(hands, dealer)
    deal = play_out(hands, trump, dealer, table.rules, table.random.choice, caller=caller)
    sheet = replace(sheet_from_deal(deal, table.rules), forced=_forced(hands, caller, dealer))
    chance = table.random.randrange(1000)
    if chance < table.misplays:
        return _misplayed(table.random, sheet, deal)
    if chance < table.misplays + table.thrown_in:
        return _stopped(sheet, outcome=Outcome.THROWN_IN, thrown_by=caller.side.other)
    return sheet


def _deal(random: Random) -> dict[Seat, tuple[str, ...]]:
    cards = list(CARDS)
    random.shuffle(cards)
    return {seat: tuple(cards[9 * index : 9 * index + 9]) for index, seat in enumerate(Seat)}


def _strength(cards: tuple[str, ...], trump: Trump) -> int:
    trumps = sum(WORTH[card[0]] for card in cards if card[1] == trump)
    return trumps + 2 * sum(card[0] == "A" and card[1] != trump for card in cards)


def _speakers(dealer: Seat) -> Iterator[Seat]:
    seat = dealer
    for _turn in Seat:
        seat = seat.left
        yield seat


def _auction(hands: dict[Seat, tuple[str, ...]], dealer: Seat) -> tuple[Seat, Trump]:
    for seat in _speakers(dealer):
        best = max(SUITS, key=lambda suit: _strength(hands[seat], suit))
        if _strength(hands[seat], best) >= ENOUGH or seat is dealer:
            return seat, best
    raise AssertionError("the dealer always calls")


def _forced(hands: dict[Seat, tuple[str, ...]], caller: Seat, dealer: Seat) -> bool:
    return caller is dealer and max(_strength(hands[dealer], suit) for suit in SUITS) < ENOUGH


def _misplayed(random: Random, sheet: HandSheet, deal: Deal) -> HandSheet:
    seat = random.choice(tuple(Seat))
    trick = random.randrange(2, 9)
    played = deal.plays[4 * trick - 4 : 4 * trick]
    held = [card for card in played if card in deal.hands[seat]]
    return _stopped(
        sheet,
        outcome=Outcome.MISPLAY,
        claim=Claim(
            by=seat.side.other,
            against=seat.side,
            upheld=random.randrange(4) > 0,
            trick=trick,
            seat=seat,
            card=held[0],
        ),
    )


def _stopped(
    sheet: HandSheet,
    *,
    outcome: Outcome,
    claim: Claim | None = None,
    thrown_by: Side | None = None,
) -> HandSheet:
    """A hand that was not played to its end has no count; what was shown stays written."""
    return replace(
        sheet,
        outcome=outcome,
        claim=claim,
        thrown_by=thrown_by,
        count_ns=None,
        count_ew=None,
        last_trick=None,
    )
