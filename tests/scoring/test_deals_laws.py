"""Laws of play and of deal records, against the rules told once more plainly (docs/RULES.md 3)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import CARDS, Seat, Side, Trump
from scoring.deal_faults import explain_deal
from scoring.deal_records import Deal
from scoring.deals import play_out, read_deal
from scoring.play import TABLES, legal_cards, trick_winner
from scoring.rules import RuleSet
from tests.scoring.naive_play import allowed, points, power, table_order

SEEDS = st.integers(0, 2**32)
TRUMPS = st.sampled_from(Trump)
SEATS = st.sampled_from(Seat)
RULES = st.builds(RuleSet, overtrump_partner=st.booleans(), last_trick=st.sampled_from([10, 4]))


def shuffled(chance: random.Random) -> dict[Seat, tuple[str, ...]]:
    cards = list(CARDS)
    chance.shuffle(cards)
    return {seat: tuple(cards[at * 9 : at * 9 + 9]) for at, seat in enumerate(Seat)}


def naive_reading(deal: Deal, rules: RuleSet):
    """Misplays, winners and points a side of a record in which everybody holds what he plays."""
    hands = {seat: list(cards) for seat, cards in deal.hands.items()}
    order = table_order(deal.dealer.left)
    misplays, winners, counted = [], [], {Side.NS: 0, Side.EW: 0}
    for start in range(0, len(deal.plays), 4):
        trick = list(deal.plays[start : start + 4])
        for at, (seat, card) in enumerate(zip(order, trick, strict=True)):
            legal = allowed(hands[seat], trick[:at], deal.trump, rules)
            if card not in legal:
                misplays.append((start // 4 + 1, seat, card, tuple(sorted(legal))))
            hands[seat].remove(card)
        best = max(trick, key=lambda card: power(card, trick[0][1], deal.trump))
        winners.append(order[trick.index(best)])
        counted[winners[-1].side] += sum(points(card, deal.trump) for card in trick)
        order = table_order(winners[-1])
    counted[winners[-1].side] += rules.last_trick
    return misplays, tuple(winners), counted


def read(deal: Deal, rules: RuleSet):
    reading = read_deal(deal, rules)
    misplays = [(m.trick, m.seat, m.card, m.legal) for m in reading.misplays]
    counted = {Side.NS: reading.counted_ns, Side.EW: reading.counted_ew}
    assert reading.complete
    assert len(reading.problems) == len(misplays)
    assert reading.last_trick == reading.winners[-1].side
    return misplays, reading.winners, counted


@settings(deadline=None)
@given(SEEDS, TRUMPS, SEATS, RULES)
def test_legal_play_is_read_without_a_fault_and_counts_every_point(seed, trump, dealer, rules):
    chance = random.Random(seed)
    deal = play_out(shuffled(chance), trump, dealer, rules, chance.choice)
    misplays, winners, counted = read(deal, rules)
    assert (misplays, winners, counted) == naive_reading(deal, rules)
    assert misplays == []
    assert sum(counted.values()) == rules.base(trump)


@settings(deadline=None, max_examples=200)
@given(SEEDS, TRUMPS, SEATS, RULES, st.integers(0, 35))
def test_a_random_illegal_card_is_always_found(seed, trump, dealer, rules, when):
    chance = random.Random(seed)
    hands = shuffled(chance)
    held = {seat: list(cards) for seat, cards in hands.items()}
    order, trick, plays, broken = table_order(dealer.left), [], [], []
    for _ in range(36):
        seat = order[len(trick)]
        legal = allowed(held[seat], trick, trump, rules)
        illegal = [card for card in held[seat] if card not in legal]
        if illegal and len(plays) >= when and not broken:
            card = chance.choice(illegal)
            broken.append((len(plays) // 4 + 1, seat, card, tuple(sorted(legal))))
        else:
            card = chance.choice(legal)
        held[seat].remove(card)
        plays.append(card)
        trick.append(card)
        if len(trick) == 4:
            order = table_order(order[trick_winner(trick, trump)])
            trick = []
    deal = Deal(trump=trump, dealer=dealer, caller=dealer, hands=hands, plays=tuple(plays))
    assert read(deal, rules)[0] == broken


@settings(deadline=None)
@given(SEEDS, TRUMPS, SEATS, RULES)
def test_lawless_play_is_read_to_the_end_with_every_misplay(seed, trump, dealer, rules):
    chance = random.Random(seed)
    hands = shuffled(chance)
    held = {seat: list(cards) for seat, cards in hands.items()}
    order, trick, plays = table_order(dealer.left), [], []
    for _ in range(36):
        mine = held[order[len(trick)]]
        trick.append(mine.pop(chance.randrange(len(mine))))
        plays.append(trick[-1])
        if len(trick) == 4:
            order = table_order(order[trick_winner(trick, trump)])
            trick = []
    deal = Deal(trump=trump, dealer=dealer, caller=dealer, hands=hands, plays=tuple(plays))
    assert read(deal, rules) == naive_reading(deal, rules)


@settings(deadline=None)
@given(SEEDS, TRUMPS, RULES, st.integers(1, 9), st.integers(0, 3))
def test_legal_cards_are_those_of_the_text_and_never_none(seed, trump, rules, size, laid):
    chance = random.Random(seed)
    cards = chance.sample(CARDS, size + laid)
    hand, trick = cards[:size], cards[size:]
    legal = legal_cards(hand, trick, trump, rules)
    assert sorted(legal) == sorted(allowed(hand, trick, trump, rules))
    assert legal
    if trick:
        best = max(trick, key=lambda card: power(card, trick[0][1], trump))
        assert trick[trick_winner(trick, trump)] == best


@settings(deadline=None, max_examples=200)
@given(SEEDS, TRUMPS, RULES, st.integers(0, 35), st.sampled_from(CARDS))
def test_one_card_changed_in_the_record_never_passes(seed, trump, rules, at, card):
    chance = random.Random(seed)
    deal = play_out(shuffled(chance), trump, Seat.N, rules, chance.choice)
    if deal.plays[at] == card:
        return
    plays = (*deal.plays[:at], card, *deal.plays[at + 1 :])
    changed = Deal(trump=trump, dealer=Seat.N, caller=Seat.N, hands=deal.hands, plays=plays)
    assert read_deal(changed, rules).problems


@pytest.mark.parametrize("trump", Trump)
@pytest.mark.parametrize("free", [False, True])
def test_the_fast_reading_says_what_the_slow_one_says(trump, free):
    rules = RuleSet(overtrump_partner=not free)
    chance = random.Random(11)
    for _ in range(60):
        deal = play_out(shuffled(chance), trump, Seat.S, rules, chance.choice)
        assert read_deal(deal, rules) == explain_deal(deal, rules, TABLES[trump])
        plays = list(deal.plays)
        one, other = chance.sample(range(36), 2)
        plays[one], plays[other] = plays[other], plays[one]
        mixed = Deal(
            trump=trump, dealer=Seat.S, caller=Seat.S, hands=deal.hands, plays=tuple(plays)
        )
        assert read_deal(mixed, rules) == explain_deal(mixed, rules, TABLES[trump])


@pytest.mark.parametrize("trump", Trump)
def test_a_clean_record_never_asks_the_slow_reader(trump, monkeypatch):
    monkeypatch.setattr("scoring.deals.explain_deal", None)
    chance = random.Random(5)
    for _ in range(50):
        deal = play_out(shuffled(chance), trump, Seat.W, RuleSet(), chance.choice)
        assert read_deal(deal, RuleSet()).complete
