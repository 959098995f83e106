"""Handing a sheet in, answering it, disputing it, settling it, and the clock until it is final."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.actions.acceptance import finalize_match, submit_match, take_back_match
from league.actions.disputes import dispute_match, settle_dispute, withdraw_dispute
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import undo_hand
from league.actions.matches import reopen_match
from league.actions.results import Totals, record_forfeit, record_totals
from league.actions.sheets_rules import change_sheets_rules
from league.models import AuditEntry, Game, Match
from league.queries.match_states import sheet_state
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from tests.league.answers import accept, ask, hand_in, stamp, written
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    """A match that is over, where the other side has to accept."""
    match = written(make_match())
    ask(match, acceptance="other")
    return match


@pytest.fixture
def player_of(make_user):
    """player_of(match, "a") -> an account that is one of the players of that side."""

    def make(match, side):
        user = make_user(f"player-{side}")
        entry = match.entry_a if side == "a" else match.entry_b
        entry.partnership.first.user = user
        entry.partnership.first.save()
        ask(match, players_score=True)
        return user

    return make


def state(match, *, hours=0):
    match = Match.objects.get(pk=match.pk)
    return sheet_state(load_match(match), timezone.now() + timedelta(hours=hours))


def dispute(match, by, side="b", words="Hand 5 was 92, not 29"):
    return dispute_match(match, side=side, words=words, by=by)


def test_one_side_hands_in_the_other_accepts_and_the_clock_makes_it_final(match, scorekeeper):
    assert state(match) == "over"
    assert hand_in(match, scorekeeper)
    assert state(match) == "submitted"
    assert accept(match, scorekeeper)
    assert state(match) == "provisional"
    assert (state(match, hours=47), state(match, hours=49)) == ("provisional", "final")


def test_the_side_that_handed_in_cannot_accept_its_own_sheet(match, scorekeeper):
    hand_in(match, scorekeeper)
    with pytest.raises(ActionError, match="other two") as refused:
        accept(match, scorekeeper, "a")
    assert refused.value.field == "player"
    assert state(match) == "submitted"


def test_nobody_accepts_before_it_is_handed_in_but_an_organizer_with_the_paper(
    match, scorekeeper, organizer
):
    with pytest.raises(ActionError, match="Hand the sheet in first"):
        accept(match, scorekeeper)
    assert accept(match, organizer)


def test_handed_in_twice_or_answered_twice_it_is_once(match, scorekeeper):
    assert hand_in(match, scorekeeper)
    assert not hand_in(match, scorekeeper, "b")
    assert Match.objects.get().submitted_side == "a"
    assert accept(match, scorekeeper)
    assert not accept(match, scorekeeper, place=1)
    assert not hand_in(match, scorekeeper)
    verbs = list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["submit_match", "accept_match"]


def test_a_handed_in_sheet_takes_no_hand_until_it_is_taken_back(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    last = play(match, scorekeeper, 160, 160, 160, 160)[-1]
    ask(match, acceptance="other")
    hand_in(match, scorekeeper)
    with pytest.raises(ActionError, match="Take it back"):
        undo_hand(match, hand_id=last.pk, by=scorekeeper)
    assert take_back_match(match, by=scorekeeper)
    assert not take_back_match(match, by=scorekeeper)
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    assert state(match) == "playing"


def test_a_player_of_the_other_side_cannot_take_the_sheet_back(match, player_of):
    hand_in(match, player_of(match, "a"))
    other = player_of(match, "b")
    with pytest.raises(ActionError, match="accept it, or dispute it"):
        take_back_match(match, by=other)
    assert state(match) == "submitted"


def test_totals_that_changed_since_they_were_read_are_not_handed_in(match, scorekeeper):
    before = stamp(match)
    Game.objects.update(total_a=600)
    with pytest.raises(StaleEdit):
        submit_match(match, side="a", stamp=before, by=scorekeeper)


def test_a_disputed_sheet_is_neither_accepted_nor_changed_by_the_table(match, scorekeeper):
    hand_in(match, scorekeeper)
    assert dispute(match, scorekeeper)
    assert not dispute(match, scorekeeper)
    assert state(match) == "disputed"
    assert not load_match(match).counts
    for attempt in (
        lambda: accept(match, scorekeeper),
        lambda: take_back_match(match, by=scorekeeper),
    ):
        with pytest.raises(ActionError, match="disputed"):
            attempt()


@pytest.mark.parametrize(
    ("side", "words", "message"),
    [("a", "wrong", "take it back"), ("b", "", "what is wrong")],
)
def test_a_dispute_comes_from_the_other_side_and_says_what_is_wrong(
    match, scorekeeper, side, words, message
):
    hand_in(match, scorekeeper)
    with pytest.raises(ActionError, match=message):
        dispute(match, scorekeeper, side, words)
    assert load_match(match).counts


def test_a_dispute_taken_back_leaves_the_sheet_as_it_was_handed_in(match, player_of):
    one, other = player_of(match, "a"), player_of(match, "b")
    hand_in(match, one)
    dispute(match, other)
    with pytest.raises(ActionError, match="organizer settles"):
        withdraw_dispute(match, by=one)
    assert withdraw_dispute(match, by=other)
    assert state(match) == "submitted"
    assert accept(match, other)


def test_settled_as_it_stands_the_result_is_accepted_and_its_time_runs(
    match, scorekeeper, organizer
):
    hand_in(match, scorekeeper)
    dispute(match, scorekeeper)
    with pytest.raises(ActionError, match="how it was settled"):
        settle_dispute(match, how="stands", words="", by=organizer)
    assert settle_dispute(match, how="stands", words="The paper says the same", by=organizer)
    assert not settle_dispute(match, how="stands", words="again", by=organizer)
    match.refresh_from_db()
    assert (state(match), match.corrected_at) == ("provisional", None)
    told = match.disputes.get()
    assert (told.settled, told.settled_by) == ("stands", organizer)


def test_settled_by_a_correction_everybody_reads_when_and_why(match, scorekeeper, organizer):
    hand_in(match, scorekeeper)
    dispute(match, scorekeeper)
    record_totals(
        match,
        [Totals(number=1, a=512, b=403)],
        stamp=stamp_of_totals(load_match(match)),
        reason="Hand 5",
        by=organizer,
    )
    assert state(match) == "disputed"
    settle_dispute(match, how="corrected", words="Hand 5 was 92", by=organizer)
    match.refresh_from_db()
    assert (state(match), match.corrected_reason) == ("provisional", "Hand 5 was 92")


def test_a_forfeit_settles_what_was_disputed(match, scorekeeper, organizer):
    dispute(match, scorekeeper)
    record_forfeit(match, who="a", reason="Played with a third deck", by=organizer)
    assert state(match) == "forfeit"
    assert load_match(match).counts
    assert match.disputes.get().settled == "corrected"


def test_an_accepted_result_can_be_disputed_until_it_is_final(match, scorekeeper):
    hand_in(match, scorekeeper)
    accept(match, scorekeeper)
    assert dispute(match, scorekeeper, "a")
    withdraw_dispute(match, by=scorekeeper)
    Match.objects.update(accepted_at=timezone.now() - timedelta(hours=49))
    with pytest.raises(ActionError, match="final"):
        dispute(match, scorekeeper, "a")


def test_an_organizer_makes_a_result_final_before_its_time(match, scorekeeper, organizer):
    with pytest.raises(ActionError, match="accepted"):
        finalize_match(match, by=organizer)
    hand_in(match, scorekeeper)
    accept(match, scorekeeper)
    assert finalize_match(match, by=organizer)
    assert not finalize_match(match, by=organizer)
    assert state(match) == "final"


def test_after_it_is_final_only_the_named_role_changes_the_result(
    match, scorekeeper, organizer, owner
):
    ask(match, corrects="owner")
    hand_in(match, scorekeeper)
    accept(match, scorekeeper)
    finalize_match(match, by=organizer)
    totals = {"stamp": stamp_of_totals(load_match(match)), "reason": "Added up again"}
    changes = (
        lambda by: record_totals(match, [Totals(number=1, a=520, b=340)], by=by, **totals),
        lambda by: record_forfeit(match, who="a", reason="x", by=by),
        lambda by: reopen_match(match, reason="x", by=by),
    )
    for change in changes:
        with pytest.raises(ActionError, match="final"):
            change(organizer)
    changes[0](owner)
    match.refresh_from_db()
    assert match.corrected_reason == "Added up again"
    assert state(match) == "final"


def test_a_correction_after_the_signature_is_marked_and_a_sheet_no_longer_over_is_open(
    match, scorekeeper, organizer
):
    hand_in(match, scorekeeper)
    accept(match, scorekeeper)
    record_totals(
        match, [], stamp=stamp_of_totals(load_match(match)), reason="Other table", by=organizer
    )
    match.refresh_from_db()
    assert (match.accepted_at, match.submitted_at) == (None, None)
    assert match.corrected_reason == "Other table"
    assert state(match) == "waiting"


def test_asking_more_in_mid_event_needs_a_reason_and_accepts_what_stands(
    make_match, make_competition, organizer
):
    competition = make_competition(entries=4)
    over, waiting = written(make_match(competition)), make_match(competition)
    with pytest.raises(ActionError, match="why"):
        change_sheets_rules(competition, {"acceptance": "other"}, by=organizer)
    change_sheets_rules(competition, {"acceptance": "other"}, reason="Cup night", by=organizer)
    assert (state(over), state(waiting)) == ("provisional", "waiting")
    assert AuditEntry.objects.get(verb="change_sheets_rules").after == {
        "acceptance": "other",
        "accepted": [over.pk],
    }


def test_who_corrects_final_results_is_changed_by_an_owner_alone(
    make_competition, organizer, owner
):
    competition = make_competition()
    change_sheets_rules(competition, {"corrects": "owner"}, by=organizer)
    for change in ({"corrects": "organizer"}, {"window": 9000}):
        with pytest.raises(ActionError, match="owner"):
            change_sheets_rules(competition, change, by=organizer)
    change_sheets_rules(competition, {"corrects": "organizer"}, by=owner)
    competition.refresh_from_db()
    assert competition.sheets == {}
