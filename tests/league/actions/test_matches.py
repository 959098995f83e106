"""Signing the sheet and opening it again."""

import pytest

from league.actions.acceptance import accept_match
from league.actions.corrections import correct_hand
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import undo_hand
from league.actions.matches import reopen_match
from league.models import AuditEntry, Competition, Match
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, play, sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    return match


def accept(match, by, *, stamp=None, player=None):
    player = player or people_of(match)["b"][0].pk
    return accept_match(match, player_id=player, stamp=stamp or stamp_of(load_match(match)), by=by)


def test_the_sheet_is_signed_by_a_player_and_written_down(match, scorekeeper):
    signer = people_of(match)["b"][1]
    assert accept(match, scorekeeper, player=signer.pk)
    match.refresh_from_db()
    assert match.signed_by == signer
    assert match.accepted_by == scorekeeper
    assert load_match(match).state == "accepted"
    assert AuditEntry.objects.get(verb="accept_match").after["games"] == [[640, 8]]


def test_signed_twice_is_signed_once(match, scorekeeper):
    assert accept(match, scorekeeper)
    assert not accept(match, scorekeeper, player=people_of(match)["a"][0].pk)
    assert AuditEntry.objects.filter(verb="accept_match").count() == 1


def test_a_match_that_is_not_over_is_not_signed(match, scorekeeper):
    last = load_match(match).games[0].hands[-1]
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    with pytest.raises(ActionError, match="not over"):
        accept(match, scorekeeper)


def test_a_sheet_that_changed_since_it_was_read_is_not_signed(match, scorekeeper):
    stamp = stamp_of(load_match(match))
    hand = load_match(match).games[0].hands[-1]
    correct_hand(hand, sheet(150, dealer="S"), revision=1, by=scorekeeper)
    with pytest.raises(StaleEdit, match="changed"):
        accept(match, scorekeeper, stamp=stamp)
    assert Match.objects.get().accepted_at is None


def test_somebody_who_does_not_play_cannot_sign(match, make_player, scorekeeper):
    with pytest.raises(ActionError, match="which of the players") as refused:
        accept(match, scorekeeper, player=make_player().pk)
    assert refused.value.field == "player"


def test_a_signed_sheet_takes_no_undo(match, scorekeeper):
    accept(match, scorekeeper)
    last = load_match(match).games[0].hands[-1]
    with pytest.raises(ActionError, match="signed"):
        undo_hand(match, hand_id=last.pk, by=scorekeeper)


def test_opened_again_with_a_reason_the_last_hand_can_be_undone(match, scorekeeper, organizer):
    accept(match, scorekeeper)
    with pytest.raises(ActionError, match="why"):
        reopen_match(match, reason="", by=organizer)
    assert reopen_match(match, reason="They signed the wrong sheet", by=organizer)
    last = load_match(match).games[0].hands[-1]
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    assert load_match(match).state == "playing"


def test_a_finished_competition_stays_signed(match, scorekeeper, organizer):
    accept(match, scorekeeper)
    Competition.objects.update(state=Competition.State.FINISHED)
    with pytest.raises(ActionError, match="finished"):
        reopen_match(match, reason="x", by=organizer)
