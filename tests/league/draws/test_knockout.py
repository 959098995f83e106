"""The knockout: seeds, byes, the third place."""

import pytest

from league.draws.brackets import Empty, LoserOf, Seed, resolve
from league.draws.knockout import knockout
from league.draws.seeding import bracket_size, byes, first_round
from tests.league.draws.bracket_plays import play_seeded


def test_byes_go_to_the_top_seeds_and_everybody_else_plays_the_first_round() -> None:
    for n in range(2, 257):
        pairs = first_round(n)
        free = sorted(a.number for a, b in pairs if isinstance(a, Seed) and isinstance(b, Empty))
        assert free == list(range(1, byes(n) + 1))
        for a, b in pairs:
            assert isinstance(a, Seed)
            assert b == Empty() or b == Seed(bracket_size(n) + 1 - a.number)
        assert pairs[0][0] == Seed(1)
        assert pairs[-1][0] == Seed(2) or n == 2


def test_the_number_of_slots_is_one_less_than_the_size_and_one_for_the_third_place() -> None:
    for n in range(2, 257):
        assert len(knockout(n)) == bracket_size(n) - 1
        assert len(knockout(n, third_place=True)) == bracket_size(n) - 1 + (n >= 4)
        assert [slot.key for slot in knockout(n)][-1] == "F1-1"


@pytest.mark.parametrize("n", [*range(2, 70), 100, 128, 200, 255, 256])
def test_when_the_better_seed_always_wins_each_round_is_the_top_half_of_the_last(n: int) -> None:
    """And so 1 and 2 meet in the final, 1 and 4, 2 and 3 in the semi-finals."""
    bracket = knockout(n)
    resolved = resolve(bracket, range(1, n + 1), play_seeded(bracket, n))
    rounds = max((slot.round for slot in bracket if slot.part == "winners"), default=0)
    for slot in bracket:
        at = rounds + 1 if slot.part == "final" else slot.round
        left = bracket_size(n) >> (at - 1)
        one = resolved[slot.key]
        assert one.a is not None
        if one.b is None:
            assert at == 1
        else:
            assert one.a + one.b == left + 1


def test_seeds_one_and_two_stand_in_different_halves() -> None:
    for n in range(3, 257):
        pairs = first_round(n)
        half = len(pairs) // 2
        assert any(Seed(1) in pair for pair in pairs[:half])
        assert any(Seed(2) in pair for pair in pairs[half:])


def test_the_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    third = next(slot for slot in knockout(9, third_place=True) if slot.part == "third")
    assert (third.key, third.a, third.b) == ("T1-1", LoserOf("W3-1"), LoserOf("W3-2"))


def test_eight_seeds_stand_as_on_every_printed_bracket() -> None:
    """Source: the usual printed bracket of eight: 1-8, 4-5, 3-6, 2-7 from the top."""
    assert first_round(8) == (
        (Seed(1), Seed(8)),
        (Seed(4), Seed(5)),
        (Seed(3), Seed(6)),
        (Seed(2), Seed(7)),
    )
