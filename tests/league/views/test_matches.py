"""The match page, like the paper, and signing it."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.hands import record_hand
from league.models import Game, Match, Round
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, play, sheet, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


@pytest.fixture
def phone(scorekeeper, client_of):
    return client_of(scorekeeper)


def shown(client, match):
    return " ".join(client.get(f"/matches/{match.pk}/").content.decode().split())


def test_everybody_reads_the_sheet_with_running_totals_and_each_sum(match, scorekeeper, client_of):
    play(match, scorekeeper, 96, 72, 81)
    page = shown(client_of(None), match)
    for piece in (
        "<s>72</s>",
        "<s>81</s>",
        ">bait<",
        ">half-bait<",
        "callers have 72: bait",
        "Being played.",
    ):
        assert piece in page
    totals = [piece.split("<")[0] for piece in page.split("total </span>")[1:]]
    assert totals == ["96", "66", "96", "228", "96", "309"]
    assert "Enter hands" not in page
    assert scorekeeper.email not in page


def test_runs_bella_misplay_and_passing_out_are_marked(
    make_competition, make_match, scorekeeper, client_of
):
    match = make_match(make_competition(entries=2, options={"all_pass": "next_deal"}))
    begin(match, scorekeeper)
    phone = client_of(scorekeeper)
    address = f"/matches/{match.pk}/hands/"
    phone.post(address, typed(runs="E-50", bella="S"))
    phone.post(address, typed(2, dealer="N", outcome="passed_out", count_ns=""))
    phone.post(
        address,
        typed(3, dealer="E", outcome="misplay", count_ns="", claim_by="NS", claim_upheld="no"),
    )
    phone.post(address, typed(4, dealer="S", outcome="thrown_in", count_ns="", thrown_by="EW"))
    page = shown(client_of(None), match)
    for piece in ("run 50", ">bells<", ">passed out<", ">misplay<", ">thrown in<"):
        assert piece in page


def test_a_match_not_started_a_forfeit_and_totals_alone_are_told_apart(make_match, client_of):
    match = make_match()
    assert "Not started yet." in shown(client_of(None), match)
    Game.objects.create(match=match, number=1, total_a=512, total_b=430)
    page = shown(client_of(None), match)
    assert "totals only" in page
    assert "512 – 430" in page
    match.forfeit = "a"
    match.save(update_fields=["forfeit"])
    assert "forfeited; the match goes to" in shown(client_of(None), match)


def test_best_of_three_says_how_the_match_stands(make_match, scorekeeper, client_of):
    match = make_match(best_of=3)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    page = shown(client_of(None), match)
    assert "lead the match, 1 – 0 in games" in page
    assert "They reached 500" in page
    begin(match, scorekeeper, number=2)
    play(match, scorekeeper, 160, 160, 160, 160)
    assert "win the match, 2 – 0 in games" in shown(client_of(None), match)


def test_a_draft_round_is_no_page_but_for_organizers(match, client_of, organizer, stranger):
    Round.objects.update(state=Round.State.DRAFT)
    assert client_of(None).get(f"/matches/{match.pk}/").status_code == 404
    assert client_of(stranger).get(f"/matches/{match.pk}/").status_code == 404
    assert client_of(organizer).get(f"/matches/{match.pk}/").status_code == 200


def test_the_sum_of_one_hand_has_a_page(match, scorekeeper, client_of):
    (hand,) = play(match, scorekeeper, 96)
    page = client_of(None).get(f"/hands/{hand.pk}/").content.decode()
    assert "162; half is 81; callers have 96: made" in page


def test_match_page_costs_the_same_with_one_hand_and_with_twelve(
    make_competition, make_match, scorekeeper, client_of
):
    match = make_match(make_competition(entries=2, preset="long"))
    begin(match, scorekeeper)
    counts = []
    for more in (1, 11):
        play(match, scorekeeper, *[81] * more)
        with CaptureQueriesContext(connection) as seen:
            page = shown(client_of(None), match)
        counts.append(len(seen))
    assert "Hand 12." in page
    assert counts[0] == counts[1]
    assert counts[0] <= 16


def sign(phone, match, **fields):
    sent = {"stamp": stamp_of(load_match(match)), "player": people_of(match)["b"][0].pk}
    return phone.post(f"/matches/{match.pk}/accept/", sent | fields)


def test_signing_shows_who_and_when_and_ends_undo(match, phone, scorekeeper, client_of):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    assert sign(phone, match).status_code == 302
    signer = people_of(match)["b"][0]
    page = shown(client_of(None), match)
    assert "Signed" in page
    assert signer.name in page.split("Signed")[1].split("</p>")[0]
    answer = phone.post(f"/matches/{match.pk}/undo/", {"hand": hands[-1].pk})
    assert answer.status_code == 422
    assert "signed" in answer.content.decode()


def test_signing_without_a_player_or_an_old_sheet_is_refused(match, phone, scorekeeper):
    play(match, scorekeeper, 160, 160, 160, 160)
    assert sign(phone, match, player="").status_code == 422
    answer = sign(phone, match, stamp="old")
    assert answer.status_code == 409
    assert "has changed since you read it" in answer.content.decode()
    assert Match.objects.get().accepted_at is None


def test_only_an_organizer_opens_a_signed_sheet_and_says_why(
    match, phone, scorekeeper, organizer, client_of
):
    play(match, scorekeeper, 160, 160, 160, 160)
    sign(phone, match)
    address = f"/matches/{match.pk}/reopen/"
    assert phone.post(address, {"reason": "x"}).status_code == 403
    answer = client_of(organizer).post(address, {"reason": " "})
    assert answer.status_code == 422
    assert client_of(organizer).post(address, {"reason": "Wrong sheet"}).status_code == 302
    assert Match.objects.get().accepted_at is None
    assert "Undo hand 4" in phone.get(f"/matches/{match.pk}/score/").content.decode()


def test_mark_of_a_dealer_who_had_to_call_is_explained(match, scorekeeper, client_of):
    play(match, scorekeeper, 96)
    assert "The dealer had to call." not in shown(client_of(None), match)
    record_hand(
        match,
        sheet(96, caller="N", dealer="N", forced=True),
        client_id=uuid4(),
        game=1,
        number=2,
        by=scorekeeper,
    )
    assert "! The dealer had to call." in shown(client_of(None), match)
