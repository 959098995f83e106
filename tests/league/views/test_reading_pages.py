"""Home, club, competition, player and partnership pages; and that rows cost no statements."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import Adjustment, Bye, Competition, Entry, Lineup, Match, Round, Stage
from tests.league.cross_tables import (
    enter,
    meet,
    play_cross_table,
    seat,
    write_hands,
    write_result,
)
from tests.league.views.test_standings import page, words

EVENING = """
        Anne    Joe      Mairi    Donna
Anne     -    512-340    ...      ...
Joe             -        ...      ...
Mairi                    -      312*288
Donna                             -
"""


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def read(address: str, client: Client | None = None) -> str:
    response = (client or Client()).get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_an_empty_book_first_asks_for_an_account():
    html = read("/")
    assert "Make the first account" in html
    assert reverse("welcome") in html


def test_a_book_with_an_account_asks_for_a_club(make_user, client_of):
    user = make_user("rita")
    assert reverse("club_new") in read("/", client_of(user))
    assert "Sign in" in read("/")


def test_a_book_with_a_club_asks_for_a_league(owner):
    assert "No league or tournament yet" in read("/")


def test_home_shows_tonights_tables_with_live_totals(league):
    play_cross_table(league, EVENING)
    Round.objects.filter(number__gt=1).update(starts_at=timezone.now() + timezone.timedelta(7))
    html = read("/")
    assert ">Tonight<" in html
    assert re.findall(r'table-tile__score">(\d*)<', html) == ["512", "340", "312", "288"]
    assert "hand 1" in html
    assert "Latest results" not in html


def test_home_shows_latest_results_when_nothing_is_on(league):
    play_cross_table(league, EVENING)
    Round.objects.update(starts_at=timezone.now() - timezone.timedelta(days=2))
    html = read("/")
    assert "Latest results" in html
    assert "512" in html
    assert re.findall(r'table-tile__score">(\d*)<', html) == ["312", "288"]


def test_home_says_when_the_next_night_is(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      ...
        Joe             -
        """,
    )
    Round.objects.update(starts_at=timezone.now() + timezone.timedelta(days=3))
    assert "No cards tonight" in read("/")
    assert "Next: Round 1 at Glace Bay Legion" in words(read("/"))


def test_a_draft_competition_shows_on_home_and_club_to_its_organizers_alone(
    league, personas, client_of
):
    league.state = Competition.State.DRAFT
    league.save()
    for persona, user in personas.items():
        seen = persona in ("organizer", "owner", "site_admin")
        for address in ("/", reverse("club", args=[league.club.slug])):
            assert ("Winter league" in read(address, client_of(user))) is seen, (persona, address)


def test_a_club_lists_its_people_in_an_order_the_eye_finds(league):
    for name in ("Zita", "Éloi", "Anne"):
        enter(league, name)
    html = read(reverse("club", args=[league.club.slug]))
    players = html[html.index(">Players<") :]
    assert re.findall(r'<bdi class="name">(\w+ \w+)<', players) == [
        "Anne One",
        "Anne Two",
        "Éloi One",
        "Éloi Two",
        "Zita One",
        "Zita Two",
    ]


def test_an_empty_club_says_what_to_do_first(club, organizer, client_of):
    html = read(reverse("club", args=[club.slug]), client_of(organizer))
    assert "Write down the players and partnerships first" in html
    assert reverse("people", args=[club.slug]) in html


def test_the_overview_shows_the_top_tonight_and_the_final(league, make_round, make_match):
    entries = play_cross_table(league, EVENING)
    final = make_round(league, kind=Stage.Kind.CHAMPIONSHIP, best_of=3, name="Final")
    pair = entries["Anne"], entries["Joe"]
    match = make_match(league, round=final, entry_a=pair[0], entry_b=pair[1], slot="F1-1")
    final.stage.draw = {"seeds": [entry.pk for entry in pair]}
    final.stage.save()
    write_result(match, "512-388")
    write_result(match, "430-505")
    html = page("competition", league.pk)
    assert "Champions of" not in html
    assert re.findall(r'bracket__won">(\d)<', html) == ["1", "1"]
    write_result(match, "505-499")
    html = page("competition", league.pk)
    assert "Champions of Winter league Anne One & Anne Two" in words(html)
    assert re.findall(r'bracket__won">(\d)<', html) == ["2", "1"]


def test_a_new_competition_says_what_comes_first(league, organizer, client_of):
    html = page("competition", league.pk, client_of(organizer))
    assert "First the partnerships are entered" in html
    assert reverse("entries_edit", args=[league.pk]) in html


def test_a_players_page_tells_the_record_in_figures(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    match = meet(Stage.objects.create(competition=league, number=1), a, b)
    game = seat(match)
    write_hands(game, [(150, 12)] * 3)
    write_hands(game, [(0, 162)], verdict="bait")
    write_hands(game, [(100, 62)])
    said = words(read(reverse("player", args=[a.partnership.first_id])))
    for figure in ("1–0", "1 of 1", "550", "260 +290", "4 of 5", "5 hands counted"):
        assert figure in said
    said = words(read(reverse("partnership", args=[b.partnership_id])))
    assert "0–1" in said
    assert "260" in said


def test_a_player_who_has_not_played_is_told_when_the_record_begins(make_player):
    html = read(reverse("player", args=[make_player().pk]))
    assert "The record begins with the first match that is over." in html


def test_a_player_at_the_table_is_told_that_it_does_not_count_yet(league):
    entries = play_cross_table(league, EVENING)
    said = words(read(reverse("player", args=[entries["Mairi"].partnership.first_id])))
    assert "At the table now counted when it is over" in said


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["player", "partnership", "competition", "print_match"])
def test_what_does_not_exist_is_404(name):
    assert Client().get(reverse(name, args=[424242])).status_code == 404


def filled(make_competition, size: int) -> Competition:
    """A competition of 2 x size entries: a round over, one in play, one to come, all with byes."""
    league = make_competition(entries=0, name=f"League of {size}")
    stage = Stage.objects.create(competition=league, number=1)
    entries = [enter(league, f"P{size}x{number}") for number in range(2 * size + 1)]
    for number, state in ((1, "over"), (2, "playing"), (3, "waiting")):
        found = Round.objects.create(
            stage=stage, number=number, state="published", starts_at=timezone.now()
        )
        Bye.objects.create(round=found, entry=entries[-1])
        for table in range(size):
            match = meet_in(found, table + 1, entries[2 * table], entries[2 * table + 1])
            if state != "waiting":
                write_hands(seat(match), [(150, 12)] * (4 if state == "over" else 2))
        Adjustment.objects.create(entry=entries[number - 1], match_points=-1, reason="late")
    return league


def meet_in(found: Round, table: int, a: Entry, b: Entry) -> Match:
    match = Match.objects.create(round=found, table=table, entry_a=a, entry_b=b)
    for side, entry in (("a", a), ("b", b)):
        for player in (entry.partnership.first, entry.partnership.second):
            Lineup.objects.create(round=found, match=match, side=side, player=player)
    return match


def statements(address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(address).status_code == 200
    return len(captured)


def test_no_page_costs_more_statements_for_more_rows(make_competition):
    costs: dict[str, list[int]] = {}
    for size in (1, 3, 30):
        league = filled(make_competition, size)
        found = Round.objects.filter(stage__competition=league).order_by("number")[1]
        pair = league.entries.first().partnership
        for name, address in {
            "competition": reverse("competition", args=[league.pk]),
            "standings": reverse("standings", args=[league.pk]),
            "schedule": reverse("schedule", args=[league.pk]),
            "entries": reverse("entries", args=[league.pk]),
            "club": reverse("club", args=[league.club.slug]),
            "home": reverse("home"),
            "partnership": reverse("partnership", args=[pair.pk]),
            "player": reverse("player", args=[pair.first_id]),
            "print_standings": reverse("print_standings", args=[league.pk]),
            "print_tables": reverse("print_tables", args=[found.pk]),
            "print_names": reverse("print_names", args=[found.pk]),
            "print_sheets": reverse("print_sheets", args=[found.pk]),
        }.items():
            costs.setdefault(name, []).append(statements(address))
    assert all(len(set(counted)) == 1 for counted in costs.values()), costs
    assert max(counted[0] for counted in costs.values()) <= 26, costs


def test_a_long_history_costs_no_more_statements_than_a_short_one(league):
    a, b = enter(league, "Anne"), enter(league, "Joe")
    stage = Stage.objects.create(competition=league, number=1)
    costs = []
    for more in (1, 2, 27):
        for _again in range(more):
            write_hands(seat(meet(stage, a, b)), [(150, 12)] * 4)
        costs.append(
            (
                statements(reverse("player", args=[a.partnership.first_id])),
                statements(reverse("partnership", args=[a.partnership_id])),
                statements(reverse("schedule", args=[league.pk])),
            )
        )
    assert costs[0] == costs[1] == costs[2]
