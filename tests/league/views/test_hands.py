"""Hand entry at the table, through the pages."""

import pytest

from league.models import Hand
from tests.league.evenings import begin, figures, play, totals, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    return make_match()


@pytest.fixture
def table(match, scorekeeper, client_of):
    """A match whose first game has begun, and the scorekeeper's phone."""
    begin(match, scorekeeper)
    return client_of(scorekeeper)


def url(match, rest=""):
    return f"/matches/{match.pk}/{rest}"


def test_first_visit_asks_who_sits_where(match, scorekeeper, client_of):
    answer = client_of(scorekeeper).get(url(match, "score/"))
    assert answer.status_code == 302
    assert answer.url == url(match, "start/")


def test_entry_page_has_the_paper_order_and_the_dealer_turned(match, table):
    page = table.get(url(match, "score/")).content.decode()
    order = ["Who dealt?", "Whose say was it?", "Trump", "Runs", "Bella", "Count, with the last"]
    places = [page.index(words) for words in order]
    assert places == sorted(places)
    assert 'name="dealer" value="W" id="id_dealer_3" required checked' in page


def test_saving_a_hand_adds_it_to_the_sheet_and_turns_the_dealer(match, table):
    answer = table.post(url(match, "hands/"), typed(), follow=True)
    assert answer.status_code == 200
    assert totals(match) == (96, 66)
    page = answer.content.decode()
    assert "Save hand 2" in page
    assert 'name="dealer" value="N" id="id_dealer_0" required checked' in page
    assert "162; half is 81; callers have 96: made" in page


def test_saving_by_htmx_answers_with_the_entry_part_alone(match, table):
    answer = table.post(url(match, "hands/"), typed(), headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="evening"' in page
    assert 'hx-swap-oob="true"' in page
    assert "hand 1 saved" in page
