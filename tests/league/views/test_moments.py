"""The table after any round and as of any night: on the page, on paper, and refused kindly."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Adjustment, Entry, Match, Round
from tests.league.cross_tables import play_cross_table, write_result

NIGHTS = [
    datetime(2026, 11, day, 20, tzinfo=timezone.get_current_timezone()) for day in (10, 17, 24)
]


@pytest.fixture
def league(make_competition):
    """Three rounds, a week apart: Anne wins the first, Mairi the second, the third is Joe's."""
    league = make_competition(entries=0)
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi    Donna
        Anne     -    512-340  400-505  400-510
        Joe             -      515-300  510-200
        Mairi                    -      500-120
        Donna                             -
        """,
    )
    for number, night in enumerate(NIGHTS, 1):
        Round.objects.filter(stage__competition=league, number=number).update(starts_at=night)
    return league


def answer(league, query: str = "", name: str = "standings"):
    return Client().get(reverse(name, args=[league.pk]) + query)


def words(response) -> str:
    html = response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").split())


def order(response) -> list[str]:
    html = response.content.decode()
    body = html[html.index("<table") : html.index("</table>")]
    return re.findall(r'(?:<th scope="row"><a [^>]*>|<td>)<bdi class="name">(\w+) One', body)


def table(response) -> str:
    html = response.content.decode()
    return html[html.index("<tbody") : html.index("</table>")]


def test_after_the_first_round_only_its_results_count_and_the_head_says_so(league):
    shown = answer(league, "?after=1")
    assert order(shown) == ["Mairi", "Anne", "Joe", "Donna"]
    assert "The table after round 1: its results as they stand now" in words(shown)
    assert "next:" not in words(shown)


def test_after_the_last_round_it_is_the_table_now(league):
    assert table(answer(league, "?after=3")) == table(answer(league))


def test_as_of_a_night_counts_what_was_over_by_then(league):
    shown = answer(league, "?on=2026-11-17")
    assert table(shown) == table(answer(league, "?after=2"))
    assert table(answer(league, "?on=2026-11-23")) == table(shown)
    assert "as of Tuesday, November 17, 2026" in words(shown)
    nothing = words(answer(league, "?on=2026-11-09"))
    assert "Nothing counts yet: everybody starts level." in nothing


def test_a_match_made_up_later_counts_from_its_own_night(league):
    made_up = Match.objects.filter(round__number=1).first()
    made_up.starts_at = NIGHTS[2] - timedelta(days=1)
    made_up.save()
    before, then = answer(league, "?on=2026-11-22"), answer(league, "?on=2026-11-23")
    assert table(before) != table(then) == table(answer(league, "?after=2"))


def test_a_match_in_play_is_not_in_the_table_of_its_round(league):
    match = Match.objects.filter(round__number=3).first()
    match.games.all().delete()
    write_result(match, "312*288")
    played = re.findall(
        r'<td class="number wide-only">(\d)</td>', table(answer(league, "?after=3"))
    )
    assert sorted(played)[:2] == ["2", "2"]


def test_a_penalty_counts_from_when_it_was_written(league):
    penalty = Adjustment.objects.create(
        entry=Entry.objects.filter(competition=league).first(), match_points=-2, reason="slow sheet"
    )
    Adjustment.objects.filter(pk=penalty.pk).update(made_at=NIGHTS[1])
    assert "slow sheet" not in words(answer(league, "?after=1"))
    assert "−2 points: slow sheet" in words(answer(league, "?after=2"))
    assert "slow sheet" not in words(answer(league, "?on=2026-11-16"))
    assert "−2 points: slow sheet" in words(answer(league, "?on=2026-11-17"))


def test_who_left_later_still_plays_in_the_table_before(league):
    entry = Entry.objects.filter(competition=league).first()
    entry.state, entry.left_after, entry.left_reason = Entry.State.WITHDRAWN, 2, "moved"
    entry.save()
    assert "withdrew" in words(answer(league))
    assert "withdrew" not in words(answer(league, "?after=2"))


def test_who_came_later_is_not_in_the_table_before(league):
    late = Entry.objects.filter(competition=league).last()
    Match.objects.filter(entry_b=late, round__number=1).delete()
    late.joined_in = 2
    late.save()
    assert "Donna" not in order(answer(league, "?after=1"))
    assert "Donna" in order(answer(league, "?after=2"))


def test_page_and_paper_agree_on_an_earlier_table(league):
    page, paper = answer(league, "?after=2"), answer(league, "?after=2", "print_standings")
    assert order(page) == order(paper)
    assert "The table after round 2: results of rounds 1 to 2 as they stand now" in words(paper)
    link = reverse("print_standings", args=[league.pk])
    assert f'href="{link}?after=2"' in page.content.decode()
    back = reverse("standings", args=[league.pk])
    assert f'href="{back}?after=2"' in paper.content.decode()


def test_the_page_offers_every_round_and_night_played(league):
    html = answer(league).content.decode()
    assert re.findall(r'\?after=(\d+)"', html) == ["1", "2", "3"]
    assert re.findall(r'<option value="(2026-[\d-]+)"', html) == [
        "2026-11-24", "2026-11-17", "2026-11-10",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?after=9", "Nothing of round 9 counts yet: the last is round 3. This is the table now."),
        ("?after=0", "0 is out of range: write 1 to 9999."),
        ("?after=five", "plain digits"),
        ("?on=yesterday", "Write the day as 2026-11-24."),
        ("?on=2026-02-31", "Write the day as 2026-11-24."),
    ],
)
def test_a_moment_that_cannot_be_is_said_with_the_table_now_below(league, query, said):
    for name in ("standings", "print_standings"):
        refused = answer(league, query, name)
        assert refused.status_code == 422
        assert said in words(refused)
        assert order(refused) == order(answer(league))
