"""What is wrong with a sheet, told once more, plainly and slowly, from docs/RULES.md 4, 5 and 8.

Written from the rules alone; what the paper claims as its result is left to slow_hands.
"""

import itertools
from functools import cache

from scoring.cards import Seat
from scoring.sheets import BellaCall, Outcome

NATURAL = "AKQJT9876"
SUITS = "CDHS"
DECK = {"trump": [20, 14, 11, 10, 4, 3], "plain": [11, 10, 4, 3, 2]}
SET_WORTH = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}


def sums(no_trump):
    """Every number of card points that some cards make."""
    cards = DECK["plain"] * (4 if no_trump else 3) + ([] if no_trump else DECK["trump"])
    made = {0}
    for points in cards:
        made |= {one + points for one in made}
    return made


SUMS = {no_trump: sums(no_trump) for no_trump in (False, True)}


def runs_in(cards, run_long):
    """(points, length, best place in NATURAL, suit) of every run, cut from the top."""
    found = []
    for suit in SUITS:
        place = 0
        while place < 9:
            length = 0
            while place + length < 9 and NATURAL[place + length] + suit in cards:
                length += 1
            first = place
            for part in parts(length, run_long):
                worth = {3: 20, 4: 50}.get(part, 100 if run_long == "quint100" else 50)
                found.append((worth, part, first, suit))
                first += part
            place += length + 1
    return found


def parts(length, run_long):
    if length < 3:
        return ()
    if run_long != "split" or length < 7:
        return (length,)
    return (4, length - 4)


def figures_of(rows):
    return tuple(sum(getattr(r, n) for r in rows) for n in ("twenties", "fifties", "hundreds"))


def worths(cards, run_long):
    made = [run[0] for run in runs_in(cards, run_long)]
    return made.count(20), made.count(50), made.count(100)


@cache
def suit_hands(suit, run_long):
    """Every holding of one suit: its cards, how many, and its runs of 20, 50, 100 and more."""
    found = []
    for number in range(512):
        cards = frozenset(NATURAL[i] + suit for i in range(9) if number >> i & 1)
        a, b, c = worths(cards, run_long)
        found.append((cards, (len(cards), a + b + c, b + c, c)))
    return found


def room_for(known, elsewhere, figures, run_long):
    """Whether nine cards with all of `known`, none of `elsewhere`, can show the runs."""
    hands = {(0, 0, 0, 0)}
    need = (sum(figures), sum(figures[1:]), figures[2])
    for suit in SUITS:
        own = {card for card in known if card[1] == suit}
        of_suit = {
            holds
            for cards, holds in suit_hands(suit, run_long)
            if own <= cards and not cards & elsewhere
        }
        hands = {tuple(map(sum, zip(one, more, strict=True))) for one in hands for more in of_suit}
        hands = {hand for hand in hands if hand[0] <= 9}
    return any(all(has >= n for has, n in zip(hand[1:], need, strict=True)) for hand in hands)


def count_codes(sheet, rules):
    trump = sheet.trump or (None if rules.no_trump else "S")
    no_trump = trump == "NT"
    base = (120 if no_trump else 152) + rules.last_trick
    given = {"NS": sheet.count_ns, "EW": sheet.count_ew}
    given = {side: count for side, count in given.items() if count is not None}
    inside = {side: count for side, count in given.items() if 0 <= count <= base}
    if inside != given:
        yield "count_out_of_range"
    if trump is None:
        return
    if len(given) == 2 and sum(given.values()) != base:
        yield "count_sum"
    for side, count in inside.items():
        both = {side: count, "EW" if side == "NS" else "NS": base - count}
        last = [sheet.last_trick] if sheet.last_trick else list(both)
        if sheet.last_trick and both[sheet.last_trick] < rules.last_trick:
            yield "last_trick_mismatch"
        elif not any(
            {both[took] - rules.last_trick, base - both[took]} <= SUMS[no_trump] for took in last
        ):
            yield "count_unreachable"


def run_codes(sheet, rules):
    counting = {r.seat for r in sheet.runs if r.counted and r.points}
    counting |= {four.seat for four in sheet.sets}
    if rules.run_scope == "player" and len(counting) > 1:
        yield "runs_more_than_one_player"
    if rules.run_scope == "side" and len({seat.side for seat in counting}) > 1:
        yield "runs_both_sides"
    if any(r.counted and r.points and not r.shown for r in sheet.runs):
        yield "run_not_shown"
    if sheet.sets and not rules.sets:
        yield "sets_not_allowed"
    for row in sheet.runs:
        yield from written_codes(row, rules)
    cards = cards_by_seat(sheet)
    every = [card for seat in Seat for card in cards[seat]]
    if len(every) != len(set(every)):
        yield "run_card_twice"
    for seat in Seat:
        if not possible(sheet, seat, (), rules):
            yield "runs_impossible_for_nine_cards"


def written_codes(row, rules):
    for cards in row.cards:
        places = sorted(NATURAL.index(card[0]) for card in set(cards))
        steps = {high - low for low, high in itertools.pairwise(places)}
        if len({card[1] for card in cards}) != 1 or len(places) < 3 or steps != {1}:
            yield "run_not_consecutive"
            return
    together = {card for cards in row.cards for card in cards}
    figures, made = figures_of([row]), worths(together, rules.run_long)
    if not row.cards or made == figures or not (any(figures) or row.counted):
        return
    # Where lists are missing, the cards may be a part of the figures.
    a_part = all(one <= figure for one, figure in zip(made, figures, strict=True))
    if len(row.cards) >= sum(figures) or not a_part:
        yield "run_not_consecutive"


def cards_by_seat(sheet):
    """Every card the sheet puts into a hand; a set's card that stands in a run is that one."""
    cards = {
        s: [c for r in sheet.runs if r.seat is s for run in r.cards for c in run] for s in Seat
    }
    for seat in Seat:
        in_runs = set(cards[seat])
        of_sets = [four.rank + suit for four in sheet.sets if four.seat is seat for suit in SUITS]
        cards[seat] += [card for card in of_sets if card not in in_runs]
    return cards


def possible(sheet, seat, more, rules):
    """Whether the seat can hold what is written for it, and the cards `more`."""
    figures = figures_of([r for r in sheet.runs if r.seat is seat])
    least = 3 * figures[0] + 4 * figures[1] + 5 * figures[2]
    if min(figures) < 0 or least > 9 or (figures[2] and rules.run_long != "quint100"):
        return False
    cards = cards_by_seat(sheet)
    if not any(cards.values()):
        return True
    own = set(cards[seat])
    elsewhere = {card for other in Seat if other is not seat for card in cards[other]} - own
    return not elsewhere & set(more) and room_for(
        own | set(more), elsewhere, figures, rules.run_long
    )


def bella_codes(sheet, rules):
    if len(sheet.bella) > 1:
        yield "bella_twice"
    if sheet.bella and sheet.trump == "NT":
        yield "bella_without_trump"
    bells = {f"K{sheet.trump}", f"Q{sheet.trump}"} if sheet.trump not in (None, "NT") else set()
    for bella in sheet.bella:
        first = bella.call is BellaCall.FIRST and rules.bella_call == "last"
        with_run = bella.call is BellaCall.WITH_RUN
        if first and bella.points:
            yield "bella_called_on_first"
        silent = bella.call is BellaCall.NONE or (with_run and not rules.bella_with_run)
        if silent and bella.points:
            yield "bella_not_called"
        rows = [r for r in sheet.runs if r.seat is bella.seat and (r.points or r.cards)]
        if with_run and not silent and bells and rows:
            holds = [
                r.shown
                and (len(r.cards) < sum(figures_of([r])) or any(bells <= {*c} for c in r.cards))
                for r in rows
            ]
            if not any(holds):
                yield "bella_not_called"
        cards = cards_by_seat(sheet)
        if bella.call is not BellaCall.NONE and bells and any(cards.values()):
            others = {c for s in Seat if s is not bella.seat for c in cards[s]}
            elsewhere = bells & others - set(cards[bella.seat])
            alone = possible(sheet, bella.seat, (), rules)
            if elsewhere or (alone and not possible(sheet, bella.seat, bells, rules)):
                yield "bella_holder_impossible"


def call_codes(sheet, rules):
    played = sheet.outcome is Outcome.PLAYED
    if sheet.trump is None:
        yield "trump_missing"
    if sheet.trump == "NT" and not rules.no_trump:
        yield "no_trump_not_allowed"
    if sheet.caller is None and played:
        yield "caller_missing"
    if sheet.forced and sheet.dealer and sheet.caller and sheet.dealer is not sheet.caller:
        yield "forced_but_not_dealer"
    if rules.contract == "bid":
        lowest = {rules.no_trump_min_bid if sheet.trump == "NT" else rules.min_bid}
        if sheet.trump is None and rules.no_trump:
            lowest.add(rules.no_trump_min_bid)
        if sheet.bid is None and played:
            yield "bid_missing"
        if sheet.bid is not None and sheet.bid < min(lowest):
            yield "bid_too_low"


def stopped_codes(sheet):
    if sheet.count_ns or sheet.count_ew:
        yield "stopped_hand_with_count"
    claim = sheet.claim
    if sheet.outcome is Outcome.THROWN_IN:
        complete = sheet.thrown_by is not None
    else:
        complete = claim is not None and None not in (claim.by, claim.against, claim.upheld)
        complete = complete and claim.by is not claim.against
        complete = complete and (claim.seat is None or claim.seat.side is claim.against)
    if not complete:
        yield "claim_incomplete"


def passed_out_codes(sheet, rules):
    if rules.all_pass == "force_dealer":
        yield "pass_out_not_allowed"
    if sheet.trump or sheet.caller or sheet.forced or sheet.bid is not None:
        yield "pass_out_with_trump"
    said = any(bella.call is not BellaCall.NONE or bella.points for bella in sheet.bella)
    runs = sum(r.points for r in sheet.runs if r.counted)
    if sheet.count_ns or sheet.count_ew or runs or sheet.sets or said:
        yield "pass_out_with_points"


def slow_codes(sheet, rules):
    """The codes of every error but run_beaten, run_cancelled, result_ and score_mismatch."""
    if sheet.outcome is Outcome.PASSED_OUT:
        return set(passed_out_codes(sheet, rules))
    codes = {*call_codes(sheet, rules), *run_codes(sheet, rules), *bella_codes(sheet, rules)}
    if sheet.outcome is not Outcome.PLAYED:
        return codes | set(stopped_codes(sheet))
    if sheet.count_ns is not None or sheet.count_ew is not None:
        return codes | set(count_codes(sheet, rules))
    first = any(bella.call is BellaCall.FIRST for bella in sheet.bella) and sheet.trump != "NT"
    lost = first and rules.bella_call == "last" and rules.first_bella == "lose_hand"
    return codes if lost else codes | {"count_missing"}
