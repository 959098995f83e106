"""The phone's own sum beside the server's: what it is given, and that a difference is logged."""

import json
import logging
import re
from html import unescape
from uuid import uuid4

import pytest

from league.queries.checks import check_new
from league.queries.matches import load_match
from league.views.live_sums import reckoned
from tests.league.evenings import begin, play, sheet, typed
from tests.league.phones import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


@pytest.fixture
def table(match, scorekeeper, client_of):
    return client_of(scorekeeper)


@pytest.fixture
def told(caplog, monkeypatch):
    """The lines of the log about differing sums."""
    monkeypatch.setattr(logging.getLogger("league"), "propagate", True)
    return lambda: [r.getMessage() for r in caplog.records if r.name == "league.sheet_check"]


@pytest.fixture
def tell(match, table):
    """tell(figures) -> what a phone with the page as it is now sends along."""
    page = table.get(f"/matches/{match.pk}/score/").content.decode()
    stamp = data_of(page)["stamp"]
    return lambda figures: f"{stamp} {figures}"


def data_of(page):
    return json.loads(unescape(re.search(r'data-table="([^"]*)"', page)[1]))


def words_in(page):
    return re.search(r'href="(/words/[^"]*)"', page)[1]


def ours(match):
    """What the server makes of `typed()`."""
    view = load_match(match)
    return reckoned(check_new(view, view.games[-1], sheet(96)))


def test_the_entry_page_gives_the_phone_the_table_and_the_words(match, table, scorekeeper):
    (hand,) = play(match, scorekeeper, 96)
    page = table.get(f"/matches/{match.pk}/score/").content.decode()
    data = data_of(page)
    assert data["seats"]["N"] == "Anne"
    figures, form = [96, 66, 0, "W", "N", 0, 0], {"trump": "S", "count_ns": 96}
    assert data["hands"] == [[*figures, str(hand.client_id), 1, form]]
    assert (data["rules"], data["number"], data["left"]) == ({}, 2, "NS")
    answer = table.get(words_in(page))
    assert "immutable" in answer["Cache-Control"]
    words = answer.json()
    assert words["rules"]["target"] == 500
    assert "%(sum)s" in words["problems"]["count_sum"]


def test_the_words_are_packed_and_everybodys_and_an_older_page_gets_todays(match, table, client):
    address = words_in(table.get(f"/matches/{match.pk}/score/").content.decode())
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < 3_500
    older = client.get(re.sub(r"[^/]+/$", "0123456789ab/", address))
    assert older["Cache-Control"] == "no-store"
    assert older.json() == client.get(address).json()
    assert client.get(address.replace("/en/", "/xx/")).status_code == 404


def test_a_part_brings_the_table_again_and_the_words_not(match, table):
    page = table.post(f"/matches/{match.pk}/hands/", typed(), headers={"HX-Request": "true"})
    assert "data-table=" in page.content.decode()
    assert "/words/" not in page.content.decode()


def test_a_phone_that_reckons_alike_is_not_logged(match, table, told, tell):
    table.post(f"/matches/{match.pk}/hands/check/", typed(reckoned=tell(ours(match))))
    table.post(f"/matches/{match.pk}/hands/check/", typed())
    table.post(f"/matches/{match.pk}/hands/check/", typed(reckoned=tell("unread"), count_ns="x"))
    assert told() == []


def test_a_phone_that_reckons_from_an_older_sheet_is_not_logged(
    match, table, told, tell, scorekeeper
):
    before = tell("- made 162 97 65 0")
    play(match, scorekeeper, 96)
    table.post(f"/matches/{match.pk}/hands/check/", typed(reckoned=before))
    assert told() == []


@pytest.mark.parametrize("page", ["hands/check/", "hands/"])
def test_a_phone_that_reckons_otherwise_is_logged_with_the_sheet_and_without_words(
    match, table, told, tell, page
):
    answer = table.post(
        f"/matches/{match.pk}/{page}",
        typed(reckoned=tell("- made 162 97 65 0"), note="Joe was late"),
    )
    assert answer.status_code in {200, 302}
    (line,) = told()
    assert "made 162 97 65" in line
    assert "'count_ns': '96'" in line
    assert "Joe" not in line


def test_a_hand_that_a_phone_sends_and_reckons_alike_is_not_logged(match, table, told, tell):
    assert Phone(table, match).record(reckoned=tell(ours(match)))["answer"] == "stored"
    assert told() == []


def test_a_hand_that_a_phone_sends_and_reckons_otherwise_is_logged_once(match, table, told, tell):
    phone = Phone(table, match)
    sent = phone.thing("record", uuid4(), reckoned=tell("- made 162 97 65 0"), note="Joe was late")
    assert [phone.send(sent)["answer"] for _time in range(2)] == ["stored", "already"]
    (line,) = told()
    assert "made 162 97 65" in line
    assert "Joe" not in line
    assert str(phone.id) not in line


def test_a_phone_that_is_always_wrong_fills_no_log(match, table, told, tell):
    for number in range(15):
        sent = typed(reckoned=tell(f"- made {number}" + "9" * 2_000))
        assert table.post(f"/matches/{match.pk}/hands/check/", sent).status_code == 200
    assert len(told()) == 10
    assert all(len(line) < 1_200 for line in told())
