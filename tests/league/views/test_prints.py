"""Paper: what stands on it, in the order of the screen."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Bye, Lineup, Player, Round, Stage
from tests.league.cross_tables import enter, play_cross_table
from tests.league.views.test_standings import words

DRAWN = """
        Zita    Éloi     Anne
Zita     -      ...      -
Éloi             -       -
Anne                     -
"""


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


@pytest.fixture
def night(league):
    entries = play_cross_table(league, DRAWN)
    found = Round.objects.get(number=1)
    Bye.objects.create(round=found, entry=entries["Anne"])
    return found


def paper(name: str, *args: int, query: str = "") -> str:
    response = Client().get(reverse(name, args=args) + query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_the_sheets_columns_stand_in_the_screens_order():
    html = paper("print_blank")
    head = html[html.index("<thead>") : html.index("</thead>")]
    columns = ["Dealer", "Caller", "Trump", "Runs", "Bella", "Count", "North", "East"]
    places = [head.index(column) for column in columns]
    assert places == sorted(places)
    assert words(head).endswith("writes total writes total")


@pytest.mark.django_db
def test_a_blank_sheet_holds_the_longest_game_and_two_fit_a_page():
    assert paper("print_blank").count('<td class="paper-sheet__hand">') == 16
    html = paper("print_blank", query="?half=1")
    assert html.count('<section class="paper-sheet') == 2
    assert html.count("print-sheet__page") == 1


def test_a_blank_sheet_follows_the_rules_of_its_competition(make_competition):
    long_game = make_competition(preset="long", options={"no_trump": True})
    html = paper("print_blank", query=f"?competition={long_game.pk}")
    assert "to 1000" in html
    assert "NT</td>" in html
    assert "NT</td>" not in paper("print_blank")


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["abc", "1_0", "٣", ""])
def test_a_blank_sheet_for_no_competition_is_just_blank(given):
    assert "to 500" in paper("print_blank", query=f"?competition={given}")


def test_the_sheet_of_a_match_names_table_round_and_people(night):
    html = paper("print_match", night.matches.get().pk)
    said = words(html)
    assert "Winter league" in said
    assert "Round 1" in said
    assert "Table 1" in said
    assert "Zita One & Zita Two against Éloi One & Éloi Two" in said


def test_a_best_of_three_has_a_sheet_for_each_game(league, make_round, make_match):
    enter(league, "Anne")
    enter(league, "Joe")
    final = make_round(league, kind=Stage.Kind.CHAMPIONSHIP, best_of=3)
    html = paper("print_match", make_match(league, round=final).pk)
    assert re.findall(r"game \d of 3", html) == ["game 1 of 3", "game 2 of 3", "game 3 of 3"]


def test_a_round_prints_a_sheet_for_each_table(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -      ...      -        -
        Joe             -        -        -
        Mairi                    -        ...
        Donna                             -
        """,
    )
    found = Round.objects.get(number=1)
    assert paper("print_sheets", found.pk).count('class="print-sheet__page"') == 2
    assert paper("print_sheets", found.pk, query="?half=1").count('class="print-sheet__page"') == 1


def test_by_table_everybody_finds_who_plays_whom_and_who_sits_out(night):
    said = words(paper("print_tables", night.pk))
    assert "1 Zita One & Zita Two Éloi One & Éloi Two" in said
    assert "bye Anne One & Anne Two" in said


def test_by_name_everybody_finds_his_table(night):
    html = paper("print_names", night.pk)
    rows = re.findall(r'<bdi class="name">([^<]*)</bdi>.*?paper-names__table">([^<]*)<', html)
    assert rows == [
        ("Anne One", "bye"),
        ("Anne Two", "bye"),
        ("Éloi One", "1"),
        ("Éloi Two", "1"),
        ("Zita One", "1"),
        ("Zita Two", "1"),
    ]


def test_by_name_the_substitute_stands_in_the_place_of_the_absent(night):
    sub = Player.objects.create(club=night.stage.competition.club, name="Bernie Chiasson")
    Lineup.objects.filter(round=night, player__name="Zita Two").update(player=sub)
    said = words(paper("print_names", night.pk))
    assert "Bernie Chiasson with Zita One 1" in said
    assert "Zita Two" not in said


def test_a_round_without_tables_says_so(league, make_round):
    found = make_round(league)
    for name in ("print_tables", "print_names", "print_sheets"):
        assert "No table is drawn in this round yet" in paper(name, found.pk)
