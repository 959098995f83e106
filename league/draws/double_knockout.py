"""The double knockout: who loses twice is out.

Losers of the first round meet each other; from then on each round of the losers' part in
which newcomers drop in is followed by one among those left. The final is played again when
the one who came without a loss loses it.
"""

from dataclasses import replace
from itertools import count

from league.draws.brackets import Bracket, LoserOf, Slot, Source, WinnerOf
from league.draws.knockout import made_slot, one_round, pairs_of_winners, winners_rounds


def double_knockout(n: int) -> Bracket:
    """The double knockout of `n` entries, 2 to 256 (else ValueError), byes for the top.

    "F1-1" has the winner of the winners' part as side `a`; "F2-1" is needed only when side
    `b` wins it.
    """
    winners = winners_rounds(n, last="winners")
    rounds = [[slot for slot in winners if slot.round == round] for round in _rounds(winners)]
    losers: list[Slot] = []
    number = count(1)
    left: list[Slot] = []
    for turn, (beaten, mask) in enumerate(zip(rounds, drop_masks(len(rounds)), strict=True)):
        if turn == 0:
            sources: list[tuple[Source, Source]] = [
                (LoserOf(upper.key), LoserOf(lower.key))
                for upper, lower in zip(beaten[::2], beaten[1::2], strict=False)
            ]
        else:
            if len(left) > len(beaten):
                left = one_round("losers", next(number), pairs_of_winners(left))
                losers += left
            sources = [
                (LoserOf(beaten[place ^ mask].key), WinnerOf(one.key))
                for place, one in enumerate(left)
            ]
        if sources:
            left = one_round("losers", next(number), sources)
            losers += left
    best: Source = WinnerOf(left[0].key) if left else LoserOf(winners[0].key)
    final = made_slot("final", 1, 1, WinnerOf(winners[-1].key), best)
    again = replace(made_slot("final", 2, 1, final.a, final.b), if_b_wins=final.key)
    return (*winners, *losers, final, again)


def drop_masks(rounds: int) -> list[int]:
    """For each round of the winners' part, how the places of its losers are exchanged.

    The loser of place p (from 0) drops in at p XOR the mask. Masks are taken so that two who
    may have met in the winners' part meet again as late as possible: first the shortest such
    way is made as long as it can be, then their sum, then the smallest mask.
    """
    masks = [0]
    for round in range(2, rounds + 1):
        places = 1 << (rounds - round)

        def ways(mask: int, round: int = round) -> tuple[int, int]:
            # How many more pairings among those left until the two places are one.
            lengths = [
                ((was >> (round - earlier)) ^ mask).bit_length()
                for earlier, was in enumerate(masks, start=1)
            ]
            return min(lengths), sum(lengths)

        masks.append(max(range(places), key=lambda mask: (ways(mask), -mask)))
    return masks


def _rounds(slots: list[Slot]) -> range:
    return range(1, slots[-1].round + 1)
