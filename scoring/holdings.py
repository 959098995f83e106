"""What nine cards can hold: proofs that a hand is possible or not (docs/RULES.md 4.3, 8.3)."""

from collections.abc import Collection

from scoring.runs import suit_masks, suit_runs
from scoring.sheets import FIFTY, HUNDRED
from scoring.terms import HAND_SIZE

ALL_RANKS = 0b111111111
# Cards used; then runs, runs of at least fifty, hundreds.
State = tuple[int, int, int, int]


def can_hold(
    known: Collection[str],
    elsewhere: Collection[str],
    runs: tuple[int, int, int],
    run_long: str,
) -> bool:
    """Whether some nine cards hold all of `known`, none of `elsewhere`, and can show `runs`.

    `runs` is (twenties, fifties, hundreds). Whoever has a fifty may show it as a twenty, so a hand
    can show `runs` when it has as many runs of at least each worth. Decided suit by suit over all
    512 holdings of a suit.
    """
    twenties, fifties, hundreds = runs
    wanted = (twenties + fifties + hundreds, fifties + hundreds, hundreds)
    states: set[State] = {(0, 0, 0, 0)}
    for required, forbidden in zip(suit_masks(known), suit_masks(elsewhere), strict=True):
        choices = _suit_states(required, ALL_RANKS & ~forbidden | required, run_long)
        states = {
            (used + more, min(a + d, wanted[0]), min(b + e, wanted[1]), min(c + f, wanted[2]))
            for used, a, b, c in states
            for more, d, e, f in choices
            if used + more <= HAND_SIZE
        }
    return any(state[1:] == wanted for state in states)


def _suit_states(required: int, allowed: int, run_long: str) -> set[State]:
    """What one suit can give, over all holdings between `required` and `allowed`."""
    states = set()
    for mask in range(ALL_RANKS + 1):
        if mask & required == required and not mask & ~allowed:
            worth = [points for points, _, _ in suit_runs(mask, run_long)]
            big = sum(points >= FIFTY for points in worth)
            states.add((mask.bit_count(), len(worth), big, worth.count(HUNDRED)))
    return states
