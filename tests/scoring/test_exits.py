"""Withdrawals and disqualifications, applied to results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.exits import Exit, ExitKind, ExitRule, ExitRules, apply_exits
from scoring.results import GameResult, Result
from scoring.season import SeasonError
from scoring.standings import compute_standings
from tests.scoring.cross_table import cross, order, rules

OUT = (Exit(entry="A"),)


def of_a(played: int, scheduled: int) -> list[Result]:
    """A's matches with as many others, A winning those played, and a bye."""
    won = (GameResult(a=500, b=300),)
    results = [Result(round=0, a="A", bye=True)]
    for number in range(1, scheduled + 1):
        games = won if number <= played else ()
        results.append(Result(round=number, a="A", b=f"b{number}", games=games))
    return results


def forfeits(after) -> list[str | None]:
    return [result.forfeit for result in after.results if not result.bye]


def test_who_withdraws_at_3_of_9_has_all_results_struck_and_leaves_the_table():
    after = apply_exits(of_a(3, 9), OUT, ExitRules())
    (judged,) = after.exits
    assert (judged.rule, judged.played, judged.scheduled) == (ExitRule.STRUCK, 3, 9)
    assert (after.results, after.left_out) == ((), ("A",))
    assert list(after.removed) == of_a(3, 9)


def test_who_withdraws_at_5_of_9_keeps_what_was_played_and_forfeits_the_rest():
    after = apply_exits(of_a(5, 9), OUT, ExitRules())
    assert after.exits[0].rule is ExitRule.REST_FORFEITED
    assert forfeits(after) == [None] * 5 + ["a"] * 4
    assert (after.left_out, after.removed) == ((), ())
    assert after.results[0].bye


def test_exactly_half_is_after_half():
    assert apply_exits(of_a(4, 8), OUT, ExitRules()).exits[0].rule is ExitRule.REST_FORFEITED
    assert apply_exits(of_a(0, 0), OUT, ExitRules()).exits[0].rule is ExitRule.REST_FORFEITED


def test_the_rest_can_be_left_unplayed():
    by = ExitRules(after_half=ExitRule.REST_VOID)
    after = apply_exits(of_a(5, 9), OUT, by)
    assert forfeits(after) == [None] * 5
    assert [result.round for result in after.removed] == [6, 7, 8, 9]


def test_who_is_disqualified_late_forfeits_everything_and_early_is_struck():
    thrown_out = [Exit(entry="A", kind=ExitKind.DISQUALIFIED)]
    late = apply_exits(of_a(5, 9), thrown_out, ExitRules())
    assert forfeits(late) == ["a"] * 9
    early = apply_exits(of_a(4, 9), thrown_out, ExitRules())
    assert early.left_out == ("A",)
    assert early.exits[0].kind is ExitKind.DISQUALIFIED


def test_two_who_are_out_both_forfeit_the_match_between_them():
    by = ExitRules(before_half=ExitRule.REST_FORFEITED)
    match = Result(round=1, a="A", b="B")
    after = apply_exits([match], [Exit(entry="A"), Exit(entry="B")], by)
    assert forfeits(after) == ["both"]


def test_a_forfeit_of_the_other_before_stays_one():
    by = ExitRules(disqualified_after_half=ExitRule.ALL_FORFEITED)
    earlier = [
        Result(round=1, a="B", b="A", forfeit="a"),
        Result(round=2, a="A", b="B", forfeit="a"),
        Result(round=3, a="A", b="B", forfeit="both"),
    ]
    after = apply_exits(earlier, [Exit(entry="A", kind=ExitKind.DISQUALIFIED)], by)
    assert forfeits(after) == ["both", "a", "both"]
    assert forfeits(apply_exits(earlier, OUT, ExitRules())) == ["a", "a", "both"]


def test_between_two_who_are_out_struck_and_void_go_before_forfeits():
    played = [Result(round=n, a="A", b=f"x{n}", games=(GameResult(a=1, b=0),)) for n in (1, 2)]
    meeting = Result(round=3, a="A", b="B")
    both = [Exit(entry="A"), Exit(entry="B")]
    struck = apply_exits([*played, meeting], both, ExitRules())
    assert [one.rule for one in struck.exits] == [ExitRule.REST_FORFEITED, ExitRule.STRUCK]
    assert struck.removed == (meeting,)
    void = apply_exits([*played, meeting], both, ExitRules(before_half=ExitRule.REST_VOID))
    assert void.removed == (meeting,)


def test_the_table_after_a_withdrawal_before_half_is_the_one_without_the_entry():
    entries, results = cross("""
        A        B        C        D
    A   .        510-300  .        .
    B   300-510  .        520-410  500-490
    C   .        410-520  .        505-100
    D   .        490-500  100-505  .
    """)
    results += [Result(round=2, a="A", b="C"), Result(round=3, a="D", b="A")]
    after = apply_exits(results, OUT, ExitRules())
    left = [entry for entry in entries if entry not in after.left_out]
    rows = compute_standings(left, after.results, (), rules("points_difference"))
    assert order(rows) == "1 B, 2 C, 3 D"


def test_an_entry_is_out_once():
    with pytest.raises(SeasonError) as refused:
        apply_exits([], [*OUT, *OUT], ExitRules())
    assert refused.value.params["value"] == "A"


PAIRS = st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD")).filter(lambda p: p[0] != p[1])


@given(
    st.lists(st.tuples(PAIRS, st.sampled_from([None, "a", "b", "both"]), st.booleans())),
    st.lists(st.sampled_from("ABC"), unique=True),
    st.tuples(*[st.sampled_from(ExitRule)] * 4),
)
def test_the_order_of_exits_never_matters_and_others_are_untouched(matches, out, chosen):
    results = [
        Result(round=n, a=a, b=b, forfeit=forfeit, games=(GameResult(a=1, b=0),) * played)
        for n, ((a, b), forfeit, played) in enumerate(matches)
    ]
    by = ExitRules(
        before_half=chosen[0],
        after_half=chosen[1],
        disqualified_before_half=chosen[2],
        disqualified_after_half=chosen[3],
    )
    exits = [
        Exit(entry=entry, kind=ExitKind.DISQUALIFIED if entry == "B" else ExitKind.WITHDRAWN)
        for entry in out
    ]
    after = apply_exits(results, exits, by)
    assert after == apply_exits(results, exits[::-1], by)
    assert len(after.results) + len(after.removed) == len(results)
    for result in results:
        if result.a not in out and result.b not in out:
            assert result in after.results
    if not out:
        assert list(after.results) == results
    for result in after.results:
        assert result.a not in after.left_out
        assert result.b not in after.left_out
