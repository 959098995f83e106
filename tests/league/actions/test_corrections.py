"""Correcting and striking out: reasons, totals that move, ends that move."""

import pytest

from league.actions.acceptance import accept_match
from league.actions.corrections import correct_hand, void_hand
from league.actions.departures import leave
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet, undo_hand
from league.models import AuditEntry, Competition, Hand, Match
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, figures, play, sheet, totals

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


def sign(match, by):
    player = people_of(match)["b"][0]
    accept_match(match, player_id=player.pk, stamp=stamp_of(load_match(match)), by=by)


def test_the_last_hand_is_corrected_without_a_reason(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    correct_hand(hand, sheet(60), revision=1, by=scorekeeper)
    assert figures(match) == {1: ("recorded", 0, 162)}
    entry = AuditEntry.objects.get(verb="correct_hand")
    assert (entry.before["score"], entry.after["score"]) == ([96, 66], [0, 162])
    assert (entry.before["totals"], entry.after["totals"]) == ([96, 66], [0, 162])


def test_an_earlier_hand_needs_a_reason_and_moves_the_totals(match, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 100)
    with pytest.raises(ActionError, match="why") as refused:
        correct_hand(first, sheet(90), revision=1, by=scorekeeper)
    assert refused.value.field == "reason"
    assert totals(match) == (196, 128)
    correct_hand(first, sheet(90), revision=1, reason="counted again", by=scorekeeper)
    assert totals(match) == (190, 134)
    assert AuditEntry.objects.get(verb="correct_hand").reason == "counted again"


def test_runs_and_sets_of_the_old_sheet_are_gone_after_a_correction(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    correct_hand(hand, sheet(96, run="E", bella="S"), revision=1, by=scorekeeper)
    assert Hand.objects.get().runs.count() == 1
    correct_hand(hand, sheet(96), revision=2, by=scorekeeper)
    assert Hand.objects.get().runs.count() == 0
    assert Hand.objects.get().bella_seat is None


def test_the_same_correction_sent_twice_is_made_once(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    correct_hand(hand, sheet(90), revision=1, by=scorekeeper)
    again = correct_hand(hand, sheet(90), revision=1, by=scorekeeper)
    assert again.revision == 2
    assert AuditEntry.objects.filter(verb="correct_hand").count() == 1


def test_two_corrections_of_one_revision_meet_and_the_second_is_refused(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    correct_hand(hand, sheet(90), revision=1, by=scorekeeper)
    with pytest.raises(StaleEdit) as stale:
        correct_hand(hand, sheet(88), revision=1, by=scorekeeper)
    assert stale.value.stored.score_ns == 90
    assert totals(match) == (90, 72)


def test_an_unsound_correction_leaves_everything_as_it_was(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    with pytest.raises(UnsoundSheet):
        correct_hand(hand, sheet(161), revision=1, by=scorekeeper)
    assert figures(match) == {1: ("recorded", 96, 66)}
    assert Hand.objects.get().revision == 1


def test_a_correction_that_ends_the_game_earlier_asks_and_then_strikes_the_rest_out(
    match, scorekeeper
):
    hands = play(match, scorekeeper, 160, 160, 82, 82, 90)
    assert totals(match)[0] == 574
    with pytest.raises(ActionError, match="hand 5") as refused:
        correct_hand(hands[2], sheet(100, dealer="E"), revision=1, reason="x", by=scorekeeper)
    assert refused.value.field == "end_confirmed"
    assert totals(match)[0] == 574
    correct_hand(
        hands[2],
        sheet(100, dealer="E"),
        revision=1,
        reason="miscounted",
        end_confirmed=True,
        by=scorekeeper,
    )
    assert totals(match) == (502, 146)
    assert figures(match)[5][0] == "void"
    assert load_match(match).over


def test_a_correction_that_takes_the_end_away_lets_the_game_go_on(match, scorekeeper):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    correct_hand(hands[0], sheet(20), revision=1, reason="wrong side", by=scorekeeper)
    view = load_match(match)
    assert not view.over
    assert view.state == "playing"


def test_a_correction_may_not_open_a_game_that_another_game_followed(make_match, scorekeeper):
    match = make_match(best_of=3)
    begin(match, scorekeeper)
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    begin(match, scorekeeper, number=2)
    with pytest.raises(ActionError, match="game 2 has begun"):
        correct_hand(hands[0], sheet(20), revision=1, reason="x", by=scorekeeper)
    assert load_match(match).games[0].a == 640


def test_a_correction_may_not_end_the_match_before_its_last_game(make_match, scorekeeper):
    match = make_match(best_of=3)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    begin(match, scorekeeper, number=2)
    hands = play(match, scorekeeper, 0, 0, 0, 0)
    begin(match, scorekeeper, number=3)
    flipped = [sheet(162, dealer=hand.dealer) for hand in hands]
    with pytest.raises(ActionError, match="not be over"):
        correct_hand(hands[0], flipped[0], revision=1, reason="x", by=scorekeeper)


def test_a_struck_out_hand_keeps_its_line_and_its_deal(match, scorekeeper):
    first, second = play(match, scorekeeper, 96, 100)
    void_hand(first, revision=1, reason="wrong table", by=scorekeeper)
    assert figures(match) == {1: ("void", 96, 66), 2: ("recorded", 100, 62)}
    assert totals(match) == (100, 62)
    third = play(match, scorekeeper, 90)[0]
    assert (third.number, third.dealer) == (3, "E")
    assert second.dealer == "N"


def test_striking_out_always_needs_a_reason(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    with pytest.raises(ActionError, match="why"):
        void_hand(hand, revision=1, reason="", by=scorekeeper)
    assert figures(match)[1][0] == "recorded"


def test_struck_out_twice_is_struck_out_once(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    void_hand(hand, revision=1, reason="x", by=scorekeeper)
    void_hand(hand, revision=1, reason="x", by=scorekeeper)
    assert AuditEntry.objects.filter(verb="void_hand").count() == 1


def test_a_struck_out_hand_comes_back_as_it_was(match, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 100)
    void_hand(first, revision=1, reason="x", by=scorekeeper)
    correct_hand(first, sheet(96), revision=2, reason="it was right", by=scorekeeper)
    assert figures(match)[1] == ("recorded", 96, 66)
    assert totals(match) == (196, 128)


def test_a_void_hand_is_none_of_the_hands_of_a_game_of_n_hands(
    make_competition, make_match, scorekeeper
):
    play_hands = {"mode": "hands", "hands": 2, "minutes": None}
    match = make_match(make_competition(entries=2, match_play=play_hands))
    begin(match, scorekeeper)
    first, _second = play(match, scorekeeper, 96, 100)
    assert load_match(match).over
    void_hand(first, revision=1, reason="x", by=scorekeeper)
    assert not load_match(match).over
    play(match, scorekeeper, 90)
    assert load_match(match).over


def test_after_signing_only_an_organizer_corrects(match, scorekeeper, organizer):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    sign(match, scorekeeper)
    with pytest.raises(ActionError, match="organizer"):
        correct_hand(hands[3], sheet(159, dealer="S"), revision=1, reason="x", by=scorekeeper)
    with pytest.raises(ActionError, match="why"):
        correct_hand(hands[3], sheet(159, dealer="S"), revision=1, by=organizer)
    correct_hand(hands[3], sheet(159, dealer="S"), revision=1, reason="x", by=organizer)
    assert totals(match)[0] == 639
    assert Match.objects.get().accepted_at is not None


def test_a_signed_match_that_is_not_over_any_more_is_open_again(match, scorekeeper, organizer):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    sign(match, scorekeeper)
    correct_hand(hands[0], sheet(20), revision=1, reason="wrong side", by=organizer)
    assert Match.objects.get().accepted_at is None
    assert AuditEntry.objects.filter(verb="reopen_match", text__reason="wrong side").exists()


def test_an_undone_hand_cannot_be_corrected(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    undo_hand(match, hand_id=hand.pk, by=scorekeeper)
    with pytest.raises(ActionError, match="undone"):
        correct_hand(hand, sheet(90), revision=1, by=scorekeeper)


def test_hanging_points_move_with_a_correction(make_competition, make_match, scorekeeper):
    competition = make_competition(entries=2, options={"half_bait": "hang"})
    match = make_match(competition)
    begin(match, scorekeeper)
    half, _next = play(match, scorekeeper, 81, 100)
    assert totals(match) == (181, 143)
    correct_hand(half, sheet(82), revision=1, reason="one more", by=scorekeeper)
    assert totals(match) == (182, 142)
    assert Competition.objects.get().version > 1


def test_the_other_sides_count_written_out_is_no_correction(match, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    correct_hand(hand, sheet(96, count_ew=66), revision=1, by=scorekeeper)
    assert Hand.objects.get().revision == 1
    assert not AuditEntry.objects.filter(verb="correct_hand").exists()


def test_a_hand_of_those_who_left_is_struck_out_and_comes_back(
    make_competition, make_match, organizer, scorekeeper
):
    one_hand = {"mode": "hands", "hands": 1, "minutes": None}
    match = make_match(make_competition(entries=2, match_play=one_hand))
    begin(match, organizer)
    (hand,) = play(match, organizer, 96)
    leave(match.entry_a, state="withdrawn", reason="moved away", by=organizer)
    void_hand(hand, revision=hand.revision, reason="wrong table", by=organizer)
    assert load_match(match).left
    hand.refresh_from_db()
    with pytest.raises(ActionError, match="has left"):
        correct_hand(hand, sheet(96), revision=hand.revision, reason="it was", by=scorekeeper)
    correct_hand(hand, sheet(96), revision=hand.revision, reason="it was", by=organizer)
    view = load_match(match)
    assert (view.over, view.left, view.winner) == (True, False, "a")
