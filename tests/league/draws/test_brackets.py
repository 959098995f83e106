"""Laws of every bracket: knockout with and without third place, double, with consolation."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.draws.bracket_changes import changes
from league.draws.brackets import (
    Empty,
    LoserOf,
    Outcome,
    Resolved,
    Seed,
    champion,
    is_over,
    resolve,
    results_that_stand,
)
from league.draws.knockout import knockout
from tests.league.draws.bracket_plays import (
    EVERYTHING,
    KINDS,
    chance,
    entries_of,
    kinds,
    open_slots,
    play_out,
    sizes,
)

LOSSES = dict.fromkeys(KINDS, 2) | {"knockout": 1}
NOBODY = Resolved(state="void", why="nobody")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_bracket_holds_each_seed_once_and_each_slot_after_those_that_feed_it(kind: str) -> None:
    for n in range(2, 257):
        known: set[str] = set()
        seeds: list[int] = []
        for slot in KINDS[kind](n):
            for source in (slot.a, slot.b):
                if isinstance(source, Seed):
                    seeds.append(source.number)
                elif not isinstance(source, Empty):
                    assert source.key in known
            known.add(slot.key)
        assert sorted(seeds) == list(range(1, n + 1))
        assert len(known) == len(KINDS[kind](n))


@given(kind=kinds, n=sizes, rng=chance)
def test_played_to_the_end_it_has_one_champion_and_everybody_else_lost(
    kind: str, n: int, rng: Random
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, _ = play_out(bracket, seeds, rng)
    resolved = resolve(bracket, seeds, results)
    winner = champion(bracket, resolved)

    assert is_over(resolved)
    assert winner in seeds
    main = [resolved[slot.key] for slot in bracket if slot.part not in ("consolation", "third")]
    lost = Counter(slot.loser for slot in main if slot.loser is not None)
    each = 2 if kind == "double knockout" else 1
    assert {lost[entry] for entry in seeds if entry != winner} == {each}
    assert lost[winner] < each
    everywhere = Counter(slot.loser for slot in resolved.values() if slot.loser is not None)
    assert max(everywhere.values()) <= LOSSES[kind]


@given(kind=kinds, n=sizes, rng=chance, leaving=st.sampled_from([0.0, 0.1, 0.5]))
def test_nobody_is_stuck_whatever_is_forfeited_and_whoever_leaves(
    kind: str, n: int, rng: Random, leaving: float
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, leaving)
    resolved = resolve(bracket, seeds, results, withdrawn)

    assert is_over(resolved)
    for slot in resolved.values():
        assert (slot.winner is None) == (slot.state == "void")
        assert (slot.why is None) == (slot.state == "done")
        if slot.winner is not None:
            assert {slot.winner, slot.loser} == {slot.a, slot.b}
    if leaving == 0 and "both_forfeit" not in results.values():
        assert champion(bracket, resolved) is not None


@given(kind=kinds, n=sizes, rng=chance, data=st.data())
def test_midway_everybody_is_in_one_slot_at_a_time(
    kind: str, n: int, rng: Random, data: st.DataObject
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, 0.1)
    played = dict(list(results.items())[: data.draw(st.integers(0, len(results)))])
    resolved = resolve(bracket, seeds, played, withdrawn)

    undecided = [slot for slot in resolved.values() if not slot.decided]
    seated = Counter(entry for slot in undecided for entry in (slot.a, slot.b) if entry is not None)
    assert all(count == 1 for count in seated.values())
    assert bool(undecided) == bool(open_slots(resolved))
    by_part = Counter(
        (slot.part, slot.round, entry)
        for slot in bracket
        for entry in (resolved[slot.key].a, resolved[slot.key].b)
        if entry is not None
    )
    assert all(count == 1 for count in by_part.values())


@given(kind=kinds, n=sizes, rng=chance)
def test_the_order_in_which_results_came_in_changes_nothing(kind: str, n: int, rng: Random) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, 0.1)
    shuffled = rng.sample(sorted(results.items()), len(results))
    once = resolve(bracket, seeds, results, withdrawn)
    again = resolve(bracket, tuple(seeds), dict(shuffled), sorted(withdrawn))
    assert list(once.items()) == list(again.items())


@given(kind=kinds, n=sizes, rng=chance, data=st.data())
def test_a_correction_taken_back_restores_exactly_what_was(
    kind: str, n: int, rng: Random, data: st.DataObject
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, withdrawn = play_out(bracket, seeds, rng, EVERYTHING, 0.1)
    before = resolve(bracket, seeds, results, withdrawn)
    key = data.draw(st.sampled_from(sorted(before)))
    other = data.draw(st.sampled_from([*EVERYTHING, None]))
    corrected = {one: outcome for one, outcome in results.items() if one != key}
    if other is not None:
        corrected[key] = other
    after = resolve(bracket, seeds, corrected, withdrawn)

    told = {change.key: change for change in changes(before, after)}
    for slot in bracket:
        was, now = before[slot.key], after[slot.key]
        assert ({was.a, was.b} != {now.a, now.b}) == (slot.key in told)
    back = changes(after, before)
    assert [(change.key, change.came, change.went) for change in back] == [
        (change.key, change.went, change.came) for change in changes(before, after)
    ]
    restored = {one: outcome for one, outcome in corrected.items() if one != key}
    if key in results:
        restored[key] = results[key]
    assert resolve(bracket, seeds, restored, withdrawn) == before


@given(kind=kinds, n=sizes, rng=chance, data=st.data())
def test_replay_keeps_what_the_same_two_played_and_drops_the_rest(
    kind: str, n: int, rng: Random, data: st.DataObject
) -> None:
    bracket, seeds = KINDS[kind](n), entries_of(n)
    results, _ = play_out(bracket, seeds, rng)
    before = resolve(bracket, seeds, results)
    key = data.draw(st.sampled_from(sorted(results)))
    corrected = results | {key: "b" if results[key] == "a" else "a"}
    standing = results_that_stand(bracket, seeds, corrected, before)
    after = resolve(bracket, seeds, standing)

    for one in standing:
        assert {after[one].a, after[one].b} == {before[one].a, before[one].b}
        if one != key:
            assert after[one].winner == before[one].winner
    for one in results.keys() - standing.keys():
        assert after[one].state != "done"
    assert results_that_stand(bracket, seeds, results, before) == results


def test_a_corrected_semi_final_shows_who_gets_into_the_final_and_who_leaves_it() -> None:
    bracket = knockout(4, third_place=True)
    seeds = [11, 12, 13, 14]
    results = {"W1-1": "a", "W1-2": "a", "F1-1": "a", "T1-1": "b"}
    before = resolve(bracket, seeds, results)
    after = resolve(bracket, seeds, results | {"W1-1": "b"})

    third, final = changes(before, after)
    assert (third.key, third.went, third.came) == ("T1-1", (14,), (11,))
    assert (final.key, final.went, final.came) == ("F1-1", (11,), (14,))
    assert third.played_by_others
    assert final.played_by_others
    assert {after["F1-1"].a, after["F1-1"].b} == {14, 12}
    assert results_that_stand(bracket, seeds, results | {"W1-1": "b"}, before) == {
        "W1-1": "b",
        "W1-2": "a",
    }


def test_clearing_a_result_clears_the_slots_that_depended_on_it() -> None:
    bracket, seeds = knockout(4), [1, 2, 3, 4]
    before = resolve(bracket, seeds, {"W1-1": "a", "W1-2": "b", "F1-1": "a"})
    after = resolve(bracket, seeds, {"W1-2": "b", "F1-1": "a"})
    assert after["F1-1"] == Resolved(a=None, b=3, state="waiting")
    (change,) = changes(before, after)
    assert (change.key, change.went, change.came) == ("F1-1", (1,), ())


def test_both_forfeit_and_the_next_match_is_a_walkover() -> None:
    bracket, seeds = knockout(4), [1, 2, 3, 4]
    resolved = resolve(bracket, seeds, {"W1-1": "both_forfeit", "W1-2": "a"})
    assert resolved["W1-1"] == Resolved(a=1, b=4, state="void", why="both_forfeit")
    assert resolved["F1-1"] == Resolved(a=None, b=2, winner=2, state="walkover", why="nobody")
    assert champion(bracket, resolved) == 2


def test_who_leaves_keeps_what_he_won_and_loses_the_rest_by_walkover() -> None:
    bracket, seeds = knockout(4), [1, 2, 3, 4]
    resolved = resolve(bracket, seeds, {"W1-1": "a"}, withdrawn={1})
    assert resolved["W1-1"].winner == 1
    assert resolved["F1-1"].state == "waiting"
    resolved = resolve(bracket, seeds, {"W1-1": "a", "W1-2": "a"}, withdrawn={1})
    assert resolved["F1-1"] == Resolved(a=1, b=2, winner=2, loser=1, state="walkover", why="left")


def test_when_all_leave_there_is_no_champion_and_nothing_left_to_play() -> None:
    bracket, seeds = knockout(5), [1, 2, 3, 4, 5]
    resolved = resolve(bracket, seeds, {}, withdrawn=seeds)
    assert is_over(resolved)
    assert champion(bracket, resolved) is None
    assert resolved["F1-1"] == NOBODY


def test_a_place_given_up_before_the_start_is_a_walkover_for_the_other() -> None:
    resolved = resolve(knockout(4), [1, None, 3, 4], {})
    assert resolved["W1-2"] == Resolved(a=None, b=3, winner=3, state="walkover", why="nobody")


@pytest.mark.parametrize(
    ("seeds", "results"),
    [
        ([1, 2, 3], {}),
        ([1, 2, 3, 3], {}),
        ([1, 2, 3, 4], {"W9-1": "a"}),
        ([1, 2, 3, 4], {"W1-1": "draw"}),
    ],
)
def test_seeds_and_results_that_do_not_fit_are_refused(seeds: list[int], results: dict) -> None:
    with pytest.raises(ValueError):
        resolve(knockout(4), seeds, results)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("n", [-1, 0, 1, 257])
def test_a_field_that_is_too_small_or_too_large_is_refused(kind: str, n: int) -> None:
    with pytest.raises(ValueError, match="2 to 256"):
        KINDS[kind](n)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_late_pair_takes_a_bye_and_touches_no_other_first_match(kind: str) -> None:
    """Nine became ten: the newcomer meets the lowest who had a bye."""
    first = {slot.key: (slot.a, slot.b) for slot in KINDS[kind](9) if slot.key.startswith("W1")}
    then = {slot.key: (slot.a, slot.b) for slot in KINDS[kind](10) if slot.key.startswith("W1")}
    moved = [key for key in first if first[key] != then[key]]
    assert [then[key] for key in moved] == [(Seed(7), Seed(10))]


def test_losers_go_somewhere_only_where_they_play_on() -> None:
    assert not any(isinstance(s, LoserOf) for slot in knockout(16) for s in (slot.a, slot.b))


def test_a_match_for_the_third_place_added_later_is_told_as_a_slot_that_came() -> None:
    results: dict[str, Outcome] = {"W1-1": "a", "W1-2": "a"}
    before = resolve(knockout(4), [1, 2, 3, 4], results)
    after = resolve(knockout(4, third_place=True), [1, 2, 3, 4], results)
    (change,) = changes(before, after)
    assert (change.key, change.came, change.before) == ("T1-1", (4, 3), None)
    (gone,) = changes(after, before)
    assert (gone.key, gone.went, gone.after) == ("T1-1", (4, 3), None)
