"""Where each entry can still finish, in its quiet line: right, or left out."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Bye, Competition, Entry, Match, Round, Stage
from league.queries.reach import places_of
from league.queries.standings import standings_of
from league.words.reach import ordinal, reach_words
from scoring.reach import Reach
from tests.league.cross_tables import play_cross_table, write_result

ONE_LEFT = """
        Anne    Joe      Mairi    Donna
Anne     -    512-340  505-400  510-400
Joe             -      515-300  ...
Mairi                    -      500-120
Donna                             -
"""


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def told(league: Competition) -> dict[str, str]:
    """What the page says by first name; only the words of places."""
    html = Client().get(reverse("standings", args=[league.pk])).content.decode()
    lines = re.findall(
        r'<th scope="row"><a [^>]*><bdi class="name">(\w+) One.*?<summary>(.*?)</summary>',
        html,
        re.DOTALL,
    )
    said = r"already sure of \w+|can still finish \w+ to \w+|between \w+ and \w+ for sure"
    return {name: " ".join(re.findall(said, words)) for name, words in lines}


def test_with_one_match_left_each_line_says_where_they_can_finish(league):
    play_cross_table(league, ONE_LEFT)
    assert told(league) == {
        "Anne": "already sure of 1st",
        "Joe": "can still finish 2nd to 4th",
        "Mairi": "can still finish 2nd to 3rd",
        "Donna": "can still finish 2nd to 4th",
    }


def test_when_all_is_played_nothing_is_said(league):
    play_cross_table(league, ONE_LEFT.replace("...", "510-500"))
    assert set(told(league).values()) == {""}
    html = Client().get(reverse("standings", args=[league.pk])).content.decode()
    assert "Where they can still finish" not in html


def test_a_match_in_play_makes_bounds_and_says_so(league):
    entries = play_cross_table(league, ONE_LEFT)
    write_result(Match.objects.get(entry_a=entries["Joe"], games=None), "312*288")
    assert told(league)["Joe"] == "between 2nd and 4th for sure"


def test_a_bye_to_come_counts_for_who_has_it(league):
    entries = play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    512-340    ...
        Joe             -        510-400
        Mairi                    -
        """,
    )
    last = Round.objects.order_by("number").last()
    Bye.objects.create(round=last, entry=entries["Joe"])
    assert told(league)["Joe"] == "can still finish 1st to 2nd"


def test_matches_of_drafts_of_a_round_robin_are_still_to_come(league):
    play_cross_table(league, ONE_LEFT.replace("505-400", "..."))
    published = places_of(standings_of(league))
    Round.objects.filter(matches__games=None).update(state=Round.State.DRAFT)
    assert places_of(standings_of(league)) == published != {}


def test_rounds_not_drawn_yet_leave_it_out(league):
    play_cross_table(league, ONE_LEFT)
    Stage.objects.update(kind=Stage.Kind.SWISS, draw={"rounds": 5})
    assert set(told(league).values()) == {""}
    Stage.objects.update(draw={"rounds": 3})
    assert told(league)["Anne"] == "already sure of 1st"


def test_what_somebody_who_left_forfeits_is_sure_to_come(league):
    entries = play_cross_table(league, ONE_LEFT)
    Entry.objects.filter(pk=entries["Donna"].pk).update(
        state=Entry.State.WITHDRAWN, left_after=2, left_reason="moved"
    )
    # What Donna forfeits is certain, so that nothing is left to play.
    assert set(told(league).values()) == {""}


def test_a_finished_competition_and_an_earlier_table_say_nothing(league):
    play_cross_table(league, ONE_LEFT)
    html = Client().get(reverse("standings", args=[league.pk]) + "?after=2").content.decode()
    assert "already sure" not in html
    league.state = Competition.State.FINISHED
    league.save()
    assert set(told(league).values()) == {""}


def test_too_many_matches_left_are_left_out(league, monkeypatch):
    play_cross_table(league, ONE_LEFT)
    monkeypatch.setattr("league.queries.reach.MOST_WORK", 3)
    assert set(told(league).values()) == {""}


@pytest.mark.parametrize(
    ("reach", "words"),
    [
        (Reach(best=2, worst=2, exact=False), "already sure of 2nd"),
        (Reach(best=1, worst=3, exact=True), "can still finish 1st to 3rd"),
        (Reach(best=1, worst=3, exact=False), "between 1st and 3rd for sure"),
        (Reach(best=1, worst=9, exact=True), ""),
        (None, ""),
    ],
)
def test_words_of_places(reach, words):
    assert reach_words(reach, 9) == words


def test_ordinals_of_every_kind():
    words = " ".join(ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111))
    assert words == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 101st 111th"
