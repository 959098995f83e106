"""Matches as they stand, from the stored hands."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.corrections import void_hand
from league.actions.hands import undo_hand
from league.models import Game, Match
from league.queries.games import dealer_turn
from league.queries.hands import columns_of, score_of
from league.queries.matches import load_match, load_matches, people_of
from scoring import score_hand
from tests.league.evenings import begin, play, sheet, typed

pytestmark = pytest.mark.django_db


def test_a_match_waits_plays_and_is_over(make_match, scorekeeper):
    match = make_match()
    assert load_match(match).state == "waiting"
    begin(match, scorekeeper)
    assert load_match(match).state == "playing"
    play(match, scorekeeper, 160, 160, 160)
    view = load_match(match)
    assert (view.state, view.winner, view.next_game) == ("playing", None, None)
    play(match, scorekeeper, 160)
    view = load_match(match)
    assert (view.state, view.winner, view.games[0].winner) == ("over", "a", "a")
    assert (view.games[0].a, view.games[0].b) == (640, 8)


def test_baits_are_counted_by_the_calling_side_without_half_baits(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 60, 81)
    play(match, scorekeeper, 100, caller="E")
    game = load_match(match).games[0]
    assert (game.baits_a, game.baits_b) == (1, 1)


def test_totals_alone_make_a_game(make_match):
    match = make_match()
    Game.objects.create(match=match, number=1, ns_side="b", total_a=430, total_b=512)
    view = load_match(match)
    assert (view.games[0].a, view.games[0].b, view.winner) == (430, 512, "b")
    assert view.games[0].totals_only


def test_a_forfeit_goes_to_the_other_side_and_both_to_nobody(make_match):
    match = make_match(forfeit="a")
    view = load_match(match)
    assert (view.state, view.over, view.winner) == ("forfeit", True, "b")
    assert load_match(make_match(forfeit="both")).winner is None


def test_the_deal_goes_round_past_a_struck_out_hand(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper, dealer="S")
    view = load_match(match)
    assert dealer_turn(view.games[0], view.rules) == "S"
    (hand,) = play(match, scorekeeper, 96)
    void_hand(hand, revision=1, reason="x", by=scorekeeper)
    view = load_match(match)
    assert dealer_turn(view.games[0], view.rules) == "W"


def test_the_same_dealer_deals_again_where_the_rules_say_so(
    make_competition, make_match, scorekeeper, client_of
):
    match = make_match(make_competition(entries=2, preset="declared"))
    begin(match, scorekeeper, dealer="S")
    client_of(scorekeeper).post(
        f"/matches/{match.pk}/hands/", typed(dealer="S", outcome="passed_out", count_ns="")
    )
    view = load_match(match)
    assert len(view.games[0].hands) == 1
    assert dealer_turn(view.games[0], view.rules) == "S"


def test_matches_cost_the_same_statements_however_many(
    make_competition, make_round, make_match, scorekeeper
):
    competition = make_competition(entries=8)
    found = make_round(competition)
    counts = []
    for tables in (1, 3):
        while found.matches.count() < tables:
            match = make_match(competition, round=found)
            begin(match, scorekeeper)
            play(match, scorekeeper, 96, 90)
        with CaptureQueriesContext(connection) as seen:
            views = load_matches(Match.objects.all(), sheets=True)
            assert len(views) == tables
            for view in views:
                assert score_of(view.games[0].hands[0], view.rules).ns == 96
                assert view.games[0].seats["N"].name
        counts.append(len(seen))
    assert counts == [6, 6]


def test_the_score_beside_a_hand_is_what_its_sheet_comes_to(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 60, 81)
    view = load_match(match, sheets=True)
    for hand in view.games[0].hands:
        score = score_of(hand, view.rules)
        assert (hand.score_ns, hand.score_ew, hand.verdict) == (score.ns, score.ew, score.verdict)


def test_columns_of_a_sheet_are_those_of_the_table(make_match):
    written = sheet(90, run="E", bella="S")
    columns = columns_of(written, score_hand(written, load_match(make_match()).rules))
    assert (columns["count_ns"], columns["bella_seat"], columns["score_ew"]) == (90, "S", 92)


def test_people_are_the_line_up_or_else_the_partnerships(make_match):
    match = make_match()
    names = [player.pk for side in people_of(match).values() for player in side]
    match.lineup.all().delete()
    assert [p.pk for side in people_of(match).values() for p in side] == names


def test_one_match_by_itself_is_read_as_among_many(make_match, scorekeeper):
    match = make_match(best_of=3)
    _read_alike(match)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    begin(match, scorekeeper, number=2)
    (hand,) = play(match, scorekeeper, 96)
    undo_hand(match, hand_id=hand.pk, by=scorekeeper)
    play(match, scorekeeper, 60, 70)
    _read_alike(match)


def _read_alike(match: Match) -> None:
    one, (among,) = load_match(match), load_matches(Match.objects.filter(pk=match.pk))
    assert one == among
    for own, other in zip(one.games, among.games, strict=True):
        assert (own.hands, own.seats) == (other.hands, other.seats)
        with CaptureQueriesContext(connection) as seen:
            sat = [(seat.player, seat.game.match) for seat in own.game.seating.all()]
            assert all(hand.game.match == match for hand in own.game.hands.all())
        assert (len(sat), len(seen)) == (4, 0)
        assert own.game.hands.get(pk=own.hands[0].pk) == own.hands[0]
