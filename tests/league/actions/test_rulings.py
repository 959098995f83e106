"""Rulings on hands: the score follows from the rules, and taken back nothing of them is left."""

from uuid import uuid4

import pytest

from league.actions.adjustments import remove_adjustment
from league.actions.corrections import correct_hand, void_hand
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import record_hand, undo_hand
from league.actions.moves import move_sheet, stamp_of_seats, stamp_of_two, turn_sheet
from league.actions.rulings import (
    Finding,
    Penalty,
    rule_on_hand,
    rule_on_match,
    take_ruling_back,
)
from league.models import Adjustment, AuditEntry, Hand, Ruling
from league.queries.hands import sheet_of
from league.queries.matches import load_match, people_of
from league.queries.rulings import overtaken, ruled_matches
from scoring import Claim, Outcome, Side, sheet_to_json
from tests.league.evenings import begin, figures, play, sheet, totals

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


def seated(match):
    """North, East, South, West as players."""
    a, b = (people_of(match)[side] for side in ("a", "b"))
    return a[0], b[0], a[1], b[1]


def rule(hand, organizer, *, found="upheld", claimant=0, accused=1, **fields):
    """North claims a misplay by East."""
    people = seated(hand.game.match)
    hand = Hand.objects.get(pk=hand.pk)
    finding = Finding(
        claimant=people[claimant], accused=people[accused], found=found, trick=4, card="9S"
    )
    fields = {
        "client_id": uuid4(), "revision": hand.revision, "reason": "Had a spade", **fields,
    }  # fmt: skip
    return rule_on_hand(hand, finding, by=organizer, **fields)


def penalty(*owners, match_points=0, points=-100):
    return Penalty(owners=owners, match_points=match_points, points=points, rule="house rule 4")


def written(hand):
    hand = Hand.objects.get(pk=hand.pk)
    return sheet_to_json(sheet_of(hand)), hand.score_ns, hand.score_ew, hand.verdict, hand.total


@pytest.mark.parametrize(
    ("option", "found", "award", "expected"),
    [
        ("renege_award", "upheld", "all", (202, 0)),
        ("renege_award", "upheld", "flat_162", (162, 0)),
        ("renege_award", "upheld", "flat_162_plus_100", (262, 0)),
        ("false_claim_award", "wrong", "all", (0, 202)),
        ("false_claim_award", "wrong", "flat_162", (0, 162)),
        ("false_claim_award", "wrong", "flat_162_plus_100", (0, 262)),
        ("renege_award", "stands", "all", (120, 82)),
    ],
)
def test_the_score_follows_from_what_was_found_and_the_competitions_option(
    make_competition, make_match, scorekeeper, organizer, option, found, award, expected
):
    match = make_match(make_competition(entries=2, options={option: award}))
    begin(match, scorekeeper)
    # 80 and 82 in cards; South's run and Bella are shown and said before the hand stops.
    play_one = sheet(80, run="S", bella="S")
    hand = record_hand(match, play_one, client_id=uuid4(), game=1, number=1, by=scorekeeper)
    ruling = rule(hand, organizer, found=found)
    hand.refresh_from_db()
    assert (hand.score_ns, hand.score_ew) == expected
    assert ruling.rule == ("" if found == "stands" else "6.11")
    if found != "stands":
        assert hand.claim == {
            "by": "NS", "against": "EW", "upheld": found == "upheld",
            "trick": 4, "seat": "E", "card": "9S",
        }  # fmt: skip


def test_a_ruling_keeps_who_claimed_who_was_accused_and_who_ruled(match, scorekeeper, organizer):
    (hand,) = play(match, scorekeeper, 96)
    north, east, *_rest = seated(match)
    ruling = rule(hand, organizer)
    assert (ruling.claimant, ruling.accused, ruling.made_by) == (north, east, organizer)
    assert (ruling.trick, ruling.card, ruling.found) == (4, "9S", "upheld")
    entry = AuditEntry.objects.get(verb="make_ruling")
    assert (entry.by, entry.reason, entry.match) == (organizer, "Had a spade", match)
    assert entry.after["found"] == "upheld"
    assert entry.after["claimant"] == north.pk
    correction = AuditEntry.objects.get(verb="correct_hand")
    assert (correction.before["score"], correction.after["score"]) == ([96, 66], [162, 0])


def test_taken_back_the_hand_and_its_penalties_are_as_they_were(match, scorekeeper, organizer):
    first, _second = play(match, scorekeeper, 96, 100)
    before = written(first)
    ruling = rule(first, organizer, penalty=penalty(match.entry_a, match.entry_b))
    assert totals(match) == (262, 62)
    assert Adjustment.objects.filter(removed_at=None).count() == 2
    assert take_ruling_back(ruling, reason="it was trick 5", by=organizer)
    assert written(first) == before
    assert totals(match) == (196, 128)
    assert not Adjustment.objects.filter(removed_at=None).exists()
    assert not take_ruling_back(ruling, reason="again", by=organizer)
    assert AuditEntry.objects.filter(verb="take_ruling_back").count() == 1


def test_a_second_ruling_takes_the_place_of_the_first_and_taken_back_gives_it_back(
    match, scorekeeper, organizer
):
    (hand,) = play(match, scorekeeper, 96)
    first = rule(hand, organizer, penalty=penalty(match.entry_b))
    as_first = written(hand)
    second = rule(
        hand, organizer, found="wrong", instead_of=first.pk, penalty=penalty(match.entry_a)
    )
    assert figures(match) == {1: ("recorded", 0, 162)}
    assert [one.entry for one in Adjustment.objects.filter(removed_at=None)] == [match.entry_a]
    third = rule(hand, organizer, found="stands", instead_of=second.pk)
    assert figures(match) == {1: ("recorded", 96, 66)}
    take_ruling_back(third, reason="no", by=organizer)
    take_ruling_back(second, reason="no", by=organizer)
    assert written(hand) == as_first
    first.refresh_from_db()
    assert first.ended_at is None
    assert not overtaken(first)
    assert [one.entry for one in Adjustment.objects.filter(removed_at=None)] == [match.entry_b]
    take_ruling_back(first, reason="no", by=organizer)
    assert figures(match) == {1: ("recorded", 96, 66)}


def test_a_penalty_taken_off_by_hand_stays_off_when_its_ruling_comes_back(
    match, scorekeeper, organizer
):
    (hand,) = play(match, scorekeeper, 96)
    first = rule(hand, organizer, penalty=penalty(match.entry_b))
    remove_adjustment(Adjustment.objects.get(), by=organizer)
    second = rule(hand, organizer, found="wrong", instead_of=first.pk)
    take_ruling_back(second, reason="no", by=organizer)
    assert not Adjustment.objects.filter(removed_at=None).exists()


def test_sent_twice_it_is_ruled_once(match, scorekeeper, organizer):
    (hand,) = play(match, scorekeeper, 96)
    sent = uuid4()
    one = rule(hand, organizer, client_id=sent, penalty=penalty(match.entry_b))
    again = rule(hand, organizer, client_id=sent, penalty=penalty(match.entry_b))
    assert one == again
    assert (Ruling.objects.count(), Adjustment.objects.count()) == (1, 1)


def test_two_organizers_who_rule_on_one_hand_meet(match, scorekeeper, organizer, owner):
    (hand,) = play(match, scorekeeper, 96)
    rule(hand, organizer, found="stands")
    with pytest.raises(StaleEdit, match="hand 1"):
        rule(hand, owner, found="upheld")
    assert figures(match) == {1: ("recorded", 96, 66)}


@pytest.mark.parametrize(("claimant", "accused"), [(0, 2), (1, 1), (3, 1)])
def test_nobody_claims_against_his_own_side(match, scorekeeper, organizer, claimant, accused):
    (hand,) = play(match, scorekeeper, 96)
    with pytest.raises(ActionError, match="opponent") as refused:
        rule(hand, organizer, claimant=claimant, accused=accused)
    assert refused.value.field == "accused"
    assert not Ruling.objects.exists()


def test_at_the_table_nobody_changes_a_hand_that_was_ruled_on(match, scorekeeper, organizer):
    (hand,) = play(match, scorekeeper, 96)
    ruling = rule(hand, organizer)
    hand.refresh_from_db()
    with pytest.raises(ActionError, match="Ask an organizer"):
        correct_hand(hand, sheet(60), revision=hand.revision, by=scorekeeper)
    with pytest.raises(ActionError, match="Ask an organizer"):
        void_hand(hand, revision=hand.revision, reason="x", by=scorekeeper)
    with pytest.raises(ActionError, match="Ask an organizer"):
        undo_hand(match, hand_id=hand.pk, by=scorekeeper)
    with pytest.raises(ActionError, match="take the ruling back"):
        undo_hand(match, hand_id=hand.pk, by=organizer)
    assert figures(match) == {1: ("recorded", 162, 0)}
    take_ruling_back(ruling, reason="no", by=organizer)
    undo_hand(match, hand_id=hand.pk, by=scorekeeper)
    assert figures(match) == {}


def test_a_hand_an_organizer_corrected_since_has_nothing_to_go_back_to(
    match, scorekeeper, organizer
):
    (hand,) = play(match, scorekeeper, 96)
    ruling = rule(hand, organizer)
    hand.refresh_from_db()
    correct_hand(hand, sheet(60), revision=hand.revision, reason="x", by=organizer)
    ruling.refresh_from_db()
    assert overtaken(Ruling.objects.get())
    with pytest.raises(ActionError, match="Rule on it again"):
        take_ruling_back(ruling, reason="no", by=organizer)
    again = rule(hand, organizer, instead_of=ruling.pk)
    assert again.played["counted"]["NS"] == 60
    take_ruling_back(again, reason="no", by=organizer)
    assert figures(match) == {1: ("recorded", 0, 162)}
    ruling.refresh_from_db()
    assert ruling.ended_at is None
    assert overtaken(Ruling.objects.get(pk=ruling.pk))


def test_a_misplay_the_table_wrote_is_listed_until_somebody_rules_on_it(
    match, scorekeeper, organizer
):
    claim = Claim(by=Side.EW, against=Side.NS, upheld=True)
    stopped = sheet(None, outcome=Outcome.MISPLAY, claim=claim)
    hand = record_hand(match, stopped, client_id=uuid4(), game=1, number=1, by=scorekeeper)
    competition = match.round.stage.competition
    (listed,) = ruled_matches(competition)
    assert [one.pk for _game, one in listed.claims] == [hand.pk]
    rule(hand, organizer, claimant=1, accused=0)
    (listed,) = ruled_matches(competition)
    assert (listed.claims, len(listed.rulings)) == ((), 1)


def test_a_match_is_penalized_without_touching_its_hands(match, scorekeeper, organizer):
    play(match, scorekeeper, 96)
    sent = uuid4()
    for _tap in range(2):
        ruling = rule_on_match(
            match, penalty(match.entry_b, match_points=-1), reason="Table talk", client_id=sent,
            by=organizer,
        )  # fmt: skip
    (made,) = Adjustment.objects.all()
    assert (made.entry, made.match_points, made.points) == (match.entry_b, -1, -100)
    assert (made.rule, made.reason) == ("house rule 4", "Table talk")
    assert figures(match) == {1: ("recorded", 96, 66)}
    take_ruling_back(ruling, reason="no", by=organizer)
    made.refresh_from_db()
    assert made.removed_at is not None


def test_a_ruled_sheet_is_not_moved_or_turned(match, make_match, scorekeeper, organizer):
    other = make_match(match.round.stage.competition)
    (hand,) = play(match, scorekeeper, 96)
    rule(hand, organizer)
    views = (load_match(match), load_match(other))
    with pytest.raises(ActionError, match="ruling on hand 1"):
        move_sheet(
            match, other, turned=False, exchange=False, stamp=stamp_of_two(*views), reason="x",
            by=organizer,
        )  # fmt: skip
    with pytest.raises(ActionError, match="ruling on hand 1"):
        turn_sheet(match, stamp=stamp_of_seats(load_match(match)), reason="x", by=organizer)
