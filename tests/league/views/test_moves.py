"""The page on which a sheet in the wrong place is put right."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Competition, Match, User
from league.queries.matches import load_match
from tests.league.evenings import begin, play


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def tables(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    organizer: User,
) -> tuple[Match, Match]:
    league = make_competition(entries=4)
    one, other = make_match(league), make_match(league)
    begin(one, organizer)
    play(one, organizer, 100, 96)
    return one, other


def address(match: Match) -> str:
    return reverse("match_move", args=[match.pk])


def test_the_sheet_is_moved_from_its_page(desk: Client, tables: tuple[Match, Match]) -> None:
    one, other = tables
    page = desk.get(address(one))
    assert str(other.entry_a) in page.content.decode().replace("&amp;", "&")
    typed = {
        "step": "move",
        "target": str(other.pk),
        "turned": "no",
        "reason": "wrong table",
        "stamps": page.context["stamps"],
    }
    assert desk.post(address(one), typed | {"reason": ""}).status_code == 422
    assert desk.post(address(one), typed).status_code == 302
    assert (len(load_match(one).games), len(load_match(other).games)) == (0, 1)
    log = desk.get(reverse("audit", args=[one.round.stage.competition_id])).content.decode()
    assert "A sheet moved here from another table" in log


def test_a_page_that_is_out_of_date_moves_nothing(
    desk: Client, tables: tuple[Match, Match], organizer: User
) -> None:
    one, other = tables
    stamps = desk.get(address(one)).context["stamps"]
    play(one, organizer, 81)
    typed = {"step": "move", "target": str(other.pk), "turned": "no", "reason": "x"}
    answer = desk.post(address(one), typed | {"stamps": stamps})
    assert answer.status_code == 422
    assert "has changed meanwhile" in answer.content.decode()
    assert len(load_match(one).games[0].hands) == 3


def test_sides_and_seats_are_put_right_from_the_page(
    desk: Client, tables: tuple[Match, Match]
) -> None:
    one, _other = tables
    page = desk.get(address(one))
    stamp = page.context["turn"]["stamp"].value()
    a, b = load_match(one).games[0].a, load_match(one).games[0].b
    desk.post(address(one), {"step": "turn", "stamp": stamp, "reason": "backwards"})
    assert (load_match(one).games[0].a, load_match(one).games[0].b) == (b, a)
    form = dict(desk.get(address(one)).context["seats"])["1"]
    seats = {f"seat_{seat}": form[f"seat_{seat}"].value() for seat in "NESW"}
    seats["seat_N"], seats["seat_S"] = seats["seat_S"], seats["seat_N"]
    typed = {"step": "seats1", "stamp": form["stamp"].value(), "reason": "swapped", **seats}
    assert desk.post(address(one), typed).status_code == 302
    assert str(load_match(one).games[0].seats["N"].pk) == seats["seat_N"]


def test_an_empty_table_has_nothing_in_the_wrong_place(
    desk: Client, tables: tuple[Match, Match]
) -> None:
    _one, other = tables
    assert "Nothing is written for this table" in desk.get(address(other)).content.decode()


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "scorekeeper"])
def test_only_organizers_move_a_sheet(
    who: str,
    tables: tuple[Match, Match],
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    one, other = tables
    typed = {"step": "move", "target": str(other.pk), "turned": "no", "reason": "x", "stamps": ""}
    assert client_of(personas[who]).post(address(one), typed).status_code in (302, 403, 404)
    assert len(load_match(one).games) == 1
