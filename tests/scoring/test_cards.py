"""Cards, seats and sides (docs/RULES.md 1)."""

import pytest

from scoring.cards import (
    CARD_NUMBER,
    CARDS,
    POINTS,
    Seat,
    Side,
    Suit,
    Trump,
    card_points,
    holds_bella,
)


def test_seats_go_clockwise_and_partners_sit_opposite():
    assert [Seat.N.left, Seat.E.left, Seat.S.left, Seat.W.left] == [*"ESWN"]
    assert [Seat.N.partner, Seat.E.partner] == [Seat.S, Seat.W]
    assert [seat.side for seat in Seat] == ["NS", "EW", "NS", "EW"]
    assert Side.NS.other is Side.EW
    assert Side.EW.other is Side.NS


def test_the_deck_has_36_cards_with_a_number_each():
    assert len(set(CARDS)) == 36
    assert [CARD_NUMBER[card] for card in CARDS] == list(range(36))


def test_the_deck_holds_152_with_a_trump_and_120_without():
    for trump in Trump:
        whole = sum(POINTS[trump].values())
        assert whole == (120 if trump is Trump.NO_TRUMP else 152)
        assert card_points(CARDS, trump, last_trick=10) == whole + 10


def test_a_call_knows_its_suit():
    assert Trump.HEARTS.suit is Suit.HEARTS
    assert Trump.NO_TRUMP.suit is None


def test_a_string_that_is_no_card_is_refused_with_its_name():
    with pytest.raises(ValueError, match="10H"):
        card_points(["10H"], Trump.HEARTS)


def test_the_bells_are_king_and_queen_of_trump():
    assert holds_bella(["KH", "6C", "QH"], Trump.HEARTS)
    assert not holds_bella(["KH", "QH"], Trump.SPADES)
    assert not holds_bella(["KH", "6C"], Trump.HEARTS)
    assert not holds_bella(["KH", "QH"], Trump.NO_TRUMP)
