"""Both sides write blind: sheets that agree, that differ, and what then is the result."""

from uuid import uuid4

import pytest

from league.actions.disputes import withdraw_dispute
from league.actions.errors import ActionError, StaleEdit
from league.actions.games import start_game
from league.actions.hands import UnsoundSheet
from league.actions.results import Totals
from league.actions.second_sheets import (
    begin_sheet,
    record_own_hand,
    release_sheet,
    ring_own_bell,
    seat_own_game,
    undo_own_hand,
    write_own_totals,
)
from league.actions.settled_sheets import hand_in_sheet, settle_sheets, take_back_sheet
from league.models import AuditEntry, Competition, Dispute, Game, Hand, Match, SecondSheet
from league.queries.match_states import sheet_state
from league.queries.matches import load_match, people_of
from league.queries.second_sheets import compared, sheets_of, view_sheet
from league.queries.standings import standings_of
from league.queries.verification import differing_hands
from league.words.audit import SENTENCES
from scoring import Claim, Outcome, Seat, Side, next_dealer
from tests.league.evenings import sheet

pytestmark = pytest.mark.django_db

WON = (160, 90, 100)  # 160 + 90 + 100 for North and South: over at 300


@pytest.fixture
def match(make_competition, make_match):
    return blind(make_competition, make_match)


def blind(make_competition, make_match, *, best_of=1, mode="target", **sheets):
    competition = make_competition(
        entries=2,
        options={"target": 300},
        sheets={"acceptance": "blind", **sheets},
        match_play={"mode": mode, "hands": None, "minutes": None},
    )
    return make_match(competition, best_of=best_of)


def seats_of(match, order="NSEW"):
    people = people_of(match)
    return dict(zip(order, [p.pk for p in people["a"] + people["b"]], strict=True))


def own_game(match, side, by, *counts, number=1, order="NSEW", dealer="W", **fields):
    """One game on the sheet of a side, with these counts of North and South."""
    begin_sheet(match, side=side, holder="", by=by)
    seat_own_game(
        match, side=side, number=number, seats=seats_of(match, order), first_dealer=dealer, by=by
    )
    for place, count in enumerate(counts, start=1):
        hand(match, side, by, place, count, game=number, dealer=dealer, **fields)
        dealer = str(next_dealer(Seat(dealer), rules=load_match(match).rules))


def hand(match, side, by, number, count, *, game=1, dealer="W", caller="N", **fields):
    return record_own_hand(
        match, side=side, sheet=sheet(count, dealer=dealer, caller=caller, **fields),
        client_id=uuid4(), game=game, number=number, by=by,
    )  # fmt: skip


def hand_in(match, side, by, **fields):
    stored = SecondSheet.objects.get(match=match, side=side)
    fields.setdefault("player_id", people_of(match)[side][0].pk)
    return hand_in_sheet(match, side=side, revision=stored.revision, by=by, **fields)


def points(match):
    rows = standings_of(Competition.objects.get()).rows
    return {place.entry.pk: place.row.match_points for place in rows}


def test_two_sheets_that_agree_are_accepted_by_themselves(match, scorekeeper, organizer):
    own_game(match, "a", scorekeeper, *WON)
    own_game(match, "b", organizer, *WON)
    assert hand_in(match, "a", scorekeeper) == "in"
    assert not Game.objects.exists()
    assert hand_in(match, "b", organizer) == "equal"
    match.refresh_from_db()
    view = load_match(match)
    assert (view.over, view.counts, match.accepted_at is not None) == (True, True, True)
    assert [(one.score_ns, one.score_ew) for one in view.games[0].hands] == [
        (160, 2), (90, 72), (100, 62),
    ]  # fmt: skip
    assert points(match)[match.entry_a_id] == 2
    a, b = SecondSheet.objects.all()
    assert (a.settled, b.settled, a.stands, b.stands) == ("equal", "equal", True, True)
    assert (a.handed_in_by, b.handed_in_by) == (scorekeeper, organizer)
    assert a.signed_by in people_of(match)["a"]
    assert b.signed_by in people_of(match)["b"]
    assert not list(differing_hands(Competition.objects.get()))


def test_sides_that_wrote_themselves_into_other_seats_agree_all_the_same(match, scorekeeper):
    own_game(match, "a", scorekeeper, *WON)
    # The other side drew itself North and South: West of the one is North of the other.
    own_game(
        match, "b", scorekeeper, *(162 - count for count in WON), order="EWSN", dealer="N",
        caller="E",
    )  # fmt: skip
    hand_in(match, "a", scorekeeper)
    assert hand_in(match, "b", scorekeeper) == "equal"


def test_two_sheets_that_differ_are_both_kept_and_count_for_nobody(match, scorekeeper, organizer):
    own_game(match, "a", scorekeeper, *WON)
    own_game(match, "b", scorekeeper, 160, 84, 100)
    hand_in(match, "a", scorekeeper)
    assert hand_in(match, "b", scorekeeper) == "differ"
    view = load_match(match)
    assert (view.over, view.counts, view.disputed, view.games) == (False, False, True, ())
    assert sum(points(match).values()) == 0
    both = compared(match, sheets_of(match))
    assert [(one.hand, one.field, one.first, one.second) for one in both.games[0].hands] == [
        (2, "count_ns", 90, 84),
        (2, "count_ew", 72, 78),
    ]
    with pytest.raises(ActionError, match="organizer settles"):
        withdraw_dispute(match, by=scorekeeper)
    with pytest.raises(ActionError, match="few words") as refused:
        settle_sheets(match, side="b", words="", by=organizer)
    assert refused.value.field == "words"
    assert settle_sheets(match, side="b", words="the cards were counted again", by=organizer)
    view = load_match(match)
    assert [one.score_ns for one in view.games[0].hands] == [160, 84, 100]
    assert (view.counts, view.disputed) == (True, False)
    assert points(match)[match.entry_a_id] == 2
    a, b = SecondSheet.objects.all()
    assert (a.stands, b.stands, a.settled, a.games != b.games) == (False, True, "organizer", True)
    assert Dispute.objects.get().settled == "stands"
    assert not settle_sheets(match, side="a", words="no, the other", by=organizer)
    assert load_match(match).games[0].hands[1].score_ns == 84


@pytest.mark.parametrize(
    ("rule", "counts", "outcome", "stands"),
    [
        # a is ahead on both: the sheet on which it is less far ahead stands.
        ("match", (160, 84, 100), "rule", "b"),
        ("match", (160, 96, 100), "rule", "a"),
        # The second sheet says that b has won: nobody is ahead on both.
        ("match", (2, 50), "differ", None),
        ("organizer", (160, 84, 100), "differ", None),
    ],
)
def test_the_competitions_rule_chooses_the_sheet_less_good_for_the_one_ahead(
    make_competition, make_match, scorekeeper, rule, counts, outcome, stands
):
    match = blind(make_competition, make_match, differing=rule)
    own_game(match, "a", scorekeeper, *WON)
    own_game(match, "b", scorekeeper, *counts)
    hand_in(match, "a", scorekeeper)
    assert hand_in(match, "b", scorekeeper) == outcome
    chosen = SecondSheet.objects.filter(stands=True).values_list("side", "settled")
    assert list(chosen) == ([(stands, "rule")] if stands else [])
    assert load_match(match).counts is bool(stands)


def test_who_stands_higher_in_the_table_has_the_less_good_sheet(
    make_competition, make_match, make_round, scorekeeper, organizer
):
    from league.actions.results import record_totals

    competition = make_competition(
        entries=4, options={"target": 300}, sheets={"acceptance": "blind", "differing": "table"}
    )
    one, two, three, four = competition.entries.all()
    first = make_round(competition)
    for a, b, totals in ((one, three, (320, 100)), (two, four, (100, 320))):
        played = make_match(competition, round=first, entry_a=a, entry_b=b)
        record_totals(played, [Totals(number=1, a=totals[0], b=totals[1])], stamp="", by=organizer)
        Match.objects.filter(pk=played.pk).update(accepted_at="2026-11-01T20:00:00Z")
    second = make_round(competition, number=2)
    match = make_match(competition, round=second, entry_a=two, entry_b=one)
    # one has won before and stands higher; the sheet on which it (side b) does less well stands.
    own_game(match, "a", scorekeeper, 160, 90, 100)
    own_game(match, "b", scorekeeper, 160, 84, 100)
    hand_in(match, "a", scorekeeper)
    assert hand_in(match, "b", scorekeeper) == "rule"
    assert SecondSheet.objects.get(match=match, stands=True).side == "a"


def test_the_log_has_no_figure_of_a_sealed_sheet_and_all_of_both_once_they_are_in(
    match, scorekeeper
):
    own_game(match, "a", scorekeeper, 160, 90)
    stored = view_sheet(match, SecondSheet.objects.get().games).games[0]
    undo_own_hand(match, side="a", client_id=stored.hands[-1].client_id, by=scorekeeper)
    hand(match, "a", scorekeeper, 2, 96, dealer="N")
    hand(match, "a", scorekeeper, 3, 101, dealer="E")
    hand_in(match, "a", scorekeeper)
    for entry in AuditEntry.objects.all():
        assert set(entry.after or {}) <= {"side", "game", "number", "signed_by"}
        assert entry.verb in SENTENCES
    own_game(match, "b", scorekeeper, *WON)
    hand_in(match, "b", scorekeeper)
    opened = AuditEntry.objects.get(verb="open_sheets")
    assert (opened.after["a"], opened.after["b"]) == ([[357, 129]], [[350, 136]])
    assert opened.after["sheets"]["a"][0]["hands"][2]["sheet"]["counted"]["NS"] == 101


def test_the_settled_result_is_logged_hand_by_hand_as_a_table_would_have_written_it(
    match, scorekeeper
):
    for side in ("a", "b"):
        own_game(match, side, scorekeeper, *WON)
        hand_in(match, side, scorekeeper)
    hands = AuditEntry.objects.filter(verb="record_hand").order_by("pk")
    assert [entry.after["totals"] for entry in hands] == [[160, 2], [250, 74], [350, 136]]
    assert AuditEntry.objects.filter(verb="start_game").count() == 1


def test_totals_agree_with_totals_and_with_hands(make_competition, make_match, scorekeeper):
    match = blind(make_competition, make_match)
    own_game(match, "a", scorekeeper, *WON)
    begin_sheet(match, side="b", holder="", by=scorekeeper)
    with pytest.raises(ActionError):
        write_own_totals(match, side="b", totals=[Totals(number=1, a=200, b=136)], by=scorekeeper)
    write_own_totals(match, side="b", totals=[Totals(number=1, a=350, b=136)], by=scorekeeper)
    hand_in(match, "b", scorekeeper)
    assert hand_in(match, "a", scorekeeper) == "equal"
    assert Hand.objects.count() == 3  # whoever wrote the hands gives them

    other = blind(make_competition, make_match)
    for side in ("a", "b"):
        begin_sheet(other, side=side, holder="", by=scorekeeper)
        write_own_totals(other, side=side, totals=[Totals(number=1, a=340, b=120)], by=scorekeeper)
        outcome = hand_in(other, side, scorekeeper)
    assert outcome == "equal"
    assert (load_match(other).games[0].a, load_match(other).games[0].b) == (340, 120)


def test_a_best_of_three_is_compared_game_by_game(make_competition, make_match, scorekeeper):
    match = blind(make_competition, make_match, best_of=3)
    for side, last in (("a", (160, 90, 100)), ("b", (160, 90, 101))):
        own_game(match, side, scorekeeper, *WON)
        with pytest.raises(ActionError, match="not over"):
            hand_in(match, side, scorekeeper)
        own_game(match, side, scorekeeper, *last, number=2)
        outcome = hand_in(match, side, scorekeeper)
    assert outcome == "differ"
    one, two = compared(match, sheets_of(match)).games
    assert (one.same, [found.hand for found in two.hands]) == (True, [3, 3])


def test_a_bell_ends_the_game_on_each_sheet(make_competition, make_match, scorekeeper):
    match = blind(make_competition, make_match, mode="bell")
    for side in ("a", "b"):
        own_game(match, side, scorekeeper, 100)
        ring_own_bell(match, side=side, in_play=True, by=scorekeeper)
        ring_own_bell(match, side=side, in_play=True, by=scorekeeper)  # taken back
        ring_own_bell(match, side=side, in_play=True, by=scorekeeper)
        hand(match, side, scorekeeper, 2, 90, dealer="N")
        outcome = hand_in(match, side, scorekeeper)
    assert outcome == "equal"
    game = Game.objects.get()
    assert (game.bell_after, game.hands.count()) == (2, 2)


def test_what_is_wrong_with_a_sheet_is_refused_as_everywhere(match, scorekeeper):
    own_game(match, "a", scorekeeper, 160)
    with pytest.raises(UnsoundSheet):
        hand(match, "a", scorekeeper, 2, 161, dealer="N")
    with pytest.raises(StaleEdit):
        hand(match, "a", scorekeeper, 3, 90, dealer="N")
    with pytest.raises(StaleEdit):
        undo_own_hand(match, side="a", client_id=uuid4(), by=scorekeeper)
    with pytest.raises(ActionError, match="not begun"):
        hand(match, "b", scorekeeper, 1, 90)
    with pytest.raises(ActionError, match="not over"):
        hand_in(match, "a", scorekeeper)
    claim = Claim(by=Side.EW, against=Side.NS, upheld=True)
    hand(match, "a", scorekeeper, 2, None, dealer="N", outcome=Outcome.MISPLAY, claim=claim)
    assert view_sheet(match, SecondSheet.objects.get().games).games[0].b == 164


def test_a_hand_sent_twice_is_written_once(match, scorekeeper):
    own_game(match, "a", scorekeeper)
    again = {
        "side": "a", "sheet": sheet(96), "client_id": uuid4(), "game": 1, "number": 1,
        "by": scorekeeper,
    }  # fmt: skip
    record_own_hand(match, **again)
    record_own_hand(match, **again)
    assert len(SecondSheet.objects.get().games[0]["hands"]) == 1


def test_handed_in_it_is_not_written_on_until_it_is_taken_back(match, scorekeeper):
    own_game(match, "a", scorekeeper, *WON)
    hand_in(match, "a", scorekeeper)
    assert hand_in(match, "a", scorekeeper) == "before"
    last = SecondSheet.objects.get().games[0]["hands"][-1]["id"]
    with pytest.raises(ActionError, match="handed in"):
        undo_own_hand(match, side="a", client_id=last, by=scorekeeper)
    assert take_back_sheet(match, side="a", by=scorekeeper)
    assert not take_back_sheet(match, side="a", by=scorekeeper)
    match.refresh_from_db()
    assert match.submitted_at is None
    undo_own_hand(match, side="a", client_id=last, by=scorekeeper)
    own_game(match, "b", scorekeeper, *WON)
    hand_in(match, "b", scorekeeper)
    hand(match, "a", scorekeeper, 3, 100, dealer="E")
    assert hand_in(match, "a", scorekeeper) == "equal"
    with pytest.raises(ActionError, match="stands"):
        begin_sheet(match, side="a", holder="", by=scorekeeper)


def test_a_sheet_read_before_a_change_is_not_handed_in(match, scorekeeper):
    own_game(match, "a", scorekeeper, *WON)
    player = people_of(match)["a"][0].pk
    with pytest.raises(StaleEdit):
        hand_in_sheet(match, side="a", player_id=player, revision=1, by=scorekeeper)
    with pytest.raises(ActionError, match="which of the players"):
        hand_in(match, "a", scorekeeper, player_id=people_of(match)["b"][0].pk)


def test_another_phone_takes_a_sheet_up_only_once_an_organizer_lets_it_go(
    match, scorekeeper, organizer
):
    begin_sheet(match, side="a", holder="one", by=scorekeeper)
    begin_sheet(match, side="a", holder="one", by=scorekeeper)
    with pytest.raises(ActionError, match="another phone"):
        begin_sheet(match, side="a", holder="two", by=scorekeeper)
    with pytest.raises(ActionError, match="why"):
        release_sheet(match, side="a", reason="", by=organizer)
    assert release_sheet(match, side="a", reason="out of power", by=organizer)
    assert not release_sheet(match, side="a", reason="again", by=organizer)
    assert begin_sheet(match, side="a", holder="two", by=scorekeeper).holder == "two"


def test_no_game_is_started_in_front_of_everybody_where_both_write_blind(
    match, scorekeeper, organizer
):
    for by in (scorekeeper, organizer):
        with pytest.raises(ActionError, match="sheet of its own"):
            start_game(match, number=1, seats=seats_of(match), first_dealer="W", by=by)


def test_by_the_clock_nobody_forfeits_while_a_sheet_is_in(
    make_competition, make_match, make_round, scorekeeper
):
    from datetime import timedelta

    from django.utils import timezone

    match = blind(make_competition, make_match, late="forfeit", late_after=1)
    own_game(match, "a", scorekeeper, *WON)
    hand_in(match, "a", scorekeeper)
    match.round.starts_at = timezone.now() - timedelta(hours=2)
    match.round.save()
    view = load_match(match)
    assert (view.forfeit, sheet_state(view, timezone.now())) == (None, "waiting")
