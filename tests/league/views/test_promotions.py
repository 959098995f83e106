"""Who goes up and down, seen first, tied lines settled, next season's divisions set."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from league.models import AuditEntry, Competition, Entrant, Entry, Game, User
from league.queries.divisions import division_tables, planned_divisions
from league.queries.standings import standings_of
from tests.league.actions.test_departures import play_rounds
from tests.league.views.test_divisions import draw_by_form


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


Year = tuple[Competition, Competition]


@pytest.fixture
def year(desk: Client, make_competition: Callable[..., Competition], organizer: User) -> Year:
    """Two divisions of three, played to the end; the same six entered for next season, and one."""
    league = make_competition(entries=6, state="open")
    desk.post(reverse("divisions_edit", args=[league.pk]), {"step": "deal", "count": "2"})
    play_rounds(draw_by_form(desk, league), organizer)
    following = make_competition(entries=1, state="draft", name="Next winter")
    for entry in league.entries.all():
        again = Entry.objects.create(competition=following, partnership=entry.partnership)
        for player in (entry.partnership.first_id, entry.partnership.second_id):
            Entrant.objects.create(competition=following, entry=again, player_id=player)
    league.refresh_from_db()
    return league, following


def page(league: Competition) -> str:
    return reverse("promotion", args=[league.pk])


def pairs_of(league: Competition) -> list[list[int]]:
    """The partnerships of each division, in the order of its table."""
    tables = division_tables(standings_of(league))
    return [[place.entry.partnership_id for place in one.table.rows] for one in tables]


def test_the_last_goes_down_and_the_first_comes_up_after_being_shown(
    desk: Client, year: Year
) -> None:
    league, following = year
    upper, lower = pairs_of(league)
    typed = {"down0": "1", "up0": "1", "way": ""}
    answer = desk.post(page(league), typed | {"step": "look"})
    assert answer.status_code == 200
    assert [move[1] for move in answer.context["moves"]] == [False, True]
    assert planned_divisions(following) == ()
    typed |= {"step": "apply", "into": str(following.pk)}
    assert desk.post(page(league), typed).status_code == 302
    following.refresh_from_db()
    pair_of = dict(following.entries.values_list("pk", "partnership_id"))
    first, second = ([pair_of[e] for e in one.entries] for one in planned_divisions(following))
    assert set(first) == {*upper[:2], lower[0]}
    newcomer = set(pair_of.values()) - set(upper) - set(lower)
    assert set(second) == {upper[2], *lower[1:], *newcomer}
    assert AuditEntry.objects.filter(verb="promote", competition=following).count() == 1


def test_a_tie_at_the_line_stops_it_until_the_order_is_written(desk: Client, year: Year) -> None:
    league, following = year
    tied = division_tables(standings_of(league))[1].table.rows
    # All level: nobody has won anything.
    Game.objects.filter(match__round__stage__competition=league).update(
        total_a=300, total_b=300, bell_after=0
    )
    names = [str(place.entry.pk) for place in tied]
    typed = {"down0": "0", "up0": "1", "way": "", "into": str(following.pk), "step": "apply"}
    answer = desk.post(page(league), typed)
    assert answer.status_code == 422
    assert "level at a line" in answer.content.decode()
    orders = {f"order-1-up-{name}": str(n) for n, name in enumerate(reversed(names), 1)}
    answer = desk.post(page(league), typed | orders)
    assert answer.status_code == 422
    assert "how the tie was decided" in answer.content.decode()
    assert desk.post(page(league), typed | orders | {"way": "extra hand"}).status_code == 302
    following.refresh_from_db()
    pair_of = dict(following.entries.values_list("pk", "partnership_id"))
    up = league.entries.get(pk=int(names[-1])).partnership_id
    assert up in [pair_of[entry] for entry in planned_divisions(following)[0].entries]
    assert AuditEntry.objects.get(verb="promote").reason == "extra hand"


def test_more_than_there_are_cannot_leave(desk: Client, year: Year) -> None:
    league, _following = year
    answer = desk.post(page(league), {"down0": "4", "up0": "1", "way": "", "step": "look"})
    assert answer.status_code == 422
    assert "would leave a division of 3" in answer.content.decode()


def test_without_divisions_nobody_moves(
    desk: Client, make_competition: Callable[..., Competition]
) -> None:
    league = make_competition(entries=4)
    assert "no divisions drawn" in desk.get(page(league)).content.decode()


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "scorekeeper"])
def test_only_organizers_promote(
    who: str,
    year: Year,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    league, following = year
    typed = {"down0": "1", "up0": "1", "step": "apply", "into": str(following.pk)}
    assert client_of(personas[who]).post(page(league), typed).status_code in (302, 403, 404)
    following.refresh_from_db()
    assert planned_divisions(following) == ()


def test_an_order_for_no_line_of_this_season_is_left_aside(desk: Client, year: Year) -> None:
    league, _following = year
    typed = {"down0": "1", "up0": "1", "way": "", "step": "look"}
    typed |= {f"order-{'1' * 5000}-up-7": "1", "order-٣-up-8": "1"}
    form = "application/x-www-form-urlencoded"
    answer = desk.post(page(league), urlencode(typed), content_type=form)
    assert answer.status_code == 200
    assert len(answer.context["moves"]) == 2
