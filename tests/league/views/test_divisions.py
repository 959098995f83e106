"""Divisions: dealt, changed, drawn in shared rounds, each with a table of its own."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.actions.divisions import plan_divisions
from league.actions.errors import ActionError
from league.models import Bye, Competition, Division, Match, Round, Stage, User
from league.queries.divisions import Planned, division_tables, planned_divisions
from league.queries.standings import standings_of
from tests.league.actions.test_departures import play_rounds
from tests.league.actions.test_draw_races import TIMES, at_once


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def league(make_competition: Callable[..., Competition]) -> Competition:
    return make_competition(entries=7, state="open")


def page(league: Competition) -> str:
    return reverse("divisions_edit", args=[league.pk])


def draw_by_form(desk: Client, league: Competition, **more: str) -> list[Round]:
    typed = {
        "step": "draw", "legs": "1", "first_night": "2026-12-08", "clock": "19:00",
        "every_days": "7", "rounds_a_night": "1", "minutes": "60", "seed": "ceilidh",
        **more,
    }  # fmt: skip
    assert desk.post(reverse("draw", args=[league.pk]), typed).status_code == 302
    desk.post(reverse("draw", args=[league.pk]), {"step": "publish"})
    return list(Round.objects.filter(stage__competition=league))


def test_two_divisions_are_dealt_named_and_drawn_side_by_side(
    desk: Client, league: Competition, organizer: User, client_of: Callable[..., Client]
) -> None:
    assert desk.post(page(league), {"step": "deal", "count": "2"}).status_code == 302
    league.refresh_from_db()
    first, second = planned_divisions(league)
    assert sorted(len(one.entries) for one in (first, second)) == [3, 4]
    form = desk.get(page(league)).context["form"]
    typed = {name: str(form[name].value()) for name in form.fields}
    moved = first.entries[0]
    typed |= {"name1": "Premier", "name2": "First", f"entry{moved}": "1", "step": "save"}
    assert desk.post(page(league), typed).status_code == 302
    rounds = draw_by_form(desk, league)
    assert [one.name for one in Division.objects.filter(stage__competition=league)] == [
        "Premier", "First"
    ]  # fmt: skip
    league.refresh_from_db()
    groups = [set(one.entries) for one in planned_divisions(league)]
    for match in Match.objects.filter(round__in=rounds):
        assert any({match.entry_a_id, match.entry_b_id} <= group for group in groups)
    assert len(rounds) == 3
    play_rounds(rounds, organizer)
    tables = division_tables(standings_of(league))
    assert [one.name for one in tables] == ["Premier", "First"]
    assert [{p.entry.pk for p in one.table.rows} for one in tables] == groups
    assert [one.table.rows[0].row.rank for one in tables] == [1, 1]
    for name in ("standings", "competition", "print_standings"):
        text = client_of(None).get(reverse(name, args=[league.pk])).content.decode()
        assert text.index("Premier") < text.index("First")
    call_command("check_draw", str(league.pk))


def test_a_division_of_one_is_refused_and_nothing_typed_is_lost(
    desk: Client, league: Competition
) -> None:
    desk.post(page(league), {"step": "deal", "count": "2"})
    form = desk.get(page(league)).context["form"]
    typed = {name: "1" for name in form.fields if name.startswith("entry")}
    typed |= {"name1": "Premier", "name2": "First", "step": "save"}
    answer = desk.post(page(league), typed)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "First has fewer than two partnerships" in text
    assert 'value="Premier"' in text


@pytest.mark.parametrize("count", ["", "0", "1", "4", "99", "two", "٢"])
def test_too_many_divisions_are_refused(desk: Client, league: Competition, count: str) -> None:
    desk.post(page(league), {"step": "deal", "count": count})
    league.refresh_from_db()
    assert planned_divisions(league) == ()


def test_once_published_the_divisions_are_settled(
    desk: Client, league: Competition, organizer: User
) -> None:
    desk.post(page(league), {"step": "deal", "count": "2"})
    draw_by_form(desk, league)
    league.refresh_from_db()
    with pytest.raises(ActionError, match="settled"):
        plan_divisions(league, [], by=organizer)


def test_somebody_entered_later_stops_the_draw_until_placed(
    desk: Client, league: Competition, make_entry: Callable[..., object]
) -> None:
    desk.post(page(league), {"step": "deal", "count": "2"})
    make_entry(league)
    typed = {
        "step": "draw", "legs": "1", "first_night": "2026-12-08", "clock": "19:00",
        "every_days": "7", "rounds_a_night": "1", "minutes": "60", "seed": "ceilidh",
    }  # fmt: skip
    answer = desk.post(reverse("draw", args=[league.pk]), typed)
    assert answer.status_code == 422
    assert "look at the divisions first" in answer.content.decode()
    assert not Stage.objects.filter(competition=league).exists()


def test_more_divisions_take_no_more_statements(
    desk: Client,
    make_competition: Callable[..., Competition],
    client_of: Callable[..., Client],
) -> None:
    counts = []
    for number in (2, 3):
        league = make_competition(entries=6, state="open", name=f"League {number}")
        desk.post(page(league), {"step": "deal", "count": str(number)})
        draw_by_form(desk, league)
        with CaptureQueriesContext(connection) as seen:
            client_of(None).get(reverse("standings", args=[league.pk]))
        counts.append(len(seen))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "scorekeeper"])
def test_only_organizers_divide(
    who: str,
    league: Competition,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    answer = client_of(personas[who]).post(page(league), {"step": "deal", "count": "2"})
    assert answer.status_code in (302, 403, 404)
    league.refresh_from_db()
    assert planned_divisions(league) == ()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_divide_at_once_leave_one_division_of_each_entry(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=4, name=f"League {turn}", state="open")
        a, b, c, d = league.entries.values_list("pk", flat=True)

        def divide(pairs: list[tuple[int, int]], league: Competition = league) -> None:
            plan = [Planned(name=f"D{n}", entries=pair) for n, pair in enumerate(pairs)]
            plan_divisions(league, plan, by=organizer)

        ways = ([(a, b), (c, d)], [(a, c), (b, d)])
        at_once(*(lambda pairs=pairs: divide(pairs) for pairs in ways))
        league.refresh_from_db()
        placed = [entry for one in planned_divisions(league) for entry in one.entries]
        assert sorted(placed) == [a, b, c, d]


def test_a_hall_of_two_tables_plays_seven_in_sittings(
    desk: Client, make_competition: Callable[..., Competition]
) -> None:
    league = make_competition(entries=7, state="open")
    rounds = draw_by_form(desk, league, tables="2")
    assert len(rounds) == 14
    assert [str(one) for one in rounds[:3]] == [
        "Round 1, sitting 1", "Round 1, sitting 2", "Round 2, sitting 1"
    ]  # fmt: skip
    assert max(Match.objects.filter(round__in=rounds).values_list("table", flat=True)) == 2
    assert Bye.objects.filter(round__in=rounds).count() == 7
    call_command("check_draw", str(league.pk))
