"""Correcting and striking out, through the pages."""

import pytest

from league.actions.acceptance import accept_match
from league.models import Hand
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, figures, play, totals, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


@pytest.fixture
def table(scorekeeper, client_of):
    return client_of(scorekeeper)


def again(hand, **fields):
    sent = typed(hand.number, dealer=hand.dealer, revision=str(hand.revision), client_id=None)
    return sent | fields


def test_the_form_shows_the_hand_as_it_was_written(match, table, scorekeeper):
    table.post(
        f"/matches/{match.pk}/hands/",
        typed(runs="E-50", bella="S", bella_call="none", note="late", cards_E="6H 7H 8H 9H"),
    )
    page = table.get(f"/hands/{Hand.objects.get().pk}/correct/").content.decode()
    for piece in ('value="E-50"', 'value="96"', 'value="late"', 'value="6H 7H 8H 9H"'):
        assert piece in page
    assert "checked" in page.split('value="E-50"')[1].split(">")[0]
    assert "Save hand" not in page
    assert "162 + 50 (run, " in page
    assert "Correct hand 1" in page


def test_a_corrected_hand_is_marked_with_when_and_why_for_everybody(
    match, table, scorekeeper, client_of
):
    first, _second = play(match, scorekeeper, 96, 88)
    sent = again(first, count_ns="90", reason="Counted the <jack> twice")
    answer = table.post(f"/hands/{first.pk}/correct/", sent)
    assert answer.status_code == 302
    assert totals(match) == (178, 146)
    page = client_of(None).get(f"/matches/{match.pk}/").content.decode()
    assert "corrected" in page
    assert "Counted the &lt;jack&gt; twice" in page
    assert scorekeeper.email not in page


def test_an_earlier_hand_without_a_reason_comes_back_with_what_was_typed(match, table, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 88)
    answer = table.post(f"/hands/{first.pk}/correct/", again(first, count_ns="90"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Write why this hand is corrected." in page
    assert 'value="90"' in page
    assert totals(match) == (184, 140)


def test_the_live_sum_of_a_correction_shows_totals_before_and_after(match, table, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 88)
    answer = table.post(
        f"/matches/{match.pk}/hands/check/?hand={first.pk}", again(first, count_ns="60")
    )
    page = answer.content.decode()
    for figure in ("96 – 66", "0 – 162", "184 – 140", "88 – 236"):
        assert figure in page
    assert totals(match) == (184, 140)


def test_a_correction_that_ends_the_game_earlier_asks_before_striking_out(
    match, table, scorekeeper
):
    hands = play(match, scorekeeper, 160, 160, 82, 82, 90)
    sent = again(hands[2], count_ns="100", reason="x")
    answer = table.post(f"/hands/{hands[2].pk}/correct/", sent)
    assert answer.status_code == 422
    assert "hand 5, which would be struck out" in answer.content.decode()
    answer = table.post(f"/hands/{hands[2].pk}/correct/", sent | {"end_confirmed": "on"})
    assert answer.status_code == 302
    assert figures(match)[5][0] == "void"


def test_a_hand_corrected_meanwhile_shows_both_versions(match, table, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    table.post(f"/hands/{hand.pk}/correct/", again(hand, count_ns="90"))
    answer = table.post(f"/hands/{hand.pk}/correct/", again(hand, count_ns="88"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody changed hand 1" in page
    assert "88 – 74" in page
    assert "90 – 72" in page
    assert 'name="revision" value="2"' in page
    assert totals(match) == (90, 72)


def test_striking_out_shows_what_moves_and_wants_a_reason(match, table, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 88)
    page = table.get(f"/hands/{first.pk}/void/").content.decode()
    assert "184 – 140" in page
    assert "88 – 74" in page
    answer = table.post(f"/hands/{first.pk}/void/", {"revision": "1", "reason": " "})
    assert answer.status_code == 422
    assert figures(match)[1][0] == "recorded"
    answer = table.post(f"/hands/{first.pk}/void/", {"revision": "1", "reason": "Misdeal"})
    assert answer.status_code == 302
    page = table.get(f"/matches/{match.pk}/").content.decode()
    assert "struck out" in page
    assert "Misdeal" in page
    assert "Bring back" in page


def test_striking_out_a_hand_corrected_meanwhile_is_refused(match, table, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    table.post(f"/hands/{hand.pk}/correct/", again(hand, count_ns="90"))
    answer = table.post(f"/hands/{hand.pk}/void/", {"revision": "1", "reason": "Misdeal"})
    assert answer.status_code == 409
    assert figures(match)[1][0] == "recorded"


def test_after_signing_a_scorekeeper_is_turned_away_and_an_organizer_is_not(
    match, table, scorekeeper, organizer, client_of
):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    accept_match(
        match,
        player_id=people_of(match)["b"][0].pk,
        stamp=stamp_of(load_match(match)),
        by=scorekeeper,
    )
    address = f"/hands/{hands[0].pk}/correct/"
    sent = again(hands[0], count_ns="159", reason="x")
    assert table.get(address).status_code == 403
    assert table.post(address, sent).status_code == 403
    assert client_of(organizer).post(address, sent).status_code == 302
    assert totals(match)[0] == 639


@pytest.mark.parametrize("rest", ["correct/", "void/"])
@pytest.mark.parametrize(("who", "status"), [("guest", 302), ("stranger", 404), ("member", 403)])
def test_who_may_not_correct(match, scorekeeper, personas, client_of, rest, who, status):
    (hand,) = play(match, scorekeeper, 96)
    answer = client_of(personas[who]).post(
        f"/hands/{hand.pk}/{rest}", again(hand, count_ns="90", reason="x")
    )
    assert answer.status_code == status
    assert figures(match) == {1: ("recorded", 96, 66)}


def test_a_change_that_takes_the_end_away_says_so_before_it_is_made(match, table, scorekeeper):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    says = "With this the game is not over any more"
    page = table.post(
        f"/matches/{match.pk}/hands/check/?hand={hands[0].pk}", again(hands[0], count_ns="20")
    ).content.decode()
    assert says in page
    assert says in table.get(f"/hands/{hands[0].pk}/void/").content.decode()
