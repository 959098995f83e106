"""What users of neighbouring programs ran into with prints and screens.

That forty partnerships fit 1080 lines and can be read, by screen readers too, without a mouse:
tests/browser/test_boards.py. That standings are sorted from the keyboard, and say so:
tests/browser/test_table_sort.py. That paper fits Letter: tests/browser/test_pages.py.
"""

import re
from html import unescape

import pytest
from django.urls import reverse

from league.models import Competition, Round
from league.words.sorting import name_key
from tests.league.every_page import every_page


@pytest.fixture
def evening(make_competition, make_round, make_match) -> Round:
    """Three tables that are out; the round after them is a draft with a name of its own."""
    league = make_competition(entries=6)
    found = make_round(league)
    for _table in range(3):
        make_match(round=found)
    draft = make_round(league, number=2, state=Round.State.DRAFT, name="Secret semi-finals")
    make_match(round=draft, table=77)
    return found


@pytest.fixture
def league(evening) -> Competition:
    return evening.stage.competition


def test_two_prints_by_name_and_by_table(evening, client):
    page = client.get(reverse("print_names", args=[evening.pk])).text
    names = re.findall(r'paper-names__who"><bdi[^>]*>([^<]*)', page)
    assert len(names) == 12
    assert names == sorted(names, key=lambda name: name_key(unescape(name)))
    tables = client.get(reverse("print_tables", args=[evening.pk])).text
    numbers = re.findall(r'paper-list__table">\s*<strong>(\d+)|paper-list__table">(\d+)', tables)
    assert [int(one or other) for one, other in numbers] == [1, 2, 3]


def test_board_pages_by_itself_and_shows_the_time_of_its_data(league, client):
    page = client.get(reverse("board", args=[league.pk])).text
    assert re.search(r'http-equiv="refresh" content="15;url=[^"]*screen=standings-1"', page)
    assert re.search(r'data-turn="15"', page)
    assert re.search(r"as of <time data-as-of>\d\d:\d\d</time>", page)


def test_hidden_round_is_absent_everywhere_a_guest_can_look(league, client):
    pages = every_page(client, reverse("competition", args=[league.pk]), most_of_a_kind=3)
    kinds = {re.sub(r"\d+", "N", address.split("?")[0]) for address in pages}
    assert {"/competitions/N/board/", "/competitions/N/where/", "/rounds/N/print/names/"} <= kinds
    found = [address for address, page in pages.items() if "Secret" in page or ">77<" in page]
    assert found == []
    draft = Round.objects.get(state=Round.State.DRAFT)
    for name in ("print_names", "print_tables", "print_sheets", "round_clock"):
        assert client.get(reverse(name, args=[draft.pk])).status_code == 404, name
    assert client.get(reverse("match", args=[draft.matches.get().pk])).status_code == 404


def test_winner_is_told_by_more_than_colour(evening, client):
    match = evening.matches.first()
    match.games.create(number=1, total_a=512, total_b=300)
    page = client.get(reverse("board", args=[match.round.stage.competition_id])).text
    side = re.search(r'is-winner">.*?</span></span>', page, re.DOTALL)[0]
    assert "(won)" in side
