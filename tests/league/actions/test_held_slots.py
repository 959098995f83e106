"""A correction meets a match that has begun: it stays, and keep, swap or replay is chosen."""

from uuid import uuid4

import pytest
from django.db import connection

from league.actions.accounts import delete_account
from league.actions.errors import ActionError, StaleEdit
from league.actions.held_slots import decide_held
from league.models import AuditEntry, Game, Hand, Match, SentHand, Stage
from league.queries.brackets import bracket_state, stamp_of_held
from league.queries.matches import load_match, people_of
from tests.league.brackets import clear, facts, goes_on, made, match_in, seated, to_decide, win
from tests.league.evenings import begin, play
from tests.league.phones import Phone


@pytest.fixture
def begun(make_competition, organizer):
    """Four in a best of three with a match for third place; the final has a hand on its sheet."""
    stage = made(make_competition(entries=4), organizer, third_place=True, best_of=3)
    for slot in ("W1-1", "W1-2"):
        win(stage, slot, "a", organizer)
    final = match_in(stage, "F1-1")
    begin(final, organizer)
    play(final, organizer, 96)
    return stage


def decide(stage, choice, by, **fields):
    stage = Stage.objects.select_related("competition__club").get(pk=stage.pk)
    stamp = stamp_of_held(bracket_state(stage).to_decide)
    told = {"stamp": stamp, "reason": "the sheet of table 1 was read wrong"} | fields
    decide_held(stage, choice=choice, by=by, **told)


def people(match: Match) -> set[int]:
    return {player.pk for side in people_of(match).values() for player in side}


def test_final_that_has_begun_stays_and_is_told(begun, organizer):
    before = facts(begun)
    win(begun, "W1-1", "b", organizer)
    after = facts(begun)
    assert seated(begun)["F1-1"] == (1, 2)
    assert seated(begun)["T1-1"] == (4, 3)
    assert to_decide(begun) == ["F1-1"]
    assert after["hands"] == before["hands"]
    assert after["matches"] == before["matches"]


def test_correction_taken_back_restores_exactly_what_was_there(begun, organizer):
    before = facts(begun)
    win(begun, "W1-1", "b", organizer)
    win(begun, "W1-1", "a", organizer)
    after = facts(begun)
    assert to_decide(begun) == []
    for name in ("stage", "matches", "lineup", "seating", "hands"):
        assert after[name] == before[name]


def test_kept_those_at_the_table_play_on_and_it_is_not_asked_again(begun, organizer):
    win(begun, "W1-1", "b", organizer)
    decide(begun, "keep", organizer)
    assert to_decide(begun) == []
    assert seated(begun)["F1-1"] == (1, 2)
    win(begun, "W1-1", "b", organizer)
    assert to_decide(begun) == []
    assert goes_on(begun, "W1-1") == 1
    entry = AuditEntry.objects.get(verb="keep_slots")
    assert entry.reason == "the sheet of table 1 was read wrong"
    win(begun, "W1-1", "a", organizer)
    assert "kept" not in Stage.objects.get(pk=begun.pk).draw
    win(begun, "W1-1", "b", organizer)
    assert to_decide(begun) == ["F1-1"]


def test_swapped_the_right_pair_has_what_was_played(begun, organizer):
    hand = Hand.objects.get(game__match=match_in(begun, "F1-1"))
    before = facts(begun)
    win(begun, "W1-1", "b", organizer)
    decide(begun, "swap", organizer)
    final = match_in(begun, "F1-1")
    assert seated(begun) == {"W1-1": (1, 4), "W1-2": (2, 3), "F1-1": (4, 2), "T1-1": (1, 3)}
    assert to_decide(begun) == []
    assert Hand.objects.get(game__match=final) == hand
    assert people(final) == {
        pk
        for entry in (final.entry_a, final.entry_b)
        for pk in (entry.partnership.first_id, entry.partnership.second_id)
    }
    view = load_match(final)
    assert {player.pk for player in view.games[0].seats.values()} == people(final)
    win(begun, "W1-1", "a", organizer)
    after = facts(begun)
    for name in ("stage", "matches", "lineup", "seating", "hands"):
        assert after[name] == before[name]


def test_replayed_the_sheet_is_set_aside_and_comes_back_with_the_old_winner(begun, organizer):
    before = facts(begun)
    old = match_in(begun, "F1-1").pk
    win(begun, "W1-1", "b", organizer)
    decide(begun, "replay", organizer)
    assert seated(begun)["F1-1"] == (4, 2)
    assert not Hand.objects.exists()
    assert match_in(begun, "F1-1").pk != old
    win(begun, "W1-1", "a", organizer)
    after = facts(begun)
    for name in ("stage", "matches", "lineup", "seating", "hands"):
        assert after[name] == before[name]
    assert AuditEntry.objects.filter(match=old, verb="record_hand").count() == 1


@pytest.mark.parametrize("choice", ["swap", "replay"])
def test_a_hand_in_question_goes_and_comes_with_its_match(begun, organizer, client_of, choice):
    phone = Phone(client_of(organizer), match_in(begun, "F1-1"))
    assert phone.record(1, uuid4(), count_ns=120, note="we say 120")["answer"] == "conflict"
    before = list(SentHand.objects.values())
    win(begun, "W1-1", "b", organizer)
    decide(begun, choice, organizer)
    assert SentHand.objects.exists() == (choice == "swap")
    win(begun, "W1-1", "a", organizer)
    assert list(SentHand.objects.values()) == before


def test_a_match_comes_back_though_who_wrote_its_hands_has_closed_the_account(
    begun, organizer, scorekeeper
):
    play(match_in(begun, "F1-1"), scorekeeper, 100)
    win(begun, "W1-1", "b", organizer)
    decide(begun, "replay", organizer)
    delete_account(scorekeeper, forget=False)
    win(begun, "W1-1", "a", organizer)
    connection.check_constraints()
    found = Hand.objects.order_by("number").values_list("number", "recorded_by")
    assert list(found) == [(1, organizer.pk), (2, None)]


def test_match_played_again_counts_once(begun, organizer):
    win(begun, "W1-1", "b", organizer)
    decide(begun, "replay", organizer)
    win(begun, "F1-1", "b", organizer)
    assert Game.objects.filter(match__round__stage=begun, match__slot="F1-1").count() == 2
    assert goes_on(begun, "F1-1") == 2


def test_what_depended_on_a_replayed_match_is_replayed_too(make_competition, organizer):
    stage = made(make_competition(entries=8), organizer)
    for slot in ("W1-1", "W1-2", "W1-3", "W1-4", "W2-1", "W2-2", "F1-1"):
        win(stage, slot, "a", organizer)
    before = facts(stage)
    win(stage, "W1-1", "b", organizer)
    assert to_decide(stage) == ["W2-1"]
    decide(stage, "replay", organizer)
    assert "F1-1" not in seated(stage)
    assert seated(stage)["W2-1"] == (8, 4)
    win(stage, "W1-1", "a", organizer)
    after = facts(stage)
    assert after["matches"] == before["matches"]


def test_swapped_along_the_whole_way_to_the_final(make_competition, organizer):
    stage = made(make_competition(entries=8), organizer)
    for slot in ("W1-1", "W1-2", "W1-3", "W1-4", "W2-1", "W2-2", "F1-1"):
        win(stage, slot, "a", organizer)
    assert goes_on(stage, "F1-1") == 1
    win(stage, "W1-1", "b", organizer)
    decide(stage, "swap", organizer)
    assert goes_on(stage, "F1-1") == 8
    assert to_decide(stage) == []


def test_final_and_third_place_exchange_who_belongs_there(make_competition, organizer):
    stage = made(make_competition(entries=4), organizer, third_place=True)
    for slot in ("W1-1", "W1-2", "F1-1", "T1-1"):
        win(stage, slot, "a", organizer)
    win(stage, "W1-1", "b", organizer)
    decide(stage, "swap", organizer)
    assert seated(stage)["F1-1"] == (4, 2)
    assert seated(stage)["T1-1"] == (1, 3)
    assert goes_on(stage, "F1-1") == 4


def test_winner_that_is_not_known_cannot_be_swapped_in(begun, organizer):
    clear(begun, "W1-1", organizer)
    assert to_decide(begun) == ["F1-1"]
    with pytest.raises(ActionError, match="not known who should play"):
        decide(begun, "swap", organizer)
    decide(begun, "replay", organizer)
    assert "F1-1" not in seated(begun)


@pytest.mark.parametrize(
    ("choice", "fields", "field"),
    [("keep", {"reason": ""}, "reason"), ("drop", {}, "choice")],
)
def test_choice_without_a_reason_or_of_nothing_is_refused(begun, organizer, choice, fields, field):
    win(begun, "W1-1", "b", organizer)
    with pytest.raises(ActionError) as refused:
        decide(begun, choice, organizer, **fields)
    assert refused.value.field == field
    assert to_decide(begun) == ["F1-1"]


def test_choice_on_another_state_than_was_shown_is_a_conflict(begun, organizer):
    win(begun, "W1-1", "b", organizer)
    with pytest.raises(StaleEdit):
        decide(begun, "keep", organizer, stamp="0" * 16)
