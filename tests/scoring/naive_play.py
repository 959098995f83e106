"""The rules of play once more, as plainly as the text says them, for the tests to compare with."""

from scoring.cards import Seat, Trump
from scoring.rules import RuleSet

STRENGTH_TRUMP = "678QKTA9J"
STRENGTH_PLAIN = "6789JQKTA"
POINTS_TRUMP = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
POINTS_PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def power(card: str, led: str, trump: Trump) -> int:
    """How strong a card is in a trick led in the suit `led`; 0 when it cannot win."""
    if card[1] == trump.value:
        return 100 + STRENGTH_TRUMP.index(card[0])
    return 1 + STRENGTH_PLAIN.index(card[0]) if card[1] == led else 0


def allowed(hand: list[str], trick: list[str], trump: Trump, rules: RuleSet) -> list[str]:
    if not trick:
        return hand
    led = trick[0][1]
    strongest = max(trick, key=lambda card: power(card, led, trump))
    suited = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump.value]
    beating = [c for c in trumps if power(c, led, trump) > power(strongest, led, trump)]
    if suited and led != trump.value:
        return suited
    partner_trumped = len(trick) >= 2 and trick[-2] == strongest and strongest[1] == trump.value
    if not suited and partner_trumped and not rules.overtrump_partner:
        return trumps or hand
    return beating or trumps or hand


def points(card: str, trump: Trump) -> int:
    return (POINTS_TRUMP if card[1] == trump.value else POINTS_PLAIN).get(card[0], 0)


def table_order(leader: Seat) -> list[Seat]:
    seats = list(Seat)
    at = seats.index(leader)
    return seats[at:] + seats[:at]
