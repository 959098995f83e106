"""Best and worst place still possible: known answers, and every completion played through."""

import random
from fractions import Fraction

import pytest

from scoring import reach, reach_leads
from scoring.reach import Reach, possible_places
from scoring.results import Adjustment, GameResult, Result
from scoring.standings import compute_standings
from scoring.standings_rules import PointsSystem, RankBy, StandingsError, StandingsRules, TieMode
from scoring.tie_breaks import TieBreak
from scoring.to_come import MatchToCome
from tests.scoring.cross_table import cross, rules
from tests.scoring.slow_reach import matches, places, random_league

NO_DRAWS = MatchToCome(draws=False)
USUAL = (TieBreak.HEAD_TO_HEAD, TieBreak.POINTS_DIFFERENCE, TieBreak.POINTS_FOR)


def shown(found: dict[str, Reach]) -> dict[str, str]:
    return {
        entry: f"{one.best}-{one.worst}" + ("" if one.exact else "?")
        for entry, one in found.items()
    }


def test_with_nothing_left_each_has_the_place_of_the_table():
    entries, results = cross("A B C\nA . 500-400 500-400\nB . . 500-400\nC . . .")
    assert shown(possible_places(entries, results, (), (), rules())) == {
        "A": "1-1",
        "B": "2-2",
        "C": "3-3",
    }


def test_with_nothing_played_everybody_can_be_first_and_last():
    left = [("A", "B"), ("A", "C"), ("B", "C")]
    found = possible_places("ABC", (), (), left, rules(*USUAL), to_come=NO_DRAWS)
    assert shown(found) == {"A": "1-3", "B": "1-3", "C": "1-3"}


def test_two_rivals_who_still_meet_cannot_both_lose():
    # A has 4, B and C have 4 as well and meet: one of them ends on 6, so A without a match is no
    # better than second, and no worse than second, for the loser stays on 4 with fewer points.
    results = [Result(round=0, a=entry, bye=True) for entry in "AABBCC"]
    ahead = Adjustment(entry="A", points=5_000)
    found = possible_places(
        "ABC", results, [ahead], [("B", "C")], rules("points_difference"), to_come=NO_DRAWS
    )
    assert shown(found) == {"A": "2-2", "B": "1-3", "C": "1-3"}


@pytest.mark.parametrize(("highest", "place"), [(900, "1-3"), (899, "2-3")])
def test_points_that_a_game_cannot_hold_are_out_of_reach(highest, place):
    # A is done with 2 and +400; C has -500 and B to meet: it needs 900 to be level with A.
    entries, results = cross("A B C\nA . . 500-100\nB . . 500-400\nC . . .")
    to_come = MatchToCome(draws=False, highest=highest)
    by = rules("points_difference")
    found = possible_places(entries, results, (), [("B", "C")], by, to_come=to_come)
    assert shown(found) == {"A": "1-2", "B": "1-3", "C": place}


def test_a_match_of_others_does_not_matter_to_those_level():
    # A and B end level whatever C and D do; the difference of their last matches decides.
    results = [Result(round=0, a=entry, bye=True) for entry in "CCCDDDD"]
    left = [("A", "C"), ("B", "D"), ("C", "D")]
    found = possible_places("ABCD", results, (), left, rules("points_difference"), to_come=NO_DRAWS)
    assert shown(found) == {"A": "3-4", "B": "3-4", "C": "1-2", "D": "1-2"}


def test_a_bye_to_come_is_certain():
    found = possible_places("AB", (), (), [("A", None)], rules())
    assert shown(found) == {"A": "1-1", "B": "2-2"}


def test_a_forfeit_of_both_can_be_allowed_for():
    # B and C are level with A on 2 and meet; played, one of them passes it, and forfeited, none.
    results = [Result(round=0, a=entry, bye=True) for entry in "ABC"]
    left = [("B", "C")]
    by = rules("points_difference", points=PointsSystem(forfeit_for=500))
    table = possible_places("ABC", results, (), left, by, to_come=NO_DRAWS)
    assert shown(table) == {"A": "2-2", "B": "1-3", "C": "1-3"}
    wide = MatchToCome(draws=False, forfeits=True)
    table = possible_places("ABC", results, (), left, by, to_come=wide)
    assert shown(table) == {"A": "1-2", "B": "1-3", "C": "1-3"}


def test_a_forfeit_and_a_match_at_the_table_can_make_a_tie_together():
    results = [Result(round=0, a="A", bye=True)]
    by = rules("points_difference", points=PointsSystem(forfeit_for=500))
    wide = MatchToCome(draws=False, forfeits=True)
    found = possible_places("ABC", results, (), [("B", "C")] * 2, by, to_come=wide)
    assert shown(found) == {"A": "1-2", "B": "1-3", "C": "1-3"}


@pytest.mark.parametrize(
    ("left", "code"),
    [
        ([("A", "X")], "unknown_entry"),
        ([("X", None)], "unknown_entry"),
        ([("A", "A")], "entry_against_itself"),
    ],
)
def test_matches_of_nobody_are_refused(left, code):
    with pytest.raises(StandingsError) as refused:
        possible_places("AB", (), (), left, rules())
    assert refused.value.code == code


@pytest.mark.parametrize("to_come", [MatchToCome(best_of=0), MatchToCome(highest=0)])
def test_matches_that_cannot_be_played_are_refused(to_come):
    with pytest.raises(ValueError, match="best of"):
        possible_places("AB", (), (), [("A", "B")], rules(), to_come=to_come)


def _compare(chance: random.Random, tie_breaks: list[TieBreak], most: int) -> tuple[int, int]:
    """Plays a random league through; answers how many places were exact, of how many."""
    league = random_league(chance, tie_breaks, most_completions=most)
    entries, results, adjustments, left, by, to_come = league
    found = possible_places(entries, results, adjustments, left, by, to_come=to_come)
    for entry, (best, worst) in places(league).items():
        one = found[entry]
        assert one.best <= best, (entry, one, best, league)
        assert one.worst >= worst, (entry, one, worst, league)
        if one.exact:
            assert (one.best, one.worst) == (best, worst), (entry, one, league)
    return sum(one.exact for one in found.values()), len(found)


@pytest.mark.parametrize("seed", range(10))
def test_no_place_is_narrower_than_the_truth_and_the_exact_ones_are_it(seed):
    # Totals of 0 to 4, so that every completion can be played: far more ties than at a real table.
    chance = random.Random(seed)
    counts = [_compare(chance, list(TieBreak), 120) for _ in range(20)]
    exact, whole = map(sum, zip(*counts, strict=True))
    assert exact > 0.85 * whole


def _season(chance: random.Random, size: int, left: int):
    """A round robin with real totals, the last `left` matches to come."""
    entries = [f"entry {n:02}" for n in range(size)]
    pairs = [(a, b) for a in entries for b in entries if a < b]
    chance.shuffle(pairs)
    results = []
    for a, b in pairs[left:]:
        won, lost = chance.randrange(500, 620), chance.randrange(100, 499)
        totals = (won, lost) if chance.random() < 0.5 else (lost, won)
        game = GameResult(a=totals[0], b=totals[1], baits_a=chance.randrange(4))
        results.append(Result(round=1, a=a, b=b, games=(game,)))
    return entries, results, pairs[:left]


def _some_completion(chance: random.Random, left, to_come: MatchToCome) -> list[Result]:
    done = []
    for a, b in left:
        low, high = sorted(chance.sample(range(to_come.highest + 1), 2))
        far = chance.choice([(high, low), (low, high), (to_come.highest, 0), (0, 1), (1, 0)])
        if to_come.draws and chance.random() < 0.2:
            far = (low, low)
        baits = {"baits_a": chance.randrange(20), "baits_b": chance.randrange(20)}
        done.append(Result(round=9, a=a, b=b, games=(GameResult(a=far[0], b=far[1], **baits),)))
    return done


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("size", "left"), [(24, 30), (8, 8), (10, 6)])
def test_no_random_completion_of_a_real_league_leaves_the_places_given(seed, size, left):
    chance = random.Random(f"{seed} {size}")
    entries, results, to_play = _season(chance, size, left)
    by = StandingsRules(
        rank_by=chance.choice(list(RankBy)),
        tie_breaks=tuple(chance.sample(list(TieBreak), 3)),
        tie_mode=chance.choice(list(TieMode)),
        difference_cap=chance.choice([None, 300]),
    )
    to_come = MatchToCome(draws=chance.random() < 0.5)
    found = possible_places(entries, results, (), to_play, by, to_come=to_come)
    for _ in range(60):
        done = _some_completion(chance, to_play, to_come)
        for row in compute_standings(entries, [*results, *done], (), by):
            assert found[row.entry].best <= row.rank <= found[row.entry].worst


@pytest.mark.parametrize("tie_mode", list(TieMode))
@pytest.mark.parametrize(("size", "left"), [(24, 8), (12, 8), (8, 5)])
def test_with_eight_matches_left_the_usual_table_is_exact(size, left, tie_mode):
    entries, results, to_play = _season(random.Random(size), size, left)
    by = StandingsRules(tie_breaks=USUAL, tie_mode=tie_mode)
    found = possible_places(entries, results, (), to_play, by)
    assert all(one.exact for one in found.values())


def test_the_order_of_entries_results_and_matches_changes_nothing():
    entries, results, to_play = _season(random.Random(3), 9, 5)
    found = possible_places(entries, results, (), to_play, rules(*USUAL))
    turned = [(b, a) for a, b in to_play[::-1]]
    again = possible_places(entries[::-1], results[::-1], (), turned, rules(*USUAL))
    assert found == again


def test_when_the_ties_to_look_into_run_out_the_places_stay_safe(monkeypatch):
    entries, results, to_play = _season(random.Random(5), 10, 6)
    exact = possible_places(entries, results, (), to_play, rules(*USUAL))
    monkeypatch.setattr(reach, "MOST_TIES", 0)
    wide = possible_places(entries, results, (), to_play, rules(*USUAL))
    assert any(not one.exact for one in wide.values())
    for entry, one in exact.items():
        assert wide[entry].best <= one.best
        assert wide[entry].worst >= one.worst


def test_when_the_tries_at_sharing_differences_run_out_the_places_stay_safe(monkeypatch):
    left = [("A", "B"), ("B", "C"), ("C", "A")]
    by = rules("points_difference")
    exact = possible_places("ABC", (), (), left, by, to_come=NO_DRAWS)
    monkeypatch.setattr(reach_leads, "MOST_TRIES", 0)
    assert possible_places("ABC", (), (), left, by, to_come=NO_DRAWS).keys() == exact.keys()
    results = [Result(round=0, a=entry, bye=True) for entry in "ABBBCCC"]
    found = possible_places("ABC", results, (), left[:1], by, to_come=NO_DRAWS)
    assert found["C"].best == 1


def test_match_points_of_a_half_stay_exact():
    by = rules(points=PointsSystem(win=1, draw=Fraction(1, 2)))
    found = possible_places("AB", (), (), [("A", "B")], by)
    assert shown(found) == {"A": "1-2", "B": "1-2"}


def test_a_best_of_three_ends_as_the_match_reader_says():
    ends = {
        tuple((g.a > g.b) - (g.a < g.b) for g in one.games)
        for one in matches("A", "B", MatchToCome(highest=1, best_of=3, draws=False, most_baits=0))
    }
    assert ends == {(1, 1), (1, -1, 1), (-1, 1, 1), (-1, -1), (-1, 1, -1), (1, -1, -1)}
