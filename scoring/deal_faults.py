"""What is wrong with a deal record: the slow reading that explains (docs/RULES.md 3, 8)."""

from dataclasses import dataclass, field

from scoring.cards import Seat, Side
from scoring.deal_records import DECK_SIZE, HAND_SIZE, SEATS, TRICK_SIZE, Deal, DealReading, Misplay
from scoring.play import (
    BITS,
    PlayTable,
    broken_rule,
    cards_of,
    hand_bits,
    legal_to_trick,
    trick_winner,
)
from scoring.problems import Code, Problem
from scoring.rules import RuleSet


def _hand_problems(deal: Deal) -> list[Problem]:
    """What keeps the hands from being a deal; the counts are those of the record."""
    dealt = {seat: deal.hands.get(seat, ()) for seat in SEATS}
    cards = [card for hand in dealt.values() for card in hand]
    problems = []
    if len(cards) != DECK_SIZE:
        problems.append(Problem(Code.NOT_36_CARDS, "hands", {"cards": len(cards)}))
    for card in sorted({card for card in cards if cards.count(card) > 1}):
        holders = tuple([seat for seat, hand in dealt.items() if card in hand])
        problems.append(Problem(Code.CARD_TWICE, "hands", {"card": card, "seats": holders}))
    for seat, hand in dealt.items():
        if len(hand) != HAND_SIZE:
            figures = {"seat": seat, "cards": len(hand)}
            problems.append(Problem(Code.WRONG_HAND_SIZE, f"hands.{seat}", figures))
    return problems


@dataclass(slots=True)
class _Table:
    """The cards still held, and what has been found so far."""

    held: dict[Seat, int]
    problems: list[Problem] = field(default_factory=list)
    misplays: list[Misplay] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)
    counted: dict[Side, int] = field(default_factory=lambda: {Side.NS: 0, Side.EW: 0})


def explain_deal(deal: Deal, rules: RuleSet, table: PlayTable) -> DealReading:
    """The reading of any record, clean or not: every problem, as far as it can be read."""
    all_cards = {seat: hand_bits(deal.hands.get(seat, ())) for seat in SEATS}
    hand_bits(deal.plays)
    state = _Table(held=dict(all_cards), problems=_hand_problems(deal))
    sound = not state.problems
    if sound:
        _play_through(deal, rules, table, state)
    complete = sound and len(state.winners) == HAND_SIZE
    last_trick = state.winners[-1].side if complete else None
    if last_trick:
        state.counted[last_trick] += rules.last_trick
    bella = table.bella if sound else 0
    holders = [seat for seat in SEATS if bella and all_cards[seat] & bella == bella]
    return DealReading(
        deal=deal,
        rules=rules,
        dealt=sound,
        complete=complete,
        problems=tuple(state.problems),
        misplays=tuple(state.misplays),
        counted_ns=state.counted[Side.NS],
        counted_ew=state.counted[Side.EW],
        last_trick=last_trick,
        winners=tuple(state.winners),
        bella=holders[0] if holders else None,
    )


def _play_through(deal: Deal, rules: RuleSet, table: PlayTable, state: _Table) -> None:
    """Reads the plays until they end, or until a card cannot have been played by anybody."""
    seat = deal.dealer.left
    trick: list[str] = []
    played = 0
    for card in deal.plays:
        bit = BITS[card]
        where = {"trick": len(state.winners) + 1, "seat": seat, "card": card}
        if bit & played:
            state.problems.append(Problem(Code.CARD_NOT_HELD, "plays", where))
            return
        if not bit & state.held[seat]:
            holder = next(each for each in SEATS if bit & state.held[each])
            where["holder"] = holder
            state.problems.append(Problem(Code.NOT_THAT_PLAYERS_TURN, "plays", where))
            return
        if trick:
            _check_legal(rules, table, state, seat=seat, trick=trick, card=card)
        state.held[seat] ^= bit
        played |= bit
        trick.append(card)
        seat = seat.left
        if len(trick) == TRICK_SIZE:
            # Four cards on, `seat` is the leader again.
            for _ in range(trick_winner(trick, deal.trump)):
                seat = seat.left
            state.winners.append(seat)
            state.counted[seat.side] += sum([table.cards[each].points for each in trick])
            trick = []


def _check_legal(
    rules: RuleSet,
    table: PlayTable,
    state: _Table,
    *,
    seat: Seat,
    trick: list[str],
    card: str,
) -> None:
    """Adds a misplay when `card` may not be played to `trick`."""
    hand = state.held[seat]
    legal = legal_to_trick(hand, trick, table, rules)
    if BITS[card] & legal:
        return
    misplay = Misplay(
        trick=len(state.winners) + 1,
        seat=seat,
        card=card,
        rule=broken_rule(BITS[card], hand, table.cards[trick[0]].suit, table.trumps),
        legal=cards_of(legal),
    )
    state.misplays.append(misplay)
    figures = {
        "trick": misplay.trick,
        "seat": seat,
        "card": card,
        "rule": misplay.rule,
        "legal": misplay.legal,
    }
    state.problems.append(Problem(Code.MISPLAY, "plays", figures))
