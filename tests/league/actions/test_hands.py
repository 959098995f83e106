"""Recording and undoing hands: what stands on the sheet afterwards, and what is refused."""

from uuid import uuid4

import pytest

from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet, record_hand, undo_hand
from league.actions.row_log import changed_rows
from league.models import AuditEntry, Competition, Hand, Round
from league.queries.hands import sheet_of
from scoring import (
    Bella,
    BellaCall,
    Claim,
    FourOfAKind,
    HandSheet,
    Outcome,
    Run,
    Seat,
    Side,
    Trump,
)
from tests.league.evenings import begin, figures, play, sheet, totals

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


def record(match, by, written=None, *, number=1, game=1, client_id=None, note=""):
    return record_hand(
        match,
        written or sheet(),
        client_id=client_id or uuid4(),
        game=game,
        number=number,
        note=note,
        by=by,
    )


def test_record_hand_stores_the_sheet_with_its_score_and_one_audit_entry(match, scorekeeper):
    version = Competition.objects.get().version
    hand = record(match, scorekeeper, sheet(90, run="E", bella="S"), note="late start")
    assert (hand.verdict, hand.total, hand.score_ns, hand.score_ew) == ("made", 202, 110, 92)
    entry = AuditEntry.objects.get(verb="record_hand")
    assert entry.after["score"] == [110, 92]
    assert entry.after["totals"] == [110, 92]
    assert entry.by == scorekeeper
    assert "late start" not in str(entry.after)
    assert Competition.objects.get().version == version + 1


@pytest.mark.parametrize(
    ("preset", "written"),
    [
        (
            "cape-breton",
            HandSheet(
                dealer=Seat.W,
                caller=Seat.W,
                trump=Trump.HEARTS,
                forced=True,
                count_ew=99,
                last_trick=Side.NS,
                runs=(Run(seat=Seat.N, fifties=1, cards=(("9H", "TH", "JH", "QH"),)),),
                bella=(Bella(seat=Seat.E, call=BellaCall.NONE),),
            ),
        ),
        (
            "cape-breton",
            HandSheet(
                outcome=Outcome.MISPLAY,
                dealer=Seat.W,
                caller=Seat.N,
                trump=Trump.CLUBS,
                claim=Claim(
                    by=Side.EW, against=Side.NS, upheld=True, trick=4, seat=Seat.S, card="TH"
                ),
            ),
        ),
        (
            "cape-breton",
            HandSheet(
                outcome=Outcome.THROWN_IN,
                dealer=Seat.W,
                caller=Seat.N,
                trump=Trump.CLUBS,
                thrown_by=Side.NS,
            ),
        ),
        ("declared", HandSheet(outcome=Outcome.PASSED_OUT, dealer=Seat.W)),
        (
            "declared",
            HandSheet(
                dealer=Seat.W,
                caller=Seat.N,
                trump=Trump.NO_TRUMP,
                bid=150,
                count_ns=80,
                sets=(FourOfAKind(seat=Seat.N, rank="A"),),
            ),
        ),
    ],
)
def test_a_stored_hand_reads_back_as_the_sheet_that_was_written(
    make_competition, make_match, scorekeeper, preset, written
):
    match = make_match(make_competition(entries=2, preset=preset))
    begin(match, scorekeeper)
    hand = record(match, scorekeeper, written)
    assert sheet_of(Hand.objects.get(pk=hand.pk)) == written
    # The log took the rows as they were written; read again they are the same.
    assert changed_rows(match.round.stage.competition_id, match.pk) is None


def test_same_client_id_again_stores_nothing_and_gives_the_same_hand(match, scorekeeper):
    client_id = uuid4()
    first = record(match, scorekeeper, client_id=client_id)
    again = record(match, scorekeeper, client_id=client_id)
    assert again.pk == first.pk
    assert Hand.objects.count() == 1
    assert AuditEntry.objects.filter(verb="record_hand").count() == 1


def test_same_client_id_with_other_figures_is_a_conflict_and_changes_nothing(match, scorekeeper):
    client_id = uuid4()
    record(match, scorekeeper, client_id=client_id)
    with pytest.raises(StaleEdit) as stale:
        record(match, scorekeeper, sheet(100), client_id=client_id)
    assert stale.value.stored.score_ns == 96
    assert totals(match) == (96, 66)


def test_a_hand_number_that_is_taken_is_refused_with_what_is_stored(match, scorekeeper):
    stored = record(match, scorekeeper)
    with pytest.raises(StaleEdit) as stale:
        record(match, scorekeeper, sheet(100), number=1)
    assert stale.value.stored == stored
    assert Hand.objects.count() == 1


def test_a_hand_number_that_is_too_high_is_refused(match, scorekeeper):
    with pytest.raises(StaleEdit, match="hand 1 is next"):
        record(match, scorekeeper, number=2)


def test_a_sheet_with_errors_is_refused_and_nothing_is_stored(match, scorekeeper):
    with pytest.raises(UnsoundSheet) as refused:
        record(match, scorekeeper, sheet(100, count_ew=60))
    assert [problem.code for problem in refused.value.problems] == ["count_sum"]
    assert not Hand.objects.exists()
    assert not AuditEntry.objects.filter(verb="record_hand").exists()


def test_dealer_out_of_turn_is_refused_until_the_competition_lowers_it(match, scorekeeper):
    wrong = sheet(dealer="E")
    with pytest.raises(UnsoundSheet) as refused:
        record(match, scorekeeper, wrong)
    assert refused.value.problems[0].code == "dealer_out_of_turn"
    Competition.objects.update(lowered=["dealer_out_of_turn"])
    assert record(match, scorekeeper, wrong).dealer == "E"


def test_no_hand_is_stored_before_anybody_is_seated(make_match, scorekeeper):
    with pytest.raises(ActionError, match="who sits where"):
        record(make_match(), scorekeeper)


def test_no_hand_is_stored_after_the_end_of_the_game(match, scorekeeper):
    play(match, scorekeeper, 160, 160, 160, 160)
    assert totals(match)[0] == 640
    with pytest.raises(ActionError, match="over"):
        record(match, scorekeeper, sheet(dealer="W"), number=5)


@pytest.mark.parametrize("forfeit", ["a", "both"])
def test_a_forfeited_match_takes_no_hand(match, scorekeeper, forfeit):
    match.forfeit = forfeit
    match.save(update_fields=["forfeit"])
    with pytest.raises(ActionError, match="forfeited"):
        record(match, scorekeeper)


def test_a_closed_round_is_the_organizers_alone(match, scorekeeper, organizer):
    Round.objects.update(state=Round.State.CLOSED)
    with pytest.raises(ActionError, match="closed"):
        record(match, scorekeeper)
    assert record(match, organizer).number == 1


def test_a_draft_round_takes_no_hand(match, organizer):
    Round.objects.update(state=Round.State.DRAFT)
    with pytest.raises(ActionError, match="draft"):
        record(match, organizer)


def test_a_finished_competition_takes_no_hand(match, organizer):
    Competition.objects.update(state=Competition.State.FINISHED)
    with pytest.raises(ActionError, match="finished"):
        record(match, organizer)


def test_undo_takes_the_last_hand_off_and_frees_its_number(match, scorekeeper):
    play(match, scorekeeper, 96, 100)
    last = Hand.objects.get(number=2)
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    assert figures(match) == {1: ("recorded", 96, 66)}
    entry = AuditEntry.objects.get(verb="undo_hand")
    assert entry.before["score"] == [100, 62]
    assert entry.before["totals"] == [196, 128]
    assert record(match, scorekeeper, sheet(90, dealer="N"), number=2).number == 2


def test_undo_tapped_twice_takes_one_hand_off(match, scorekeeper):
    play(match, scorekeeper, 96, 100)
    last = Hand.objects.get(number=2)
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    assert list(figures(match)) == [1]
    assert AuditEntry.objects.filter(verb="undo_hand").count() == 1


def test_undo_of_a_hand_that_is_not_the_last_is_refused(match, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 100)
    with pytest.raises(StaleEdit, match="not the last"):
        undo_hand(match, hand_id=first.pk, by=scorekeeper)
    assert list(figures(match)) == [1, 2]


def test_undo_is_possible_after_the_hand_that_ended_the_game(match, scorekeeper):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    undo_hand(match, hand_id=hands[-1].pk, by=scorekeeper)
    assert totals(match)[0] == 480


def test_undo_of_another_tables_hand_is_refused(match, make_match, scorekeeper):
    hand = play(match, scorekeeper, 96)[0]
    other = make_match(match.round.stage.competition)
    with pytest.raises(ActionError, match="no such hand"):
        undo_hand(other, hand_id=hand.pk, by=scorekeeper)
    assert list(figures(match)) == [1]


def test_a_hand_sent_again_after_it_was_undone_stays_undone(match, scorekeeper):
    client_id = uuid4()
    hand = record(match, scorekeeper, client_id=client_id)
    undo_hand(match, hand_id=hand.pk, by=scorekeeper)
    assert record(match, scorekeeper, client_id=client_id).status == Hand.Status.UNDONE
    assert figures(match) == {}
