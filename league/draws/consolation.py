"""The knockout with consolation: nobody goes home after the first match he plays.

Source: the first match losers' consolation of tennis (USTA, *Friend at Court*): the losers
of the first round play on, and so does who had a bye, or met nobody, in it and then loses in
the second. Who does not come to his first match does not play on. Where a third place is
played for, the losers of the semi-finals play for it and not in the consolation.
"""

from league.draws.brackets import Bracket, Empty, FirstLossOf, Slot, Source
from league.draws.knockout import FOR_THIRD, knockout, one_round, pairs_of_winners

FOR_BOTH = 6
"""The smallest field in which two lose before the semi-finals."""


def consolation(n: int, third_place: bool = False) -> Bracket:
    """The knockout of `n` entries, 2 to 256 (else ValueError), and its consolation.

    The loser of the final does not play on, so fewer than four have no consolation; beside a
    match for the third place fewer than six have none, for one at most would be left for it.
    """
    main = knockout(n, third_place=third_place)
    if n < (FOR_BOTH if third_place else FOR_THIRD):
        return main
    first, second, third = (
        [slot for slot in main if slot.part == "winners" and slot.round == round]
        for round in (1, 2, 3)
    )
    if third_place and not third:  # the second round are the semi-finals
        second = []
    sources = [
        _first_losses(first[2 * place], first[2 * place + 1], second[place] if second else None)
        for place in range(len(first) // 2)
    ]
    slots: list[Slot] = []
    round = 1
    while sources:
        made = one_round("consolation", round, sources)
        slots += made
        sources = pairs_of_winners(made) if len(made) > 1 else []
        round += 1
    return (*main, *slots)


def _first_losses(upper: Slot, lower: Slot, ahead: Slot | None) -> tuple[Source, Source]:
    """Who comes from two neighbouring slots of the first round and the slot they lead to.

    Two who both had a bye meet each other there: one of them comes from it.
    """
    then = ahead.key if ahead else None
    if ahead and isinstance(upper.b, Empty) and isinstance(lower.b, Empty):
        return FirstLossOf(ahead.key), Empty()
    return FirstLossOf(upper.key, then), FirstLossOf(lower.key, then)
