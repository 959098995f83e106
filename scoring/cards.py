"""Cards, seats, sides and what a card is worth (docs/RULES.md 1).

A card is written rank then suit, `T` for ten: "TH", "9S". The fast parts of the engine know a card
by its bit number, 0 to 35: nine a suit in the order of SUITS, from the 6 up in natural order.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType


class Side(StrEnum):
    """Two partners who sit opposite each other."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        """The side this one plays against."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """A chair at the table; play and deal go clockwise N, E, S, W."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def side(self) -> Side:
        """The side that sits here."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def left(self) -> "Seat":
        """The next seat clockwise."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 2) % 4]


_CLOCKWISE = tuple(Seat)


class Suit(StrEnum):
    """The four suits as they are written in data."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Trump(StrEnum):
    """What was called: a suit, or no trump."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "NT"

    @property
    def suit(self) -> Suit | None:
        """The suit called, None at no trump."""
        return None if self is Trump.NO_TRUMP else Suit(self.value)


SUITS = "CDHS"
# Natural order, low to high: the order of runs, in the trump suit too (RULES 1.5).
RANKS = "6789TJQKA"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_NUMBER: Mapping[str, int] = MappingProxyType({card: i for i, card in enumerate(CARDS)})

# From the strongest to the weakest, with their points (RULES 1.2, 1.3).
TRUMP_ORDER = "J9ATKQ876"
TRUMP_POINTS: Mapping[str, int] = MappingProxyType(
    dict(zip(TRUMP_ORDER, (20, 14, 11, 10, 4, 3, 0, 0, 0), strict=True))
)
PLAIN_ORDER = "ATKQJ9876"
PLAIN_POINTS: Mapping[str, int] = MappingProxyType(
    dict(zip(PLAIN_ORDER, (11, 10, 4, 3, 2, 0, 0, 0, 0), strict=True))
)
# Card points in the deck, last trick apart: 62 + 3 x 30 with a trump, 4 x 30 without (RULES 1.4).
TRUMP_DECK_POINTS = 152
NO_TRUMP_DECK_POINTS = 120


def _points_by_card(trump: Trump) -> Mapping[str, int]:
    return MappingProxyType(
        {c: (TRUMP_POINTS if c[1] == trump else PLAIN_POINTS)[c[0]] for c in CARDS}
    )


# POINTS[trump][card], in card points.
POINTS: Mapping[str, Mapping[str, int]] = MappingProxyType({t: _points_by_card(t) for t in Trump})


def card_points(cards: Iterable[str], trump: Trump, *, last_trick: int = 0) -> int:
    """Card points of `cards` with `trump` called, plus `last_trick` points (10, 4 or 0).

    Raises ValueError for a string that is no card. Source: RULES 1.2 to 1.4.
    """
    points = POINTS[trump]
    try:
        return sum([points[card] for card in cards], last_trick)
    except KeyError as wrong:
        raise ValueError(f"not a card: {wrong.args[0]!r}") from None


def holds_bella(cards: Iterable[str], trump: Trump) -> bool:
    """Whether one hand holds the king and the queen of trump; never at no trump (RULES 5.1)."""
    return trump != Trump.NO_TRUMP and {"K" + trump, "Q" + trump} <= set(cards)
