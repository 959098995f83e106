"""Seasons of nights and the cut, with the house practice of real events."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season import (
    Cut,
    Kind,
    NightScore,
    SeasonError,
    SeasonRules,
    SeasonTie,
    Stated,
    StatedScore,
    best_k_of_n,
    qualifiers,
    season_table,
    settle_cut,
)
from tests.scoring.cross_table import RING, rules, table


@dataclass(frozen=True)
class Place:
    entry: str
    rank: int


def nights(**scores: str) -> list[NightScore]:
    """A figure a night; `b` is a bye, `-` an absence written down, `.` nothing written down."""
    found = []
    for entry, text in scores.items():
        for night, word in enumerate(text.split(), 1):
            kind = {"b": Kind.BYE, "-": Kind.ABSENT}.get(word, Kind.PLAYED)
            score = int(word) if kind is Kind.PLAYED and word != "." else 0
            if word != ".":
                found.append(NightScore(entry=entry, night=night, score=score, kind=kind))
    return found


def season(by: SeasonRules, *, as_of: int | None = None, **scores: str):
    return season_table(list(scores), nights(**scores), by, as_of=as_of)


def totals(rows) -> str:
    return ", ".join(f"{row.rank} {row.entry} {row.total}" for row in rows)


def test_the_worst_of_four_rounds_is_dropped():
    rows = season(SeasonRules(best=3), A="10 20 30 40", B="35 5 35 35")
    assert totals(rows) == "1 B 105, 2 A 90"
    assert [night.counts for night in rows[0].nights] == [True, False, True, True]
    assert (rows[0].all_nights, rows[0].played) == (110, 4)


def test_the_two_lowest_of_eight_are_dropped_and_of_equal_ones_the_later():
    rows = season(SeasonRules(best=6), A="9 8 7 6 5 4 4 4")
    assert [night.night for night in rows[0].nights if not night.counts] == [7, 8]


def test_early_in_a_season_every_night_counts():
    assert totals(season(SeasonRules(best=6), A="9 8", B="8 8")) == "1 A 17, 2 B 16"


def test_all_nights_count_without_a_limit():
    assert totals(season(SeasonRules(), A="1 2 3", B="3 2 1")) == "1 A 6, 1 B 6"


def test_the_season_as_of_a_night_is_the_one_that_stood_then():
    scores = {"A": "10 0 0", "B": "0 5 9"}
    assert totals(season(SeasonRules(), as_of=2, **scores)) == "1 A 10, 2 B 5"
    assert totals(season(SeasonRules(), **scores)) == "1 B 14, 2 A 10"


def test_level_in_the_total_the_highest_round_decides():
    by = SeasonRules(ties=(SeasonTie.BEST_NIGHTS,))
    assert totals(season(by, A="10 10 10", B="5 15 10", C="15 9 6")) == "1 B 30, 2 C 30, 3 A 30"


def test_level_in_the_total_all_nights_or_nights_played_decide():
    scores = {"A": "10 10 3", "B": "10 10 ."}
    by = SeasonRules(best=2, ties=(SeasonTie.ALL_NIGHTS,))
    assert totals(season(by, **scores)) == "1 A 20, 2 B 20"
    by = SeasonRules(best=2, ties=(SeasonTie.NIGHTS_PLAYED,))
    assert totals(season(by, **scores)) == "1 A 20, 2 B 20"


def test_a_fixed_bye_of_1600_counts_once_only():
    by = SeasonRules(bye=StatedScore(figure=1_600, times=1))
    rows = season(by, A="b b 1500", B="1400 1500 b")
    assert totals(rows) == "1 B 4500, 2 A 3100"
    assert [night.score for night in rows[1].nights] == [1_600, 0, 1_500]


def test_absences_and_byes_have_their_own_scores_and_their_own_count():
    by = SeasonRules(absence=StatedScore(figure=3, times=1), bye=StatedScore(figure=7, times=1))
    rows = season(by, A=". b - b 9", B="1 1 1 1 1")
    assert [(night.kind.value, night.score) for night in rows[0].nights] == [
        ("absent", 3),
        ("bye", 7),
        ("absent", 0),
        ("bye", 0),
        ("played", 9),
    ]


@pytest.mark.parametrize(
    ("stated", "score"),
    [
        (StatedScore(stated=Stated.OWN_AVERAGE), Fraction(25, 2)),
        (StatedScore(stated=Stated.OWN_AVERAGE, percent=80), 10),
        (StatedScore(stated=Stated.FIXED_OR_OWN, figure=12), Fraction(25, 2)),
        (StatedScore(stated=Stated.FIXED_OR_OWN, figure=13), 13),
        (StatedScore(stated=Stated.NIGHT_AVERAGE), 25),
        (StatedScore(stated=Stated.NIGHT_LOWEST), 20),
        (StatedScore(stated=Stated.NIGHT_LOWEST, percent=Fraction(25, 2)), Fraction(5, 2)),
    ],
)
def test_an_absence_scores_what_is_stated(stated, score):
    rows = season(SeasonRules(absence=stated), A="10 . 15", B="1 20 1", C="1 30 1")
    (own,) = [row for row in rows if row.entry == "A"]
    assert own.nights[1].score == score


@pytest.mark.parametrize("stated", list(Stated))
def test_with_no_score_to_take_it_from_an_absence_scores_nothing(stated):
    (row,) = season(SeasonRules(absence=StatedScore(stated=stated)), A="-")
    assert row.total == 0


@pytest.mark.parametrize(
    ("entries", "scores", "by", "code"),
    [
        (["A"], nights(A="1") * 2, SeasonRules(), "duplicate_night"),
        (["A", "A"], [], SeasonRules(), "duplicate_entry"),
        (["A"], nights(B="1"), SeasonRules(), "unknown_entry"),
        (["A"], [], SeasonRules(best=0), "bad_value"),
    ],
)
def test_seasons_that_cannot_be_are_refused_by_name(entries, scores, by, code):
    with pytest.raises(SeasonError) as refused:
        season_table(entries, scores, by)
    assert refused.value.code == code
    assert refused.value.params


@given(
    st.dictionaries(st.sampled_from("ABCDE"), st.lists(st.integers(0, 9), min_size=1, max_size=6)),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
def test_the_order_of_scores_never_changes_a_season(scores, best, chance):
    given_scores = nights(**{entry: " ".join(map(str, own)) for entry, own in scores.items()})
    by = SeasonRules(best=best, ties=(SeasonTie.BEST_NIGHTS,))
    rows = season_table(list(scores), given_scores, by)
    chance.shuffle(given_scores)
    assert rows == season_table(sorted(scores, reverse=True), given_scores, by)
    for row in rows:
        assert row.total == sum(sorted(scores[row.entry])[-best:])


def test_the_best_k_are_the_highest():
    assert best_k_of_n([3, 9, 9, 1], 2) == {1, 2}
    assert best_k_of_n([3, 9], None) == {0, 1}


def places(*ranks: int) -> list[Place]:
    return [Place("ABCDEFGH"[n], rank) for n, rank in enumerate(ranks)]


def test_a_clean_cut_takes_the_best():
    assert qualifiers(places(1, 2, 2, 4), 3) == Cut(sure=("A", "B", "C"), tied=(), places_left=0)


def test_a_tie_across_the_line_stops_the_cut():
    cut = qualifiers(reversed(places(1, 2, 2, 2, 5)), 3)
    assert cut == Cut(sure=("A",), tied=("B", "C", "D"), places_left=2)
    assert settle_cut(cut, ["D", "B", "C"]) == ("A", "D", "B")


def test_a_ring_of_three_across_the_line_is_all_tied():
    assert qualifiers(table(RING, rules()), 1) == Cut(sure=(), tied=("A", "B", "C"), places_left=1)


def test_a_cut_of_nobody_and_of_more_than_there_are():
    assert qualifiers(places(1, 2), 0) == Cut(sure=(), tied=(), places_left=0)
    assert qualifiers(places(1, 1), 8) == Cut(sure=("A", "B"), tied=(), places_left=0)
    with pytest.raises(SeasonError):
        qualifiers(places(1), -1)


@pytest.mark.parametrize("order", [[], ["B", "C"], ["B", "C", "C"], ["A", "B", "C", "D"]])
def test_a_cut_is_settled_by_an_order_of_the_tied_and_nobody_else(order):
    with pytest.raises(SeasonError) as refused:
        settle_cut(qualifiers(places(1, 2, 2, 2), 2), order)
    assert refused.value.params["tied"] == ("B", "C", "D")


def test_a_penalty_belongs_to_no_night_and_is_never_dropped_with_one():
    rows = season_table(
        ["A", "B", "C"],
        nights(A="10 20 30", B="10 20 29", C="0 b 40"),
        SeasonRules(best=2, bye=None, ties=(SeasonTie.BEST_NIGHTS,)),
        adjustments={"A": Fraction(-3, 2), "C": 10},
    )
    assert totals(rows) == "1 C 50, 2 B 49, 3 A 97/2"
    assert [(row.adjusted, row.all_nights) for row in rows] == [
        (10, 40),
        (0, 59),
        (Fraction(-3, 2), 60),
    ]


def test_a_bye_that_is_stated_nowhere_is_worth_what_the_night_gave():
    given_scores = [
        NightScore(entry="A", night=1, score=5, kind=Kind.BYE),
        NightScore(entry="B", night=1, score=3),
    ]
    by_night = season_table(["A", "B"], given_scores, SeasonRules(bye=None))
    assert totals(by_night) == "1 A 5, 2 B 3"
    assert [row.played for row in by_night] == [0, 1]
    stated = season_table(["A", "B"], given_scores, SeasonRules(bye=StatedScore(figure=1)))
    assert totals(stated) == "1 B 3, 2 A 1"
