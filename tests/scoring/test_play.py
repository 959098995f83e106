"""Legal cards and trick winners (docs/RULES.md 3)."""

import pytest

from scoring.cards import Trump
from scoring.play import legal_cards, trick_winner
from scoring.rules import RuleSet

HEARTS = Trump.HEARTS
NO_TRUMP = Trump.NO_TRUMP
RULES = RuleSet()
FREE = RuleSet(overtrump_partner=False)


def legal(hand: str, trick: str, trump: Trump = HEARTS, rules: RuleSet = RULES) -> str:
    return " ".join(legal_cards(tuple(hand.split()), tuple(trick.split()), trump, rules))


@pytest.mark.parametrize(
    ("why", "hand", "trick", "expected"),
    [
        ("the leader may play anything", "6C JH AS", "", "6C JH AS"),
        ("suit must be followed, high or low", "6C AC JH", "TC", "6C AC"),
        ("nobody need beat a plain card", "6C 9S", "TC", "6C"),
        ("without the suit a trump must be played", "6S 7H JH", "TC", "7H JH"),
        ("without suit and trump any card goes", "6S 7D", "TC", "6S 7D"),
        ("a trump on the table must be beaten", "6S 7H JH AH", "TC 9H", "JH"),
        ("who cannot beat it must still trump", "6S 7H KH", "TC 9H", "7H KH"),
        ("the partner's trump must be beaten too", "6S 7H JH", "TC 9H 6C", "JH"),
        ("trump led must be beaten", "6H JH AS", "9H", "JH"),
        ("trump led that cannot be beaten is followed", "6H KH AS", "9H", "6H KH"),
        ("the highest trump in the trick counts, not the led one", "AH KH", "6H 9H", "AH KH"),
        ("who has the suit need not trump over a trump", "6C JH", "TC 9H", "6C"),
        ("trump led and none held", "6S 7D", "9H", "6S 7D"),
        ("the nine beats the ace of trump", "9H TH", "AH", "9H"),
        ("the ten beats the king of trump", "TH QH", "KH", "TH"),
    ],
)
def test_what_may_be_played(why, hand, trick, expected):
    assert legal(hand, trick) == expected, why


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        # The partner's trump wins: any trump will do, but it must be a trump.
        ("6S 7H JH", "TC 9H 6C", "7H JH"),
        ("6S 7H JH", "TC 7C 9H", "JH"),
        ("6S KS", "TC 9H 6C", "6S KS"),
        # The partner leads plain and wins plain: the rule does not touch it.
        ("6S 7H", "TC 6C", "7H"),
        # An opponent's trump must be beaten as ever.
        ("6S 7H JH", "TC 9H", "JH"),
        ("6S 7H JH", "6C TC 9H", "JH"),
        # Who can follow trump must beat the partner's as ever.
        ("7H JH", "9H 6H", "JH"),
    ],
)
def test_the_partners_trump_need_not_be_beaten_when_the_option_says_so(hand, trick, expected):
    assert legal(hand, trick, rules=FREE) == expected


def test_at_no_trump_suit_is_followed_and_nothing_is_trumped():
    assert legal("6C AC JH", "TC", NO_TRUMP) == "6C AC"
    assert legal("6S JH", "TC", NO_TRUMP) == "6S JH"
    assert legal("6S JH", "TC 6C", NO_TRUMP, FREE) == "6S JH"


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("6C", HEARTS, 0),
        ("6C 7C 8C 9C", HEARTS, 3),
        ("AC TC KC QC", HEARTS, 0),
        ("KC TC 9C JC", HEARTS, 1),
        ("AC 6H TC 7D", HEARTS, 1),
        ("6H AH 9H JH", HEARTS, 3),
        ("6H AS AD AC", HEARTS, 0),
        ("9C JC QC KC", Trump.CLUBS, 1),
        ("6C AH AS AD", NO_TRUMP, 0),
        ("JC QC 6C TC", NO_TRUMP, 3),
    ],
)
def test_who_takes_the_trick(trick, trump, winner):
    assert trick_winner(trick.split(), trump) == winner


@pytest.mark.parametrize(("hand", "trick"), [("1H", ""), ("6H", "XX"), ("6H", "7C 10H")])
def test_a_string_that_is_no_card_is_refused_by_name(hand, trick):
    with pytest.raises(ValueError, match="not a card"):
        legal(hand, trick)
