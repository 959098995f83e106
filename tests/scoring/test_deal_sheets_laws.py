"""Laws between a deal and the sheet it implies (docs/RULES.md 4 to 6, 8)."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import Seat, Side, Trump
from scoring.checks import check_sheet
from scoring.deals import play_out, read_deal, sheet_from_deal
from scoring.hands import score_hand
from scoring.rules import RuleSet
from scoring.sheet_json import sheet_from_json, sheet_to_json
from tests.scoring.naive_hand import written
from tests.scoring.test_deals_laws import shuffled

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from(Seat)
PRESETS = st.sampled_from(["cape-breton", "kitchen", "declared", "long"])
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "no_trump": st.just(True),
        "overtrump_partner": st.booleans(),
        "run_long": st.sampled_from(["split", "one_fifty", "quint100"]),
        "run_scope": st.sampled_from(["player", "side", "all"]),
        "run_compare": st.sampled_from(["flat", "longest_first"]),
        "run_tie": st.sampled_from(["cancel", "eldest"]),
        "sets": st.booleans(),
        "last_trick": st.sampled_from([10, 4]),
    },
)


@settings(deadline=None, max_examples=300)
@given(SEEDS, st.sampled_from(Trump), SEATS, SEATS, PRESETS, OPTIONS)
def test_the_sheet_of_a_legal_deal_is_always_valid(seed, trump, dealer, caller, preset, options):
    rules = RuleSet.from_preset(preset, options)
    if trump is Trump.NO_TRUMP and not rules.no_trump:
        rules = RuleSet.from_preset(preset, options | {"no_trump": True})
    chance = random.Random(seed)
    deal = play_out(shuffled(chance), trump, dealer, rules, chance.choice, caller=caller)
    sheet = sheet_from_deal(deal, rules, bid=200 if rules.contract == "bid" else None)
    assert [one for one in check_sheet(sheet, rules) if not one.warning] == []
    assert sheet_from_json(sheet_to_json(sheet)) == sheet
    score = score_hand(sheet, rules)
    assert score.total >= rules.base(trump)


@settings(deadline=None, max_examples=300)
@given(SEEDS, st.sampled_from([one for one in Trump if one.suit]), SEATS, SEATS)
def test_a_deal_scores_the_same_from_its_cards_and_from_its_sheet(seed, trump, dealer, caller):
    rules = RuleSet()
    chance = random.Random(seed)
    hands = shuffled(chance)
    deal = play_out(hands, trump, dealer, rules, chance.choice, caller=caller)
    reading = read_deal(deal, rules)
    counted = {Side.NS: reading.counted_ns, Side.EW: reading.counted_ew}
    score = score_hand(sheet_from_deal(deal, rules), rules)
    assert (score.ns, score.ew) == written(hands, trump, caller, counted)
