"""A whole deal verified, beside a bare bitmask loop.

The bare loop gets cards as numbers and hands as ints, with its tables made beforehand. It checks
that each of the 36 cards is held and legal and adds up the points, and nothing else. `read_deal`
gets the record as text, checks the deal too, and answers winners, counts, last trick and Bella.
"""

import random
from collections.abc import Callable
from statistics import median
from time import process_time

from scoring.cards import CARD_NUMBER, CARDS, PLAIN_ORDER, POINTS, TRUMP_ORDER, Seat, Trump
from scoring.deal_records import Deal
from scoring.deals import play_out, read_deal
from scoring.rules import RuleSet

LIMIT = 3.0
ROUNDS = 9
DEALS = 200

Bare = tuple[int, list[int], list[int], list[int], list[int], list[int], list[int]]


def _bare_deal(deal: Deal) -> Bare:
    """The same record as numbers, with the tables of its trump."""
    bits = [1 << n for n in range(36)]
    suits = [511 << (n // 9 * 9) for n in range(36)]
    trumps = sum(1 << CARD_NUMBER[c] for c in CARDS if c[1] == deal.trump)
    above = [0] * 36
    for suit in "CDHS":
        stronger = 0 if suit == deal.trump else trumps
        for rank in TRUMP_ORDER if suit == deal.trump else PLAIN_ORDER:
            above[CARD_NUMBER[rank + suit]] = stronger
            stronger |= 1 << CARD_NUMBER[rank + suit]
    points = [POINTS[deal.trump][card] for card in CARDS]
    turn = [deal.dealer.left]
    while len(turn) < 4:
        turn.append(turn[-1].left)
    hands = [sum(1 << CARD_NUMBER[c] for c in deal.hands[seat]) for seat in turn]
    return trumps, hands, [CARD_NUMBER[c] for c in deal.plays], bits, suits, above, points


def bare_loop(bare: Bare) -> tuple[int, int]:
    """Points of the leader's side and of the other, without the last trick's; the floor."""
    trumps, hands, plays, bits, suits, above, points = bare
    hands = hands[:]
    seat = at = 0
    counted = [0, 0]
    for card in plays:
        bit = bits[card]
        hand = hands[seat]
        if not hand & bit:
            raise ValueError("not held")
        if at == 0:
            led = suits[card]
            beats = above[card]
            winner = seat
            taken = points[card]
        else:
            follow = hand & led
            if follow and led != trumps:
                legal = follow
            else:
                own = hand & trumps
                legal = own & beats or own or hand
            if not bit & legal:
                raise ValueError("not legal")
            if bit & beats:
                beats = above[card]
                winner = seat
            taken += points[card]
        hands[seat] = hand ^ bit
        if at == 3:
            counted[winner & 1] += taken
            seat = winner
            at = 0
        else:
            seat = (seat + 1) & 3
            at += 1
    return counted[0], counted[1]


def _deals() -> list[Deal]:
    chance = random.Random(36)
    deals = []
    for number in range(DEALS):
        cards = list(CARDS)
        chance.shuffle(cards)
        hands = {seat: tuple(cards[n * 9 : n * 9 + 9]) for n, seat in enumerate(Seat)}
        trump = list(Trump)[number % 4]
        deals.append(play_out(hands, trump, Seat.N, RuleSet(), chance.choice))
    return deals


def _clock(work: Callable[[], object]) -> float:
    # CPU time: on a busy machine the longer of the two would wait more often.
    start = process_time()
    work()
    return process_time() - start


def rows() -> list[tuple[str, float, float, str]]:
    """(name, ratio to the floor, its limit, detail), the median of interleaved rounds."""
    deals = _deals()
    rules = RuleSet()
    bare = [_bare_deal(deal) for deal in deals]
    for deal, numbers in zip(deals, bare, strict=True):
        reading = read_deal(deal, rules)
        assert sum(bare_loop(numbers)) + 10 == reading.counted_ns + reading.counted_ew
    floors, reads = [], []
    for _ in range(ROUNDS):
        floors.append(_clock(lambda: [bare_loop(numbers) for numbers in bare]))
        reads.append(_clock(lambda: [read_deal(deal, rules) for deal in deals]))
    ratio = median(read / floor for read, floor in zip(reads, floors, strict=True))
    detail = (
        f"{median(reads) / DEALS * 1e6:.1f} us a deal, floor {median(floors) / DEALS * 1e6:.1f} us"
    )
    return [("whole 36-card deal verified", ratio, LIMIT, detail)]


if __name__ == "__main__":
    for name, ratio, limit, detail in rows():
        print(f"{name}: {ratio:.2f} (limit {limit}) {detail}")
