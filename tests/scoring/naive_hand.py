"""A hand of the default rules scored straight from its cards, told plainly, to compare with."""

from scoring.cards import Seat, Side, Trump

NATURAL = "6789TJQKA"
SUIT_LETTERS = "CDHS"


def sequences(hand: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """(suit, length, top) of each unbroken stretch of three cards or more."""
    found = []
    for suit in SUIT_LETTERS:
        held = "".join("x" if rank + suit in hand else " " for rank in NATURAL)
        end = 0
        for stretch in held.split(" "):
            end += len(stretch)
            if len(stretch) >= 3:
                found.append((suit, len(stretch), end - 1))
            end += 1
    return found


def pieces(hand: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """(points, top, suit) of each run, seven and more cut from the top."""
    found = []
    for suit, length, top in sequences(hand):
        if length == 3:
            found.append((20, top, suit))
        elif length < 7:
            found.append((50, top, suit))
        else:
            found += [(50, top, suit), (20 if length == 7 else 50, top - 4, suit)]
    return found


def counting(hands: dict[Seat, tuple[str, ...]], trump: Trump) -> dict[Side, int]:
    """Points of the runs that count: all of the player whose best is best, nobody's if equal."""
    best = {}
    for seat, hand in hands.items():
        if pieces(hand):
            best[seat] = max((p, top, suit == trump.value) for p, top, suit in pieces(hand))
    gained = {Side.NS: 0, Side.EW: 0}
    leaders = [seat for seat in best if best[seat] == max(best.values())]
    if len(leaders) == 1:
        gained[leaders[0].side] = sum(points for points, _, _ in pieces(hands[leaders[0]]))
    return gained


def written(
    hands: dict[Seat, tuple[str, ...]], trump: Trump, caller: Seat, counted: dict[Side, int]
) -> tuple[int, int]:
    """What NS and EW write, everything said and shown in time."""
    score = dict(counted)
    for side, points in counting(hands, trump).items():
        score[side] += points
    for seat, hand in hands.items():
        if "K" + trump.value in hand and "Q" + trump.value in hand:
            score[seat.side] += 20
    total, callers = sum(score.values()), caller.side
    if 2 * score[callers] < total:
        score[callers.other] = total
    if 2 * score[callers] <= total:
        score[callers] = 0
    return score[Side.NS], score[Side.EW]
