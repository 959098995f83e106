"""The first of each division in a bracket, by the form; each division's line and places."""

import re

import pytest

from league.models import Game, Stage
from tests.league.actions.test_division_cuts import EAST, RING, WEST, divide, named, two
from tests.league.cross_tables import play_cross_table
from tests.league.views.test_brackets import new, page, text, typed
from tests.league.views.test_reach import ONE_LEFT, told


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def by_division(**fields):
    return typed(order="divisions", places="") | fields


def test_only_where_there_are_divisions_the_form_offers_them(desk, league):
    entries = play_cross_table(league, EAST)
    assert "each division" not in text(desk.get(new(league)))
    assert desk.post(new(league), by_division(each="1")).status_code == 422
    divide(league, East=entries)
    assert "How many of each division" in text(desk.get(new(league)))


def test_the_first_two_of_each_play_off_and_each_division_shows_its_line(desk, league, client_of):
    two(league)
    assert desk.post(new(league), by_division(each="2")).status_code == 302
    stage = Stage.objects.get(kind="championship")
    assert named(stage) == ["Anne", "Rory", "Joe", "Sheila"]
    html = client_of(None).get(f"/competitions/{league.pk}/standings/").content.decode()
    found = re.findall(
        r'<th scope="row"><a [^>]*><bdi class="name">(\w+)|(The first 2) play off', html
    )
    assert ["".join(one) for one in found] == [
        "Anne", "Joe", "The first 2", "Mairi", "Donna",
        "Rory", "Sheila", "The first 2", "Hugh", "Effie",
    ]  # fmt: skip
    edit = desk.get(f"/stages/{stage.pk}/bracket/edit/").context["form"]
    assert (edit["order"].value(), edit["each"].value()) == ("divisions", 2)


def drawn(answer):
    """First names and lines in the order of the page; on paper too."""
    html = answer.content.decode()
    found = re.findall(
        r'<(?:th scope="row"|td)>(?:<a [^>]*>)?<bdi class="name">(\w+)|(The first \d+) play', html
    )
    return ["".join(one) for one in found]


PLACES = ["standings/", "", "print/standings/"]


@pytest.mark.parametrize("page_of", PLACES)
def test_a_line_of_each_division_is_drawn_on_page_overview_and_paper(
    desk, league, client_of, page_of
):
    two(league)
    desk.post(new(league), by_division(each="2"))
    assert drawn(client_of(None).get(f"/competitions/{league.pk}/{page_of}")) == [
        "Anne", "Joe", "The first 2", "Mairi", "Donna",
        "Rory", "Sheila", "The first 2", "Hugh", "Effie",
    ]  # fmt: skip


@pytest.mark.parametrize("page_of", PLACES)
def test_a_line_of_the_whole_table_is_drawn_in_one_table_below_the_divisions(
    desk, league, client_of, page_of
):
    two(league)
    assert desk.post(new(league), typed(places="3")).status_code == 302
    answer = client_of(None).get(f"/competitions/{league.pk}/{page_of}")
    assert drawn(answer) == [
        "Anne", "Joe", "Mairi", "Donna", "Rory", "Sheila", "Hugh", "Effie",
        "Anne", "Rory", "Joe", "The first 3", "Sheila", "Hugh", "Mairi", "Effie", "Donna",
    ]  # fmt: skip
    assert "All divisions in one table" in text(answer)


@pytest.mark.parametrize("page_of", PLACES)
def test_without_divisions_the_line_is_drawn_on_page_overview_and_paper(
    desk, league, client_of, page_of
):
    play_cross_table(league, EAST)
    desk.post(new(league), typed(places="2"))
    assert drawn(client_of(None).get(f"/competitions/{league.pk}/{page_of}")) == [
        "Anne", "Joe", "The first 2", "Mairi", "Donna",
    ]  # fmt: skip


def test_a_line_below_the_tenth_is_on_the_overview_too(desk, make_competition, make_match):
    league = make_competition(entries=13)
    for n in range(6):
        match = make_match(league)
        Game.objects.create(match=match, number=1, total_a=560 - n, total_b=300 - 2 * n)
    assert desk.post(new(league), typed(places="12")).status_code == 302
    shown = drawn(desk.get(f"/competitions/{league.pk}/"))
    assert len(shown) == 13
    assert shown[-1] == "The first 12"


@pytest.mark.parametrize(
    ("each", "said"), [("", "Write how many"), ("0", "write 1 to 256"), ("two", "plain digits")]
)
def test_a_number_that_cannot_be_is_refused_on_its_field(desk, league, each, said):
    two(league)
    answer = desk.post(new(league), by_division(each=each, tied="1"))
    assert answer.status_code == 422
    assert said in answer.context["form"].errors["each"][0]


def test_ties_of_two_divisions_are_each_settled_in_their_own_way(desk, league, client_of):
    ring = RING.replace("Rory", "Anne").replace("Sheila", "Joe").replace("Hugh", "Mairi")
    entries = two(league, east=ring, west=RING)
    answer = desk.post(new(league), by_division(each="1"))
    assert answer.status_code == 422
    assert "East, level at the line for 1 place:" in text(answer)
    assert "West : level at the line" in text(answer)
    sent = by_division(each="1", tied="1", how1="lot", how2="hand", note2="One hand, Tuesday.")
    missing = desk.post(new(league), sent | {"how1": ""})
    assert missing.status_code == 422
    assert set(missing.context["form"].errors) == {"how1"} | {
        f"place_{entries[name].pk}" for name in ("Rory", "Sheila", "Hugh")
    }
    assert "One hand, Tuesday." in missing.content.decode()
    sent |= {
        f"place_{entries[name].pk}": str(n) for n, name in enumerate(("Hugh", "Rory", "Sheila"), 1)
    }
    assert desk.post(new(league), sent).status_code == 302
    stage = Stage.objects.get(kind="championship")
    assert "Hugh" in named(stage)
    assert [one["how"] for one in stage.draw["cut"]["divisions"]] == ["lot", "hand"]
    desk.post(page(stage), {"step": "publish_all"})
    shown = text(client_of(None).get(page(stage)))
    assert re.search(r"East : Level at the line, settled by the lot, in this order:", shown)
    assert re.search(
        r"West : Level at the line, settled by an extra hand, in this order: Hugh", shown
    )
    assert "settled by an extra hand" in text(desk.get(f"/competitions/{league.pk}/audit/"))


def test_places_still_possible_are_those_of_the_division(league):
    two(league, east=ONE_LEFT, west=WEST)
    said = told(league)
    assert {name: said[name] for name in ("Anne", "Joe", "Mairi", "Donna")} == {
        "Anne": "already sure of 1st",
        "Joe": "can still finish 2nd to 4th",
        "Mairi": "can still finish 2nd to 3rd",
        "Donna": "can still finish 2nd to 4th",
    }
    assert {said[name] for name in ("Rory", "Sheila", "Hugh", "Effie")} == {""}
