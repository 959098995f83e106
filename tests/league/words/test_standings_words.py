"""The sentences under the table."""

from fractions import Fraction

import pytest

from league.words.figures import plain_figure, signed_figure
from league.words.standings import progress_sentence


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1234567, "1,234,567"),
        (-88, "−88"),
        (Fraction(17, 2), "8½"),
        (Fraction(1, 2), "½"),
        (Fraction(-1, 2), "−½"),
        (Fraction(1, 3), "0.33"),
        (Fraction(4, 1), "4"),
    ],
)
def test_a_figure_reads_as_people_write_it(value, text):
    assert plain_figure(value) == text


def test_a_difference_carries_its_sign():
    assert [signed_figure(value) for value in (512, 0, -14)] == ["+512", "0", "−14"]


@pytest.mark.parametrize(
    ("playing", "missing", "text"),
    [
        ([], 0, "After round 5 of 9."),
        ([(5, 7)], 0, "After round 5 of 9. Table 7 is still playing."),
        ([(5, 1), (5, 2), (5, 7)], 0, "After round 5 of 9. Tables 1, 2 and 7 are still playing."),
        ([(5, 2), (4, 2)], 0, "After round 5 of 9. 2 tables are still playing."),
        ([(5, t) for t in range(1, 12)], 0, "After round 5 of 9. 11 tables are still playing."),
        ([], 1, "After round 5 of 9. 1 match is not played yet."),
        (
            [(5, 7)],
            2,
            "After round 5 of 9. Table 7 is still playing. 2 matches are not played yet.",
        ),
    ],
)
def test_the_heading_says_how_far_the_table_is(playing, missing, text):
    said = progress_sentence(round_done=5, rounds_total=9, playing=playing, missing=missing)
    assert said == text


def test_before_the_first_round_nothing_is_called_a_round():
    said = progress_sentence(round_done=0, rounds_total=9, playing=[], missing=0)
    assert said == "Before the first round."
