"""Laws of standings, and the same tables as a second, slow implementation (docs/RULES.md 11)."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.results import Adjustment, GameResult, Result
from scoring.standings import Row, compute_standings
from scoring.standings_rules import PointsSystem, RankBy, StandingsRules, TieMode
from scoring.tie_breaks import TieBreak
from tests.scoring.slow_standings import slow_standings

NAMES = ["1", "10", "2", "é", "B", "a"]
# Few different figures, so that ties are common.
TOTALS = st.sampled_from([100, 400, 500, 500, 505, 820])
MATCH_POINTS = st.sampled_from([0, 1, 2, Fraction(1, 2), 3])
FIGURES = st.sampled_from([0, 0, 100, 500])
GAMES = st.builds(
    GameResult, a=TOTALS, b=TOTALS, baits_a=st.integers(0, 2), baits_b=st.integers(0, 2)
)


@st.composite
def results(draw: st.DrawFn) -> Result:
    number = draw(st.integers(1, 3))
    kind = draw(st.sampled_from(["match", "match", "match", "match", "bye", "forfeit", "unplayed"]))
    a, b = draw(st.permutations(NAMES[:5]))[:2]
    if kind == "bye":
        return Result(round=number, a=a, bye=True)
    if kind == "forfeit":
        return Result(round=number, a=a, b=b, forfeit=draw(st.sampled_from(["a", "b", "both"])))
    games = draw(st.lists(GAMES, min_size=1, max_size=3)) if kind == "match" else []
    return Result(round=number, a=a, b=b, games=tuple(games))


RULES = st.builds(
    StandingsRules,
    points=st.builds(
        PointsSystem,
        win=MATCH_POINTS,
        draw=MATCH_POINTS,
        loss=MATCH_POINTS,
        bye=MATCH_POINTS,
        forfeit_win=MATCH_POINTS,
        forfeit_loss=MATCH_POINTS,
        bye_for=FIGURES,
        bye_against=FIGURES,
        forfeit_for=FIGURES,
        forfeit_against=FIGURES,
    ),
    rank_by=st.sampled_from(RankBy),
    tie_breaks=st.lists(st.sampled_from(TieBreak), unique=True, max_size=5).map(tuple),
    tie_mode=st.sampled_from(TieMode),
    lot_seed=st.sampled_from(["", "hall"]),
    difference_cap=st.sampled_from([None, 50, 300]),
)
ADJUSTMENTS = st.lists(
    st.builds(
        Adjustment,
        entry=st.sampled_from(NAMES),
        match_points=st.sampled_from([-1, 0, 1]),
        points=st.sampled_from([-100, 0, 0, 50]),
    ),
    max_size=3,
)
# A single round robin of four, so that head-to-head has something to say.
PAIRS = [(a, b) for at, a in enumerate(NAMES[:4]) for b in NAMES[at + 1 : 4]]
ROUND_ROBIN = st.tuples(*[st.tuples(TOTALS, TOTALS) for _ in PAIRS]).map(
    lambda totals: [
        Result(round=1, a=a, b=b, games=(GameResult(a=x, b=y),))
        for (a, b), (x, y) in zip(PAIRS, totals, strict=True)
    ]
)
FIELDS = st.one_of(st.lists(results(), max_size=14), ROUND_ROBIN)


@settings(max_examples=400, deadline=None)
@given(FIELDS, ADJUSTMENTS, RULES)
def test_the_slow_implementation_gives_the_same_table(field, adjustments, rules):
    rows = compute_standings(NAMES, field, adjustments, rules)
    placed, found, heads = slow_standings(NAMES, field, adjustments, rules)
    assert [(row.entry, row.rank, row.decided_by) for row in rows] == placed
    for row in rows:
        own = found[row.entry]
        for name in (
            "match_points",
            "played",
            "won",
            "drawn",
            "lost",
            "byes",
            "games_won",
            "points_for",
            "points_against",
            "difference",
        ):
            assert getattr(row, name) == own[name], name
        assert row.values == {
            one: heads[row.entry] if one == "head_to_head" else own[one] for one in rules.tie_breaks
        }


@settings(deadline=None)
@given(FIELDS, ADJUSTMENTS, RULES, st.randoms(use_true_random=False))
def test_order_of_entries_and_results_never_changes_the_table(field, adjustments, rules, chance):
    before = compute_standings(NAMES, field, adjustments, rules)
    names = NAMES[:]
    for rows in (names, field, adjustments):
        chance.shuffle(rows)
    assert compute_standings(names, field, adjustments, rules) == before


def swapped(result: Result) -> Result:
    if result.b is None:
        return result
    games = tuple(
        GameResult(a=g.b, b=g.a, baits_a=g.baits_b, baits_b=g.baits_a) for g in result.games
    )
    forfeit = {"a": "b", "b": "a"}.get(str(result.forfeit), result.forfeit)
    return Result(round=result.round, a=result.b, b=result.a, games=games, forfeit=forfeit)


@settings(deadline=None)
@given(FIELDS, ADJUSTMENTS, RULES)
def test_swapping_the_sides_of_every_result_changes_nothing(field, adjustments, rules):
    turned = [swapped(result) for result in field]
    assert compute_standings(NAMES, turned, adjustments, rules) == compute_standings(
        NAMES, field, adjustments, rules
    )


@settings(deadline=None)
@given(FIELDS, ADJUSTMENTS, RULES)
def test_match_points_handed_out_are_those_of_the_points_system(field, adjustments, rules):
    p = rules.points
    total = sum(one.match_points for one in adjustments)
    for result in field:
        if result.bye:
            total += p.bye
        elif result.forfeit:
            total += p.forfeit_loss
            total += p.forfeit_loss if result.forfeit == "both" else p.forfeit_win
        elif result.games:
            lead = sum((g.a > g.b) - (g.a < g.b) for g in result.games)
            total += p.win + p.loss if lead else 2 * p.draw
    rows = compute_standings(NAMES, field, adjustments, rules)
    assert sum(row.match_points for row in rows) == total


def well_formed(rows: tuple[Row, ...]) -> bool:
    """Ranks are 1, 1, 3: the rank is the number of entries above and one."""
    return all(row.rank == sum(other.rank < row.rank for other in rows) + 1 for row in rows)


@settings(deadline=None)
@given(FIELDS, ADJUSTMENTS, RULES)
def test_ranks_are_well_formed_and_every_step_down_says_what_decided(field, adjustments, rules):
    rows = compute_standings(NAMES, field, adjustments, rules)
    assert well_formed(rows)
    assert sorted(row.entry for row in rows) == sorted(NAMES)
    for row, below in pairwise(rows):
        assert (row.decided_by is None) == (row.rank == below.rank)
        assert (row.decided_values is None) == (row.rank == below.rank)
        if row.rank == below.rank:
            assert row.entry < below.entry
    assert rows[-1].decided_by is None


@settings(deadline=None)
@given(FIELDS, ADJUSTMENTS, RULES)
def test_a_lot_at_the_end_leaves_no_equal_ranks(field, adjustments, rules):
    breaks = (*[one for one in rules.tie_breaks if one != "lot"], TieBreak.LOT)
    by = StandingsRules(
        points=rules.points, rank_by=rules.rank_by, tie_breaks=breaks, tie_mode=rules.tie_mode
    )
    rows = compute_standings(NAMES, field, adjustments, by)
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]


@given(RULES)
def test_ranking_rules_survive_json(rules):
    assert StandingsRules.from_json(rules.to_json()) == rules
