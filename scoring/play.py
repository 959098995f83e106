"""What may be played, and who takes the trick (docs/RULES.md 3).

Cards are bits here (1 << CARD_NUMBER), so a hand is one int and a rule is one `&`. `TABLES` has for
each trump what a reader of tricks needs to know about a card.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from scoring.cards import (
    CARD_NUMBER,
    CARDS,
    PLAIN_ORDER,
    POINTS,
    SUITS,
    TRUMP_ORDER,
    Trump,
)
from scoring.rules import RuleSet

# A bare dict, for speed: it is asked 36 times a deal.
BITS: Mapping[str, int] = {card: 1 << n for card, n in CARD_NUMBER.items()}
ALL_CARDS = (1 << len(CARDS)) - 1


class PlayRule(StrEnum):
    """The rule of play a misplay breaks."""

    FOLLOW_SUIT = "follow_suit"
    MUST_TRUMP = "must_trump"
    BEAT_TRUMP = "beat_trump"


class CardFacts(NamedTuple):
    """One card under one trump: its bit, its whole suit, the cards that beat it, its points."""

    bit: int
    suit: int
    above: int
    points: int


class PlayTable(NamedTuple):
    """All cards under one trump; `trumps` and `bella` are bits, 0 at no trump."""

    cards: Mapping[str, CardFacts]
    trumps: int
    bella: int


def _bits(cards: Iterable[str]) -> int:
    bits = 0
    for card in cards:
        bits |= BITS[card]
    return bits


def _table(trump: Trump) -> PlayTable:
    trumps = _bits(rank + trump for rank in TRUMP_ORDER) if trump.suit else 0
    facts: dict[str, CardFacts] = {}
    for suit in SUITS:
        order = TRUMP_ORDER if suit == trump else PLAIN_ORDER
        above = 0 if suit == trump else trumps
        for rank in order:
            card = rank + suit
            whole = _bits(each + suit for each in order)
            facts[card] = CardFacts(BITS[card], whole, above, POINTS[trump][card])
            above |= BITS[card]
    bella = _bits(("K" + trump, "Q" + trump)) if trumps else 0
    return PlayTable(facts, trumps, bella)


TABLES: Mapping[Trump, PlayTable] = MappingProxyType({trump: _table(trump) for trump in Trump})


def hand_bits(cards: Iterable[str]) -> int:
    """The cards as bits. Raises ValueError for a string that is no card."""
    try:
        return _bits(cards)
    except KeyError as wrong:
        raise ValueError(f"not a card: {wrong.args[0]!r}") from None


def cards_of(bits: int) -> tuple[str, ...]:
    """The cards of `bits`, sorted as strings."""
    return tuple(sorted([card for card, bit in BITS.items() if bit & bits]))


def legal_bits(hand: int, led: int, above: int, trumps: int, *, spared: bool = False) -> int:
    """What a player who does not lead may play; all arguments and the answer are bits.

    `led` is the whole suit led, `above` the cards that beat the one winning so far, `spared` that a
    player who cannot follow need not beat his partner's trump (RULES 3).
    """
    if hand & led and led != trumps:
        return hand & led
    own = hand & trumps
    if spared and not hand & led:
        return own or hand
    return own & above or own or hand


def broken_rule(card: int, hand: int, led: int, trumps: int) -> PlayRule:
    """Which rule a card breaks that is not among the legal ones; arguments are bits."""
    if hand & led and not card & led:
        return PlayRule.FOLLOW_SUIT
    return PlayRule.BEAT_TRUMP if card & trumps else PlayRule.MUST_TRUMP


def trick_winner(cards: Sequence[str], trump: Trump) -> int:
    """Index of the card that takes the trick, of one to four cards in order of play (RULES 3)."""
    facts = TABLES[trump].cards
    best = 0
    for index, card in enumerate(cards):
        if facts[card].bit & facts[cards[best]].above:
            best = index
    return best


def legal_to_trick(hand: int, trick: Sequence[str], table: PlayTable, rules: RuleSet) -> int:
    """What may be played from `hand` to a trick already led (RULES 3), as bits."""
    facts, trumps, _ = table
    at, best = 0, facts[trick[0]]
    for index, card in enumerate(trick):
        if facts[card].bit & best.above:
            at, best = index, facts[card]
    # The partner of the player to come laid the card before the last.
    partners = at == len(trick) - 2 and bool(best.bit & trumps)
    spared = partners and not rules.overtrump_partner
    return legal_bits(hand, facts[trick[0]].suit, best.above, trumps, spared=spared)


def legal_cards(
    hand: Sequence[str], trick: Sequence[str], trump: Trump, rules: RuleSet
) -> tuple[str, ...]:
    """The cards of `hand` that may be played to `trick` (in order of play, empty for the leader).

    In the order of `hand`. Raises ValueError for a string that is no card.
    """
    held = hand_bits(hand)
    if not trick:
        return tuple(hand)
    hand_bits(trick)
    legal = legal_to_trick(held, trick, TABLES[trump], rules)
    return tuple([card for card in hand if BITS[card] & legal])
