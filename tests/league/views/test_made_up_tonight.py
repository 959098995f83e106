"""A match made up tonight stands under tonight: on pages, in the hall, on that night's paper."""

from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.postponements import postpone_match
from league.actions.results import Totals, record_totals
from league.models import Club, Competition, Match, Round, User
from tests.league.actions.test_departures import draw

Night = tuple[Competition, Round, Match]


@pytest.fixture
def night(make_competition: Callable[..., Competition], organizer: User) -> Night:
    """A league whose second round is tonight, and a match of the third that is made up tonight,
    at a table of its own, while one of tonight's is put off."""
    league = make_competition(entries=6, name="Thursday league")
    rounds = draw(league, organizer)
    tonight = timezone.localtime().replace(hour=19, minute=0, second=0, microsecond=0)
    Round.objects.filter(pk=rounds[2].pk).update(starts_at=tonight + timedelta(days=7))
    Round.objects.filter(pk=rounds[1].pk).update(starts_at=tonight)
    rounds[1].refresh_from_db()
    match = rounds[2].matches.get(table=1)
    late = tonight + timedelta(hours=2)
    postpone_match(match, starts_at=late, table=7, reason="a wedding", by=organizer)
    match.refresh_from_db()
    return league, rounds[1], match


def page(name: str, *args: object, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse(name, args=args))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_home_club_and_overview_show_it_under_tonight(night: Night) -> None:
    league, _tonight, match = night
    for shown in (page("home"), page("club", league.club.slug), page("competition", league.pk)):
        assert "Tonight" in shown
        assert "Table 7 · Round 3" in shown
        assert "made up today, 21:00" in shown
        assert reverse("match", args=[match.pk]) in shown


def test_a_night_with_nothing_but_a_match_made_up_is_no_night_without_cards(night: Night) -> None:
    league, tonight, _match = night
    Round.objects.filter(pk=tonight.pk).update(starts_at=timezone.now() - timedelta(days=9))
    shown = page("home")
    assert "No cards tonight" not in shown
    assert "made up tonight" in shown
    assert "Table 7 · Round 3" in page("competition", league.pk)


def test_it_stands_once_and_its_result_too(night: Night, organizer: User) -> None:
    match = night[2]
    record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    address = f'href="{reverse("match", args=[match.pk])}"'
    assert page("home").count(address) == 1
    assert "510" in page("home")


def test_another_club_and_whoever_may_not_know_of_it_do_not_read_it(
    night: Night, other_club: Club
) -> None:
    league = night[0]
    assert "Table 7" not in page("club", other_club.slug)
    Competition.objects.filter(pk=league.pk).update(rehearsal=True)
    assert "Table 7" not in page("home")
    assert "Table 7" not in page("club", league.club.slug)
    Competition.objects.filter(pk=league.pk).update(rehearsal=False)
    Round.objects.filter(pk=night[2].round_id).update(state="draft")
    assert "Table 7" not in page("home")
    assert "Table 7" not in page("competition", league.pk)
    assert "Table 7" not in page("print_sheets", night[1].pk)


def test_the_hall_of_that_night_shows_it(
    night: Night, client_of: Callable[..., Client], organizer: User
) -> None:
    shown = page("round_results", night[1].pk, client=client_of(organizer))
    assert "Made up that night" in shown
    assert "Table 7 · Round 3" in shown
    own = page("round_results", night[2].round_id, client=client_of(organizer))
    assert "Made up that night" not in own
    assert ", table 7" in own


def test_the_paper_of_that_night_has_its_table_names_and_sheet(
    night: Night, organizer: User
) -> None:
    tonight, match = night[1:]
    away = tonight.matches.get(table=2)
    postpone_match(away, starts_at=None, reason="snow", by=organizer)
    tables = page("print_tables", tonight.pk)
    assert "<strong>7</strong> <small>21:00</small>" in tables
    assert tables.count("put off") == 1
    assert "<strong>2</strong>" not in tables
    names = page("print_names", tonight.pk)
    one = match.entry_a.partnership.first.name
    assert names.count("7 <small>21:00</small>") == 4
    assert one in names
    sheets = page("print_sheets", tonight.pk)
    assert sheets.count("paper-sheet__names") == 3
    assert "Table 7" in sheets
    assert "Table 2" not in sheets
    alone = page("print_match", match.pk)
    assert "9 p.m. · Table 7" in alone
    own_night = page("print_tables", match.round_id)
    assert "put off" in own_night
    assert "<strong>1</strong>" not in own_night


def test_the_match_says_when_and_where_it_is_made_up(night: Night) -> None:
    assert "21:00, table 7" in page("match", night[2].pk)
