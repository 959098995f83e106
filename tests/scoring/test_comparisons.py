"""Two sheets of one match: what differs, what does not, and which is the less good one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    Bella,
    BellaCall,
    Claim,
    FourOfAKind,
    GameTotals,
    HandSheet,
    Outcome,
    RuleSet,
    Run,
    Seat,
    Side,
    Trump,
    Verdict,
    ahead_on_both,
    compare_sheets,
    compare_totals,
    judge,
    less_good_for,
    reseated,
)
from tests.scoring.sheet_strategies import right_hands, rule_sets, sheets

RULES = RuleSet.from_preset("cape-breton")
PLAIN = HandSheet(dealer=Seat.W, caller=Seat.N, trump=Trump.SPADES, count_ns=96)
STOPPED = replace(
    PLAIN,
    outcome=Outcome.MISPLAY,
    count_ns=None,
    claim=Claim(by=Side.NS, against=Side.EW, upheld=True),
)


def fields_of(one, other):
    return [found.field for found in compare_sheets([one], [other], RULES)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"dealer": Seat.N}, "dealer"),
        ({"caller": Seat.S}, "caller"),
        ({"trump": Trump.HEARTS}, "trump"),
        ({"forced": True}, "forced"),
        ({"runs": (Run(seat=Seat.E, twenties=1),)}, "runs"),
        ({"sets": (FourOfAKind(seat=Seat.E, rank="J"),)}, "sets"),
        ({"bella": (Bella(seat=Seat.E),)}, "bella"),
        ({"thrown_by": Side.EW}, "thrown_by"),
        ({"claim": Claim(by=Side.EW)}, "claim"),
    ],
)
def test_a_field_that_differs_is_named_with_what_each_says(change, field):
    (found,) = compare_sheets([PLAIN, PLAIN], [PLAIN, replace(PLAIN, **change)], RULES)
    assert (found.hand, found.field) == (2, field)
    assert found.first != found.second


def test_another_count_is_another_count_of_both_sides():
    found = compare_sheets([PLAIN], [replace(PLAIN, count_ns=90)], RULES)
    assert [(one.field, one.first, one.second) for one in found] == [
        ("count_ns", 96, 90),
        ("count_ew", 66, 72),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PLAIN, replace(PLAIN, count_ns=None, count_ew=66)),
        (PLAIN, replace(PLAIN, count_ew=66)),
        (PLAIN, replace(PLAIN, last_trick=Side.EW)),
        (PLAIN, replace(PLAIN, bid=60)),
        (PLAIN, replace(PLAIN, claimed_result=Verdict.MADE)),
        (PLAIN, replace(PLAIN, claimed_score_ns=96, claimed_score_ew=66)),
        (PLAIN, replace(PLAIN, claimed_score_ns=96)),
        (PLAIN, replace(PLAIN, runs=(Run(seat=Seat.E),))),
        (PLAIN, replace(PLAIN, bella=(Bella(seat=Seat.E, call=BellaCall.NONE),))),
        (STOPPED, replace(STOPPED, count_ns=0, count_ew=0)),
        (STOPPED, replace(STOPPED, claim=replace(STOPPED.claim, trick=4, seat=Seat.E, card="9S"))),
        (
            replace(PLAIN, bella=(Bella(seat=Seat.E),)),
            replace(PLAIN, bella=(Bella(seat=Seat.E, points=20),)),
        ),
        (
            replace(PLAIN, runs=(Run(seat=Seat.E, twenties=1),)),
            replace(PLAIN, runs=(Run(seat=Seat.E, twenties=1, cards=(("9H", "TH", "JH"),)),)),
        ),
    ],
)
def test_saying_less_is_no_difference(one, other):
    assert compare_sheets([one], [other], RULES) == ()
    assert compare_sheets([other], [one], RULES) == ()


@pytest.mark.parametrize(
    ("one", "other", "field"),
    [
        ({"last_trick": Side.NS}, {"last_trick": Side.EW}, "last_trick"),
        ({"bid": 50}, {"bid": 60}, "bid"),
        ({"claimed_result": Verdict.MADE}, {"claimed_result": Verdict.BAIT}, "claimed_result"),
        (
            {"claimed_score_ns": 96, "claimed_score_ew": 66},
            {"claimed_score_ns": 90, "claimed_score_ew": 72},
            "claimed_score",
        ),
        (
            {"bella": (Bella(seat=Seat.E, points=20),)},
            {"bella": (Bella(seat=Seat.E, points=0),)},
            "bella_points",
        ),
        (
            {"runs": (Run(seat=Seat.E, twenties=1, cards=(("9H", "TH", "JH"),)),)},
            {"runs": (Run(seat=Seat.E, twenties=1, cards=(("9C", "TC", "JC"),)),)},
            "cards",
        ),
        ({"claim": Claim(trick=3)}, {"claim": Claim(trick=4)}, "trick"),
        ({"claim": Claim(seat=Seat.N)}, {"claim": Claim(seat=Seat.S)}, "misplayed_by"),
        ({"claim": Claim(card="9S")}, {"claim": Claim(card="8S")}, "card"),
    ],
)
def test_what_both_wrote_must_be_the_same(one, other, field):
    assert fields_of(replace(PLAIN, **one), replace(PLAIN, **other)) == [field]


def test_a_hand_only_one_of_them_has_is_told_with_the_numbers():
    (found,) = compare_sheets([PLAIN, PLAIN], [PLAIN], RULES)
    assert (found.hand, found.field, found.first, found.second) == (2, "hand", 2, 1)


def test_without_trump_a_single_count_is_compared_as_it_stands():
    unclear = replace(PLAIN, trump=None)
    assert fields_of(unclear, unclear) == []
    assert fields_of(unclear, replace(unclear, count_ns=90)) == ["count_ns"]


def test_totals_that_differ_are_named_game_by_game():
    one, other = GameTotals(a=512, b=340, winner="a"), GameTotals(a=340, b=512, winner="b")
    assert compare_totals([one, other], [one, other]) == ()
    assert compare_totals([one, other], [one, one]) == ((2, other, one),)
    assert compare_totals([one], [one, other]) == ((2, None, other),)
    assert compare_totals([one, other], [one]) == ((2, other, None),)


def totals(*games):
    return [GameTotals(a=a, b=b, winner="a" if a > b else "b" if b > a else None) for a, b in games]


@pytest.mark.parametrize(
    ("first", "second", "for_a", "for_b"),
    [
        (totals((512, 340)), totals((512, 340)), None, None),
        (totals((512, 340)), totals((512, 360)), 1, 0),
        (totals((512, 340)), totals((340, 512)), 1, 0),
        # A game more is worth more than any points.
        (totals((510, 500), (510, 500)), totals((900, 0), (500, 510)), 1, 0),
        (totals((500, 500)), totals((510, 500)), 0, 1),
    ],
)
def test_the_less_good_sheet_has_fewer_games_then_fewer_points(first, second, for_a, for_b):
    assert (less_good_for("a", first, second), less_good_for("b", first, second)) == (for_a, for_b)


@pytest.mark.parametrize(
    ("first", "second", "ahead"),
    [
        (totals((512, 340)), totals((512, 360)), "a"),
        (totals((340, 512)), totals((360, 512)), "b"),
        (totals((512, 340)), totals((340, 512)), None),
        (totals((500, 500)), totals((500, 500)), None),
        (totals((512, 340)), totals((500, 500)), None),
    ],
)
def test_who_is_ahead_on_both_sheets(first, second, ahead):
    assert ahead_on_both(first, second) == ahead


LISTS = st.lists(sheets(), max_size=3)
TURNS = [
    dict(zip(Seat, order, strict=True))
    for order in (
        (Seat.N, Seat.E, Seat.S, Seat.W),
        (Seat.E, Seat.S, Seat.W, Seat.N),
        (Seat.S, Seat.W, Seat.N, Seat.E),
        (Seat.W, Seat.N, Seat.E, Seat.S),
        (Seat.N, Seat.W, Seat.S, Seat.E),
    )
]


@settings(max_examples=150, deadline=None)
@given(LISTS, rule_sets())
def test_a_sheet_never_differs_from_itself_whatever_the_order_of_its_rows(written, rules):
    shuffled = [
        replace(one, runs=one.runs[::-1], sets=one.sets[::-1], bella=one.bella[::-1])
        for one in written
    ]
    assert compare_sheets(written, shuffled, rules) == ()


@settings(max_examples=150, deadline=None)
@given(LISTS, LISTS, rule_sets())
def test_asked_the_other_way_round_it_finds_the_same(one, other, rules):
    there = compare_sheets(one, other, rules)
    back = compare_sheets(other, one, rules)
    assert [(d.hand, d.field, d.second, d.first) for d in back] == [
        (d.hand, d.field, d.first, d.second) for d in there
    ]


@settings(max_examples=150, deadline=None)
@given(LISTS, LISTS, rule_sets(), st.sampled_from(TURNS))
def test_where_people_sit_changes_no_difference(one, other, rules, seats):
    turned = compare_sheets(
        [reseated(sheet, seats) for sheet in one],
        [reseated(sheet, seats) for sheet in other],
        rules,
    )
    plain = compare_sheets(one, other, rules)
    counts = ("count_ns", "count_ew")
    assert sorted((d.hand, d.field) for d in turned if d.field not in counts) == sorted(
        (d.hand, d.field) for d in plain if d.field not in counts
    )
    assert sum(d.field in counts for d in turned) == sum(d.field in counts for d in plain)


@settings(max_examples=150, deadline=None)
@given(sheets(), st.sampled_from(TURNS))
def test_sitting_back_gives_the_sheet_that_was(sheet, seats):
    back = {to: seat for seat, to in seats.items()}
    assert reseated(reseated(sheet, seats), back) == sheet


@settings(max_examples=200, deadline=None)
@given(right_hands(), right_hands())
def test_sheets_that_do_not_differ_come_to_the_same(hand, another):
    """Whatever is told apart from a right sheet by nothing writes the same score."""
    sheet, rules = hand
    for other in (
        another[0],
        replace(sheet, last_trick=None),
        replace(sheet, runs=sheet.runs[::-1]),
    ):
        _problems, score = judge(other, rules)
        if score is not None and compare_sheets([sheet], [other], rules) == ():
            mine = judge(sheet, rules)[1]
            assert (score.ns, score.ew, score.hanging) == (mine.ns, mine.ew, mine.hanging)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), max_size=3),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), max_size=3),
)
def test_what_is_less_good_for_one_side_is_the_better_one_for_the_other(one, other):
    first, second = totals(*one), totals(*other)
    a, b = less_good_for("a", first, second), less_good_for("b", first, second)
    assert (a is None) == (b is None)
    assert a is None or a == 1 - b
    swapped = less_good_for("a", second, first)
    assert swapped == (None if a is None else 1 - a)
