"""Deal records: a whole hand checked card by card, and the hand sheet it implies (RULES 3, 8, 10).

A clean record is read by one small loop over bits. Whatever that loop does not like is read again
by `explain_deal`, which says what is wrong and goes on as far as the record can be read.
"""

from collections.abc import Callable, Mapping

from scoring.cards import Seat, Side, Trump
from scoring.deal_faults import explain_deal
from scoring.deal_records import DECK_SIZE, HAND_SIZE, SEATS, TRICK_SIZE, Deal, DealReading
from scoring.play import ALL_CARDS, BITS, TABLES, PlayTable, legal_cards, trick_winner
from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.sheets import Bella, HandSheet


def read_deal(deal: Deal, rules: RuleSet) -> DealReading:
    """Checks a record card by card.

    Hands that are no deal (not_36_cards, card_twice, wrong_hand_size) are not read on.
    not_that_players_turn and card_not_held end the reading, a misplay does not: the rest is read as
    it was played. Raises ValueError for a string that is no card.
    """
    table = TABLES[deal.trump]
    return _read_clean(deal, rules, table) or explain_deal(deal, rules, table)


# The three seats that play after each leader, in order; seats as numbers, N E S W from 0.
_AFTER = tuple([tuple([(leader + n) % 4 for n in (1, 2, 3)]) for leader in range(4)])


def _read_clean(deal: Deal, rules: RuleSet, table: PlayTable) -> DealReading | None:
    """The reading of a complete record without a fault; None as soon as anything is not so.

    Says what `legal_bits` says, unrolled: about half of the time a call a card would cost.
    """
    facts, trumps, bella = table
    plays = deal.plays
    try:
        dealt = [deal.hands[seat] for seat in SEATS]
        held = [sum([BITS[card] for card in hand]) for hand in dealt]
        rows = [facts[card] for card in plays]
    except KeyError:
        return None
    # Thirty-six bits that add up to all cards are thirty-six different ones.
    if len(rows) != DECK_SIZE or sum(held) != ALL_CARDS:
        return None
    if [len(hand) for hand in dealt] != [HAND_SIZE] * 4:
        return None
    holds = [hand & bella == bella for hand in held] if bella else ()
    leader = SEATS.index(deal.dealer.left)
    counted = [0, 0]
    winners = []
    side = 0
    for start in range(0, DECK_SIZE, TRICK_SIZE):
        after = _AFTER[leader]
        bit, led, above, points = rows[start]
        if not bit & held[leader]:
            return None
        held[leader] ^= bit
        for seat, (bit, _, over, worth) in zip(after, rows[start + 1 : start + 4], strict=True):
            hand = held[seat]
            if not bit & hand:
                return None
            if hand & led and led != trumps:
                if not bit & led:
                    return None
            elif (own := hand & trumps) and not bit & (own & above or own):
                return None
            held[seat] = hand ^ bit
            points += worth
            if bit & above:
                above = over
                leader = seat
        side = leader & 1
        counted[side] += points
        winners.append(SEATS[leader])
    counted[side] += rules.last_trick
    return DealReading(
        deal=deal,
        rules=rules,
        dealt=True,
        complete=True,
        problems=(),
        misplays=(),
        counted_ns=counted[0],
        counted_ew=counted[1],
        last_trick=Side.EW if side else Side.NS,
        winners=tuple(winners),
        bella=SEATS[holds.index(True)] if True in holds else None,
    )


class UnclearDeal(ValueError):
    """A deal record from which no hand sheet follows; `problems` says why, empty: cards are
    missing."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        codes = sorted({problem.code.value for problem in problems})
        super().__init__(", ".join(codes) or "the record is not complete")
        self.problems = problems


def sheet_from_deal(deal: Deal, rules: RuleSet, *, bid: int | None = None) -> HandSheet:
    """The hand sheet a clean and complete record implies.

    Runs, sets and Bella as if everybody said and showed in time: the runs (with their cards) and
    sets that count, Bella said on the second card. A record knows no bid: give it where the rule
    set asks for one. Raises UnclearDeal.
    """
    reading = read_deal(deal, rules)
    if reading.problems or not reading.complete:
        raise UnclearDeal(reading.problems)
    melds = reading.melds
    return HandSheet(
        trump=deal.trump,
        dealer=deal.dealer,
        caller=deal.caller,
        bid=bid,
        count_ns=reading.counted_ns,
        count_ew=reading.counted_ew,
        last_trick=reading.last_trick,
        runs=melds.runs,
        sets=melds.sets,
        bella=(Bella(seat=reading.bella),) if reading.bella else (),
    )


def play_out(
    hands: Mapping[Seat, tuple[str, ...]],
    trump: Trump,
    dealer: Seat,
    rules: RuleSet,
    choose: Callable[[tuple[str, ...]], str],
    *,
    caller: Seat | None = None,
) -> Deal:
    """A record of legal play from four hands of nine.

    `choose` picks each card from the legal ones, in the order of the hand. `caller` is only written
    down; None: the dealer had to call.
    """
    held = {seat: list(hands[seat]) for seat in SEATS}
    seat = dealer.left
    plays: list[str] = []
    trick: list[str] = []
    for _ in range(DECK_SIZE):
        card = choose(legal_cards(held[seat], trick, trump, rules))
        held[seat].remove(card)
        plays.append(card)
        trick.append(card)
        seat = seat.left
        if len(trick) == TRICK_SIZE:
            for _ in range(trick_winner(trick, trump)):
                seat = seat.left
            trick = []
    return Deal(
        trump=trump, dealer=dealer, caller=caller or dealer, hands=dict(hands), plays=tuple(plays)
    )
