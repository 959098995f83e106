"""Deal records card by card, and the sheet they imply (docs/RULES.md 3, 8, 10)."""

import random
from dataclasses import replace

import pytest

from scoring.cards import CARDS, Seat, Side, Trump
from scoring.deal_records import Deal
from scoring.deals import UnclearDeal, play_out, read_deal, sheet_from_deal
from scoring.play import PlayRule
from scoring.problems import Code
from scoring.rules import RuleSet
from scoring.sheets import Bella, FourOfAKind, Outcome, Run

RULES = RuleSet()
N, E, S, W = Seat
# Every hand is one suit: N clubs, E diamonds, S hearts, W spades.
SUITED = {seat: tuple(c for c in CARDS if c[1] == suit) for seat, suit in zip(Seat, "CDHS")}  # noqa: B905


def suited(trump: Trump = Trump.CLUBS, dealer: Seat = W, **changes: object) -> Deal:
    """Each seat holds a whole suit; north leads and every card is legal, highest first."""
    deal = play_out(SUITED, trump, dealer, RULES, lambda legal: legal[-1])
    return replace(deal, **changes)  # type: ignore[arg-type]


def dealt(seed: int, trump: Trump = Trump.HEARTS, rules: RuleSet = RULES) -> Deal:
    chance = random.Random(seed)
    cards = list(CARDS)
    chance.shuffle(cards)
    hands = {seat: tuple(cards[at * 9 : at * 9 + 9]) for at, seat in enumerate(Seat)}
    return play_out(hands, trump, Seat.E, rules, chance.choice, caller=Seat.S)


def codes(deal: Deal, rules: RuleSet = RULES) -> list[str]:
    return [str(problem.code) for problem in read_deal(deal, rules).problems]


def test_a_hand_of_nine_trumps_takes_every_point():
    reading = read_deal(suited(), RULES)
    assert (reading.complete, reading.problems, reading.misplays) == (True, (), ())
    assert (reading.counted_ns, reading.counted_ew) == (162, 0)
    assert reading.winners == (N,) * 9
    assert (reading.last_trick, reading.bella) == (Side.NS, N)


def test_the_last_trick_can_be_worth_four():
    assert read_deal(suited(), RuleSet(last_trick=4)).counted_ns == 156


def test_at_no_trump_nobody_holds_bella_and_130_points_are_counted():
    reading = read_deal(suited(Trump.NO_TRUMP), RULES)
    assert (reading.counted_ns, reading.counted_ew, reading.bella) == (130, 0, None)


def test_the_holder_of_both_bells_has_bella_wherever_he_sits():
    assert read_deal(suited(Trump.SPADES), RULES).bella == W
    split = dealt(5)
    owners = {seat for seat in Seat if {"KH", "QH"} & set(split.hands[seat])}
    assert len(owners) == 2
    assert read_deal(split, RULES).bella is None


def test_runs_that_count_are_named_with_their_cards():
    # Every hand holds a whole suit: 70 or more each, trump is the best.
    (run,) = read_deal(suited(), RULES).runs
    assert (run.seat, run.twenties, run.fifties) == (N, 0, 2)
    assert run.cards[0] == ("AC", "KC", "QC", "JC")


def test_a_record_that_stops_in_the_middle_is_read_so_far():
    deal = suited()
    reading = read_deal(replace(deal, plays=deal.plays[:10]), RULES)
    assert (reading.complete, reading.problems) == (False, ())
    assert (reading.winners, reading.last_trick, reading.bella) == ((N, N), None, N)
    # The king, queen... of the two complete tricks, no last trick, nothing of the third.
    assert (reading.counted_ns, reading.counted_ew) == (11 + 33 + 4 + 12, 0)


def test_a_record_without_a_card_is_not_complete():
    reading = read_deal(suited(plays=()), RULES)
    assert (reading.complete, reading.counted_ns, reading.winners) == (False, 0, ())


# North holds spades, east none of them but the nine of trump; south is filled up with what is left.
HANDS = {
    N: "6S 7S 8S 9S TS JS QS KS TC",
    E: "9H 6C 7C 8C 9C 6D 7D 8D 9D",
    W: "7H JH KC QC JC AC TD JD QD",
}


def misplayed(record: str, rules: RuleSet = RULES, **hands: str) -> list[tuple[object, ...]]:
    """Misplays of a record that begins with `record`; hearts are trump, west deals."""
    named = HANDS | {Seat(seat): hand for seat, hand in hands.items()}
    full = {seat: tuple(hand.split()) for seat, hand in named.items()}
    held = {card for hand in full.values() for card in hand}
    full[S] = tuple(card for card in CARDS if card not in held)
    deal = Deal(trump=Trump.HEARTS, dealer=W, caller=N, hands=full, plays=tuple(record.split()))
    assert codes(deal, rules) == ["misplay"] * len(read_deal(deal, rules).misplays)
    return [(m.trick, m.seat, m.card, m.rule, m.legal) for m in read_deal(deal, rules).misplays]


def test_not_following_suit_is_named_with_what_was_legal():
    assert misplayed("TC 9H") == [(1, E, "9H", PlayRule.FOLLOW_SUIT, ("6C", "7C", "8C", "9C"))]


def test_not_trumping_is_named():
    assert misplayed("6S 6C") == [(1, E, "6C", PlayRule.MUST_TRUMP, ("9H",))]
    assert misplayed("6S 9H AS KC") == [(1, W, "KC", PlayRule.MUST_TRUMP, ("JH",))]


def test_not_beating_a_trump_is_named_unless_it_is_the_partners_and_may_lie():
    assert misplayed("6S 9H AS 7H") == [(1, W, "7H", PlayRule.BEAT_TRUMP, ("JH",))]
    assert misplayed("6S 9H AS JH") == []
    assert misplayed("6S 9H AS 7H", RuleSet(overtrump_partner=False)) == []


def test_trump_led_must_be_followed_and_beaten():
    assert misplayed("6S 9H AS JH 7H TC", N="6S 7S 8S 9S TS JS QS TC 8H") == [
        (2, N, "TC", PlayRule.FOLLOW_SUIT, ("8H",))
    ]
    assert misplayed("6S 9H AS JH 7H 6H", N="6S 7S 8S 9S TS JS QS 6H 8H") == [
        (2, N, "6H", PlayRule.BEAT_TRUMP, ("8H",))
    ]


def test_reading_goes_on_after_a_misplay_as_it_was_played():
    # East lays a diamond on a club he holds; south trumps as he must, wins, and leads on.
    swapped = dict(SUITED)
    swapped[E] = ("AC", *SUITED[E][1:])
    swapped[N] = tuple("6D" if card == "AC" else card for card in SUITED[N])
    record = Deal(
        trump=Trump.HEARTS,
        dealer=W,
        caller=N,
        hands=swapped,
        plays=("KC", "7D", "6H", "6S", "7H", "7S", "6C", "8D"),
    )
    reading = read_deal(record, RULES)
    assert [(m.trick, m.seat, m.card, m.legal) for m in reading.misplays] == [
        (1, E, "7D", ("AC",)),
    ]
    assert reading.winners == (S, S)
    assert codes(record) == ["misplay"]
    assert reading.problems[0].params == {
        "trick": 1,
        "seat": E,
        "card": "7D",
        "rule": "follow_suit",
        "legal": ("AC",),
    }


def test_a_card_of_another_hand_ends_the_reading():
    deal = suited()
    reading = read_deal(replace(deal, plays=(*deal.plays[:5], "KS", *deal.plays[6:])), RULES)
    (problem,) = reading.problems
    assert (problem.code, problem.field) == (Code.NOT_THAT_PLAYERS_TURN, "plays")
    assert problem.params == {"trick": 2, "seat": E, "card": "KS", "holder": W}
    assert (reading.complete, reading.winners) == (False, (N,))


def test_a_card_already_played_ends_the_reading():
    deal = suited()
    reading = read_deal(replace(deal, plays=(*deal.plays[:4], deal.plays[0])), RULES)
    (problem,) = reading.problems
    assert problem.code == Code.CARD_NOT_HELD
    assert problem.params == {"trick": 2, "seat": N, "card": "AC"}


def test_a_card_led_again_in_a_whole_record_is_not_held():
    deal = suited()
    again = replace(deal, plays=(*deal.plays[:4], deal.plays[0], *deal.plays[5:]))
    assert codes(again) == ["card_not_held"]


def test_a_card_too_many_after_nine_tricks_is_not_held():
    deal = suited()
    reading = read_deal(replace(deal, plays=(*deal.plays, "AC")), RULES)
    assert [problem.code for problem in reading.problems] == [Code.CARD_NOT_HELD]
    assert (reading.complete, reading.counted_ns) == (True, 162)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({N: SUITED[N][:8]}, ["not_36_cards", "wrong_hand_size"]),
        ({N: ("AD", *SUITED[N][1:])}, ["card_twice"]),
        ({N: SUITED[N][:8], E: (*SUITED[E], "AC")}, ["wrong_hand_size"] * 2),
        ({N: (*SUITED[N], "AC")}, ["not_36_cards", "card_twice", "wrong_hand_size"]),
        ({N: ()}, ["not_36_cards", "wrong_hand_size"]),
    ],
)
def test_hands_that_are_no_deal_are_refused_whole_and_not_read_on(changes, expected):
    deal = suited(hands=SUITED | changes)
    assert codes(deal) == expected
    reading = read_deal(deal, RULES)
    assert (reading.complete, reading.counted_ns, reading.winners) == (False, 0, ())
    assert (reading.bella, reading.runs, reading.last_trick) == (None, (), None)


def test_a_missing_seat_is_a_hand_of_no_cards():
    three = {seat: hand for seat, hand in SUITED.items() if seat != N}
    assert codes(suited(hands=three)) == ["not_36_cards", "wrong_hand_size"]


def test_what_is_wrong_with_hands_is_said_with_figures():
    twice = read_deal(suited(hands=SUITED | {N: ("AD", *SUITED[N][1:])}), RULES)
    assert twice.problems[0].params == {"card": "AD", "seats": (N, E)}
    short = read_deal(suited(hands=SUITED | {N: SUITED[N][:8]}), RULES)
    assert [(one.field, dict(one.params)) for one in short.problems] == [
        ("hands", {"cards": 35}),
        ("hands.N", {"seat": N, "cards": 8}),
    ]


def test_a_string_that_is_no_card_is_refused_by_name():
    with pytest.raises(ValueError, match="not a card: '1C'"):
        read_deal(suited(hands=SUITED | {N: ("1C", *SUITED[N][1:])}), RULES)
    with pytest.raises(ValueError, match="not a card: 'XX'"):
        read_deal(suited(plays=("XX",)), RULES)


def test_the_sheet_of_a_clean_record_has_count_last_trick_runs_and_bella():
    sheet = sheet_from_deal(suited(), RULES)
    assert (sheet.outcome, sheet.trump, sheet.dealer) == (Outcome.PLAYED, Trump.CLUBS, W)
    assert (sheet.caller, sheet.bid, sheet.forced) == (W, None, False)
    assert (sheet.count_ns, sheet.count_ew, sheet.last_trick) == (162, 0, Side.NS)
    assert sheet.bella == (Bella(seat=N),)
    assert [(run.seat, run.fifties) for run in sheet.runs] == [(N, 2)]
    assert all(isinstance(run, Run) for run in sheet.runs)
    assert sheet_from_deal(suited(), RULES, bid=70).bid == 70


def test_the_sheet_has_the_sets_where_they_are_played():
    aces = ("AC", "AD", "AH", "AS", "7C", "9D", "JH", "TS", "6S")
    rest = [card for card in CARDS if card not in aces]
    random.Random(1).shuffle(rest)
    hands = {N: aces} | {
        seat: tuple(rest[at * 9 : at * 9 + 9]) for at, seat in enumerate((E, S, W))
    }
    sets = RuleSet(sets=True, run_scope="side")
    deal = play_out(hands, Trump.CLUBS, W, sets, lambda legal: legal[0])
    assert sheet_from_deal(deal, sets).sets == (FourOfAKind(seat=N, rank="A"),)
    assert sheet_from_deal(deal, RULES).sets == ()


def test_no_sheet_follows_from_a_record_with_a_fault_or_a_gap():
    deal = suited()
    with pytest.raises(UnclearDeal, match="not complete") as gap:
        sheet_from_deal(replace(deal, plays=deal.plays[:35]), RULES)
    assert gap.value.problems == ()
    with pytest.raises(UnclearDeal, match="card_not_held"):
        sheet_from_deal(replace(deal, plays=(*deal.plays[:4], "AC")), RULES)


def test_play_goes_on_from_the_dealers_left_and_writes_down_the_caller():
    deal = dealt(1)
    assert deal.caller == S
    assert deal.plays[0] in deal.hands[S]
    assert suited().caller == W
