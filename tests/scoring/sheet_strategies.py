"""Hypothesis strategies: rule sets, sheets as people write them, and sheets nobody would write."""

from dataclasses import fields, replace

from hypothesis import strategies as st

from scoring.cards import CARDS, RANKS, SUITS, Seat, Side, Trump
from scoring.rules import CONTRADICTIONS, OPTIONS, PRESETS, RuleSet
from scoring.sheets import (
    Bella,
    BellaCall,
    Claim,
    FourOfAKind,
    HandSheet,
    Outcome,
    Run,
    Verdict,
)

SEATS = st.sampled_from(Seat)
SIDES = st.sampled_from(Side)
SUIT_CALLS = [Trump.CLUBS, Trump.DIAMONDS, Trump.HEARTS, Trump.SPADES]


def _values(option):
    if option.choices is not None:
        return st.sampled_from(option.choices)
    return st.integers(option.minimum, option.maximum)


@st.composite
def rule_sets(draw):
    """A preset with some options changed, none contradicting another."""
    chosen = {name: option.default for name, option in OPTIONS.items()}
    chosen |= PRESETS[draw(st.sampled_from(list(PRESETS)))]
    names = draw(st.lists(st.sampled_from(list(OPTIONS)), max_size=8, unique=True))
    chosen |= {name: draw(_values(OPTIONS[name])) for name in names}
    for (option, value), (other, kept) in CONTRADICTIONS:
        if chosen[option] == value:
            chosen[other] = kept
    return RuleSet.from_json({"version": 1, "preset": "drawn", **chosen})


@st.composite
def card_lists(draw):
    """Cards of one to three runs, mostly real ones."""
    lists = []
    for _ in range(draw(st.integers(1, 3))):
        low = draw(st.integers(0, 6))
        high = draw(st.integers(low + 2, min(low + 9, 9)))
        cards = tuple(rank + draw(st.sampled_from(SUITS)) for rank in RANKS[low:high])
        if draw(st.integers(0, 9)):
            cards = tuple(card[0] + cards[0][1] for card in cards)
        lists.append(cards if draw(st.booleans()) else cards[::-1])
    return tuple(lists)


def runs(counted=None):
    """One row of runs; the figures and the cards agree only by chance."""
    return st.builds(
        Run,
        seat=SEATS,
        twenties=st.sampled_from([0, 1, 1, 1, 2, 3, 4, -1]),
        fifties=st.sampled_from([0, 0, 0, 1, 1, 2, 3]),
        hundreds=st.sampled_from([0, 0, 0, 0, 0, 1]),
        shown=st.sampled_from([True, True, True, False]),
        counted=st.booleans() if counted is None else counted,
        cards=st.just(()) | card_lists(),
    )


@st.composite
def agreeing_runs(draw):
    """One row whose cards make its figures, by the rules of one fifty from four cards on."""
    low = draw(st.integers(0, 6))
    high = draw(st.integers(low + 3, min(low + 6, 9)))
    suit = draw(st.sampled_from(SUITS))
    cards = tuple(rank + suit for rank in RANKS[low:high])
    twenty = len(cards) == 3
    return Run(
        seat=draw(SEATS),
        twenties=int(twenty),
        fifties=int(not twenty),
        counted=draw(st.sampled_from([True, True, False])),
        cards=(cards,) if draw(st.booleans()) else (),
    )


BELLAS = st.builds(
    Bella,
    seat=SEATS,
    call=st.sampled_from([*BellaCall, BellaCall.LAST, BellaCall.LAST]),
    points=st.sampled_from([None, None, None, 20, 0, 40]),
)
CLAIMS = st.builds(
    Claim,
    by=st.none() | SIDES,
    against=st.none() | SIDES,
    upheld=st.none() | st.booleans(),
    trick=st.none() | st.integers(1, 9),
    seat=st.none() | SEATS,
    card=st.none() | st.sampled_from(CARDS),
)
COUNTS = st.none() | st.integers(-2, 165)


@st.composite
def sheets(draw):
    """Sheets with right types; about half of the played ones add up."""
    trump = draw(st.sampled_from([*Trump, *Trump, None]))
    base = draw(st.sampled_from([162, 156] if trump is not Trump.NO_TRUMP else [130, 124]))
    ns = draw(COUNTS)
    ew = draw(st.sampled_from([None, base - ns]) if ns is not None else COUNTS)
    if not draw(st.integers(0, 9)):
        ew = draw(COUNTS)
    odd = draw(st.integers(0, 5)) == 0
    return HandSheet(
        outcome=draw(st.sampled_from([Outcome.PLAYED] * 6 + list(Outcome))),
        trump=trump,
        dealer=draw(st.none() | SEATS),
        caller=draw(SEATS | SEATS | st.none()),
        forced=draw(st.sampled_from([False, False, False, True])),
        bid=draw(st.none() | st.integers(40, 300)),
        count_ns=ns,
        count_ew=ew,
        last_trick=draw(st.none() | SIDES),
        runs=draw(st.lists(agreeing_runs() if not odd else runs(), max_size=3).map(tuple)),
        sets=draw(
            st.just(())
            | st.lists(
                st.builds(FourOfAKind, seat=SEATS, rank=st.sampled_from("J9ATKQ")), max_size=2
            ).map(tuple)
        )
        if odd
        else (),
        bella=draw(st.lists(BELLAS, max_size=2 if odd else 1).map(tuple)),
        claim=draw(st.none() | CLAIMS),
        thrown_by=draw(st.none() | SIDES),
        claimed_result=draw(st.sampled_from([None, None, None, *Verdict])),
        claimed_score_ns=draw(st.sampled_from([None, None, None, 0, ns])),
        claimed_score_ew=draw(st.sampled_from([None, None, None, 0, ew])),
    )


@st.composite
def ordinary_sheets(draw):
    """Played hands as most papers have them: mostly right, with few runs and one Bella."""
    trump = draw(st.sampled_from([*Trump]))
    base = 130 if trump is Trump.NO_TRUMP else 162
    ns = draw(st.integers(0, base))
    return HandSheet(
        trump=trump,
        dealer=draw(st.none() | SEATS),
        caller=draw(SEATS),
        forced=draw(st.sampled_from([False, False, False, True])),
        bid=draw(st.none() | st.integers(40, 300)),
        count_ns=draw(st.sampled_from([ns, ns, None])),
        count_ew=base - ns if draw(st.integers(0, 9)) else draw(COUNTS),
        last_trick=draw(st.none() | SIDES),
        runs=draw(st.just(()) | st.tuples(agreeing_runs() | runs(st.just(True)))),
        bella=draw(st.just(()) | st.tuples(BELLAS)),
        claimed_result=draw(st.sampled_from([None] * 5 + [Verdict.MADE, Verdict.BAIT])),
        claimed_score_ns=draw(st.sampled_from([None] * 5 + [ns, 0])),
    )


ABSURD = st.sampled_from(
    [None, "", "N", "NS", "S", "played", "20", 0, 1, -5, 10**30, 1.5, True, False, float("nan")]
) | st.builds(lambda kind: kind(), st.sampled_from([list, dict, tuple, set, object, bytes]))


def _absurd_fields(draw, whole):
    """Some fields of a dataclass put to anything at all."""
    names = [field.name for field in fields(whole)]
    wrong = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    kept = {name: getattr(whole, name) for name in names if name not in wrong}
    return type(whole)(**kept, **{name: draw(ABSURD) for name in wrong})


@st.composite
def absurd_sheets(draw):
    """Any field, and any field of any row, holds anything."""
    whole = draw(sheets() | ordinary_sheets())
    rows = {
        "runs": st.tuples(runs()),
        "sets": st.tuples(st.builds(FourOfAKind, seat=SEATS, rank=st.sampled_from("J9A"))),
        "bella": st.tuples(BELLAS),
        "claim": CLAIMS,
    }
    where = draw(st.sampled_from(["sheet", *rows]))
    if where == "sheet":
        return _absurd_fields(draw, whole)
    row = draw(rows[where])
    changed = _absurd_fields(draw, row[0] if isinstance(row, tuple) else row)
    kept = {field.name: getattr(whole, field.name) for field in fields(whole)}
    return HandSheet(**kept | {where: changed if where == "claim" else (changed,)})


@st.composite
def right_hands(draw):
    """A rule set, and a sheet of any outcome that is right by it."""
    rules = draw(rule_sets())
    trump = draw(st.sampled_from([*Trump] if rules.no_trump else SUIT_CALLS))
    base = rules.base(trump)
    outcomes = [Outcome.PLAYED] * 4 + [Outcome.MISPLAY, Outcome.THROWN_IN, Outcome.PASSED_OUT]
    outcome = draw(st.sampled_from(outcomes))
    if outcome is Outcome.PASSED_OUT:
        return HandSheet(outcome=outcome), replace(rules, all_pass="next_deal")
    accused = draw(SIDES)
    upheld = draw(st.booleans())
    played = outcome is Outcome.PLAYED
    near_half = st.integers(base // 2 - 12, base // 2 + 2)
    figures = draw(st.sampled_from([(1, 0), (0, 1), (2, 0), (1, 1), (0, 0)]))
    call = draw(st.sampled_from(BellaCall))
    sheet = HandSheet(
        outcome=outcome,
        trump=trump,
        caller=draw(SEATS),
        bid=draw(st.integers(min(rules.min_bid, 300), 300)) + 500 * (rules.min_bid > 300),
        count_ns=draw(near_half | st.sampled_from([0, base, 2])) if played else None,
        runs=(Run(seat=draw(SEATS), twenties=figures[0], fifties=figures[1]),),
        bella=()
        if trump is Trump.NO_TRUMP
        else draw(st.just(()) | st.tuples(st.builds(Bella, seat=SEATS, call=st.just(call)))),
        claim=Claim(by=accused.other, against=accused, upheld=upheld)
        if outcome is Outcome.MISPLAY
        else None,
        thrown_by=accused if outcome is Outcome.THROWN_IN else None,
    )
    return sheet, replace(rules, no_trump_min_bid=rules.min_bid)
