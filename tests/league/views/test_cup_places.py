"""A cup has no table: its standings are the places of its bracket, on page, overview and paper."""

import re

import pytest

from league.models import Stage
from tests.league.brackets import made, match_in, seated, win
from tests.league.views.test_brackets import text

PAGES = ["standings/", "", "print/standings/"]


def lines(answer, key="lines"):
    return [(one.place, one.words) for one in answer.context["cups"][0][key]]


def play(stage, by, *slots):
    for slot in slots:
        win(stage, slot, "a", by)


@pytest.mark.parametrize("page", PAGES)
def test_who_came_where_stands_in_place_of_a_table_of_noughts(
    make_competition, organizer, client_of, page
):
    cup = made(make_competition(entries=6), organizer, kind="championship", third_place=True)
    address = f"/competitions/{cup.competition_id}/{page}"
    answer = client_of(None).get(address)
    assert answer.status_code == 200
    assert {place for place, _words in lines(answer)} == {""}
    assert "Points" not in text(answer)
    play(cup, organizer, "W1-2", "W1-3", "W2-1")
    told = lines(client_of(None).get(address))
    assert told == [
        ("", "still in: Final"), ("", "still in: Semi-finals"), ("", "still in: Semi-finals"),
        ("", "still in: Match for third place"),
        ("5", "out in: Quarter-finals"), ("5", "out in: Quarter-finals"),
    ]  # fmt: skip
    play(cup, organizer, "W2-2", "T1-1", "F1-1")
    answer = client_of(None).get(address)
    assert lines(answer) == [
        ("1", "Champions"), ("2", "out in: Final"), ("3", "won: Match for third place"),
        ("4", "out in: Match for third place"),
        ("5", "out in: Quarter-finals"), ("5", "out in: Quarter-finals"),
    ]  # fmt: skip
    first = cup.competition.entries.order_by("pk").first()
    shown = answer.content.decode()
    assert shown.index(first.partnership.first.name) < shown.index("out in: Final")


@pytest.mark.parametrize("page", PAGES)
def test_a_consolation_has_places_of_its_own(make_competition, organizer, client_of, page):
    cup = made(make_competition(entries=8), organizer, consolation=True)
    for _round in range(5):
        for slot in seated(cup):
            if not match_in(cup, slot).games.exists():
                win(cup, slot, "a", organizer)
    answer = client_of(None).get(f"/competitions/{cup.competition_id}/{page}")
    assert [place for place, _ in lines(answer)] == ["1", "2", "3", "3", "5", "5", "5", "5"]
    assert lines(answer, "consolation") == [
        ("1", "won: Consolation final"), ("2", "out in: Consolation final"),
        ("3", "out in: Consolation, round 1"), ("3", "out in: Consolation, round 1"),
    ]  # fmt: skip
    assert "Places in the consolation" in text(answer)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("stage", ["planned", "draft"])
def test_before_the_bracket_is_out_it_is_said_and_nobody_stands_first(
    make_competition, organizer, client_of, page, stage
):
    league = make_competition(entries=4)
    if stage == "draft":
        made(league, organizer).rounds.update(state="draft")
    else:
        Stage.objects.create(competition=league, number=1, kind="knockout")
    answer = client_of(None).get(f"/competitions/{league.pk}/{page}")
    assert answer.status_code == 200
    assert "The bracket is not out yet" in text(answer)
    assert league.entries.first().partnership.first.name not in text(answer)


def test_the_standings_of_a_club_s_cup_lead_to_its_places(make_competition, organizer, client_of):
    cup = made(make_competition(entries=4), organizer)
    home = client_of(None).get(f"/clubs/{cup.competition.club.slug}/").content.decode()
    address = f"/competitions/{cup.competition_id}/standings/"
    assert address in home
    assert "still in: Semi-finals" in text(client_of(None).get(address))


def test_a_league_with_a_bracket_behind_it_keeps_its_table(
    make_competition, make_match, organizer, client_of
):
    league = make_competition(entries=4)
    make_match(league)
    made(league, organizer)
    for page in PAGES:
        assert "Points" in text(client_of(None).get(f"/competitions/{league.pk}/{page}"))


def test_as_much_is_asked_for_16_as_for_4(
    make_competition, organizer, client_of, django_assert_max_num_queries
):
    for n in (4, 16):
        cup = made(make_competition(entries=n, name=f"Cup {n}"), organizer)
        with django_assert_max_num_queries(12):
            client_of(None).get(f"/competitions/{cup.competition_id}/standings/")


def test_an_old_table_that_is_asked_for_of_a_cup_is_its_places_now(
    make_competition, organizer, client_of
):
    cup = made(make_competition(entries=4), organizer)
    answer = client_of(None).get(f"/competitions/{cup.competition_id}/standings/?after=1")
    assert answer.status_code == 200
    assert re.search("still in", answer.content.decode())
