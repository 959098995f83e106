"""A game told once more, plainly and slowly, from docs/RULES.md 7."""

from scoring.cards import Seat


def slow_game(hands, rules, play, first_dealer=None):
    """(NS, EW, over, winner, codes) of a game read hand by hand."""
    totals, waiting, counted = {"NS": 0, "EW": 0}, 0, 0
    over, winner, codes, turn = False, None, set(), first_dealer
    for index, hand in enumerate(hands):
        if turn and hand.dealer and hand.dealer != turn:
            codes.add("dealer_out_of_turn")
        again = hand.same_dealer or (rules.all_pass == "same_dealer" and hand.ns == hand.ew == 0)
        turn = hand.dealer or turn
        if turn and not again:
            turn = list(Seat)[(list(Seat).index(turn) + 1) % 4]
        if over:
            codes.add("hand_after_game_over")
            continue
        totals["NS"] += hand.ns
        totals["EW"] += hand.ew
        if hand.ns != hand.ew:
            totals["NS" if hand.ns > hand.ew else "EW"] += waiting
            waiting = 0
        waiting += hand.hanging
        counted += not again
        over, winner = ended(totals, hand, rules, play, index, counted)
    return totals["NS"], totals["EW"], over, winner, codes


def ended(totals, hand, rules, play, index, counted):
    """Whether the hand ends the game, and for whom."""
    reached = {
        side
        for side, total in totals.items()
        if total > rules.target or (total == rules.target and rules.target_test == "reach")
    }
    caller = hand.caller.side if hand.caller else None
    if play.mode == "hands":
        at_an_end = counted >= play.hands
    else:
        rung = play.mode == "bell" and play.bell_after is not None and index >= play.bell_after
        at_an_end = bool(reached) or rung
        if len(reached) == 2 and rules.both_over == "caller" and caller:
            return True, caller
    if not at_an_end:
        return False, None
    if totals["NS"] != totals["EW"]:
        return True, max(totals, key=totals.get)
    if rules.tie_at_target == "caller_wins" and caller:
        return True, caller
    return rules.tie_at_target == "draw", None
