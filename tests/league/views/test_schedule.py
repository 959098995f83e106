"""Schedule and results: by round, by club, by partnership; drafts hidden."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Bye, Round
from tests.league.cross_tables import enter, play_cross_table
from tests.league.views.test_standings import page, words


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def scores(html: str) -> list[str]:
    return re.findall(r'match-line__score--[ab](?: is-winner)?">([^<]*)<', html)


def test_results_and_what_is_to_come_stand_under_their_round(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340    ...      ...
        Joe             -        ...      ...
        Mairi                    -      312*288
        Donna                             -
        """,
    )
    html = page("schedule", league.pk)
    assert re.findall(r"<h2><bdi>(Round \d)", html) == ["Round 1", "Round 2", "Round 3"]
    assert scores(html) == ["512", "340", "312", "288", "", "", "", "", "", "", "", ""]
    assert "hand 1" in html


def test_a_match_not_played_is_never_nil_nil(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      ...
        Joe             -
        """,
    )
    long_ago = datetime.datetime(2026, 1, 6, 23, 30, tzinfo=datetime.UTC)
    Round.objects.update(starts_at=long_ago)
    html = page("schedule", league.pk)
    assert scores(html) == ["", ""]
    assert "not played yet" in html
    Round.objects.update(state=Round.State.CLOSED)
    html = page("schedule", league.pk)
    assert scores(html) == ["", ""]
    assert "postponed" in html


def test_a_forfeit_is_named_and_has_no_figures(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      W-F
        Joe             -
        """,
    )
    html = page("schedule", league.pk)
    assert scores(html) == ["", ""]
    assert "forfeit" in html
    assert html.count("is-winner") == 2


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        # Atlantic daylight time, then standard time: 8 p.m. in Glace Bay on either side.
        ("2026-10-27T23:00:00+00:00", "Tuesday, October 27, 8 p.m."),
        ("2026-11-04T00:00:00+00:00", "Tuesday, November 3, 8 p.m."),
        ("2027-03-10T00:00:00+00:00", "Tuesday, March 9, 8 p.m."),
        ("2027-03-16T23:00:00+00:00", "Tuesday, March 16, 8 p.m."),
    ],
)
def test_a_night_is_told_on_the_clubs_own_clock(league, moment, said):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      ...
        Joe             -
        """,
    )
    Round.objects.update(starts_at=datetime.datetime.fromisoformat(moment))
    assert said in page("schedule", league.pk)


def test_a_round_without_a_day_says_so(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      ...
        Joe             -
        """,
    )
    Round.objects.update(starts_at=None)
    assert "day not set yet" in page("schedule", league.pk)


def test_one_partnership_finds_its_matches_and_its_bye(league, make_round):
    entries = play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    512-340    ...
        Joe             -      505-300
        Mairi                    -
        """,
    )
    Bye.objects.create(round=Round.objects.get(number=1), entry=entries["Mairi"])
    address = reverse("schedule", args=[league.pk])
    pair = entries["Mairi"].partnership_id
    html = Client().get(f"{address}?partnership={pair}").content.decode()
    shown = html[html.index("</form>") :]
    assert re.findall(r"<h2><bdi>(Round \d)", shown) == ["Round 1", "Round 2", "Round 3"]
    assert "512" not in shown
    assert "505" in shown
    assert "Bye Mairi One & Mairi Two" in words(shown)


def test_one_club_finds_the_matches_of_its_people(league, other_club, make_entry, make_partnership):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -    512-340
        Joe             -
        """,
    )
    guest = make_entry(league, make_partnership(club=other_club))
    found = Round.objects.get(number=1)
    Bye.objects.create(round=found, entry=guest)
    address = reverse("schedule", args=[league.pk])
    html = Client().get(f"{address}?club={other_club.slug}").content.decode()
    shown = html[html.index("</form>") :]
    assert "512" not in shown
    assert guest.partnership.first.name in words(shown).replace("&#x27;", "'")


@pytest.mark.parametrize(
    "query", ["?club=nowhere", "?partnership=abc", "?partnership=99999", "?club="]
)
def test_a_filter_that_names_nobody_shows_everything(league, query):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -    512-340
        Joe             -
        """,
    )
    response = Client().get(reverse("schedule", args=[league.pk]) + query)
    assert response.status_code == 200
    assert scores(response.content.decode()) == ["512", "340"]


def test_an_empty_schedule_says_what_comes_first(league):
    assert "drawn and published" in page("schedule", league.pk)


def test_a_draft_round_is_nowhere_for_others(league, personas, client_of):
    entries = play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      ...
        Joe             -
        """,
    )
    found = Round.objects.get(number=1)
    found.state = Round.State.DRAFT
    found.name = "Secret night"
    found.save()
    pair = entries["Anne"].partnership
    addresses = [
        reverse("home"),
        reverse("club", args=[league.club.slug]),
        reverse("competition", args=[league.pk]),
        reverse("standings", args=[league.pk]),
        reverse("schedule", args=[league.pk]),
        reverse("partnership", args=[pair.pk]),
        reverse("player", args=[pair.first_id]),
        reverse("print_standings", args=[league.pk]),
    ]
    papers = [
        reverse(name, args=[found.pk]) for name in ("print_tables", "print_names", "print_sheets")
    ]
    papers.append(reverse("print_match", args=[found.matches.get().pk]))
    for persona in ("guest", "stranger", "member", "scorekeeper"):
        client = client_of(personas[persona])
        for address in addresses:
            html = client.get(address).content.decode()
            assert "Secret night" not in html, (persona, address)
            assert f"/matches/{found.matches.get().pk}/" not in html, (persona, address)
        assert [client.get(paper).status_code for paper in papers] == [404] * 4, persona
    organizer = client_of(personas["organizer"])
    html = organizer.get(reverse("schedule", args=[league.pk])).content.decode()
    assert "Secret night" in html
    assert "draft: only organizers see it" in html
    assert [organizer.get(paper).status_code for paper in papers] == [200] * 4


def test_entries_are_listed_by_name_with_their_club(league):
    for name in ("Zita", "Éloi", "Anne"):
        enter(league, name)
    html = page("entries", league.pk)
    assert re.findall(r'<bdi class="name">(\w+) One', html) == ["Anne", "Éloi", "Zita"]
    assert league.club.name in html
