"""The standings page: what a reader is told, and that page and paper agree."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Adjustment, Round, Stage
from tests.league.cross_tables import enter, play_cross_table
from tests.league.ticks import post_seen

KNOWN = """
        Anne    Joe      Mairi    Donna
Anne     -    512-340  430-505  520-210
Joe             -      515-400  501-499
Mairi                    -      500-120
Donna                             -
"""


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def page(name: str, pk: int, client: Client | None = None) -> str:
    response = (client or Client()).get(reverse(name, args=[pk]))
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    """The page as it is read: no tags, white space folded."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").split())


def without_time(html: str) -> str:
    return re.sub(r"<time data-as-of>[0-9:]*</time>|data-version=\"[^\"]*\"", "", html)


def order(html: str) -> list[str]:
    """First names in the order of the table's rows."""
    body = html[html.index("<table") : html.index("</table>")]
    return re.findall(r'(?:<th scope="row"><a [^>]*>|<td>)<bdi class="name">(\w+) One', body)


def test_a_guest_reads_who_stands_where_and_why(league):
    play_cross_table(league, KNOWN)
    read = words(page("standings", league.pk))
    assert "After round 3 of 3." in read
    assert (
        "Ahead of Mairi One & Mairi Two on points difference: +407 against +340. "
        "Both have 4 points." in read
    )
    assert "Ahead of Donna One & Donna Two with 4 points against 0." in read
    assert "Behind Joe One & Joe Two with 0 points against 4." in read


def test_equal_to_the_end_is_said_and_the_place_is_shared(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    510-400  400-510
        Joe             -      510-400
        Mairi                    -
        """,
    )
    html = page("standings", league.pk)
    assert html.count("they share place 1.") == 3
    assert re.findall(r'class="standings__rank number">(\d+)<', html) == ["1", "1", "1"]
    assert without_time(page("standings", league.pk)) == without_time(html)


def test_page_and_paper_have_the_same_order_and_the_same_places(league):
    play_cross_table(league, KNOWN)
    shown, printed = page("standings", league.pk), page("print_standings", league.pk)
    assert order(shown) == order(printed) == ["Anne", "Mairi", "Joe", "Donna"]
    assert re.findall(r'paper-standings__rank">(\d)<', printed) == ["1", "2", "3", "4"]


def test_a_penalty_and_its_removal_leave_the_page_byte_for_byte(league, organizer, client_of):
    entries = play_cross_table(league, KNOWN)
    before = without_time(page("standings", league.pk))
    desk = client_of(organizer)
    typed = {
        "entry": entries["Anne"].pk,
        "match_points": "-3",
        "points": "-20",
        "reason": "late sheet",
    }
    assert post_seen(desk, reverse("adjustments", args=[league.pk]), typed).status_code == 302
    during = page("standings", league.pk)
    assert order(during)[0] == "Mairi"
    assert "−3 points, −20 scored: late sheet" in words(during)
    assert "Anne One & Anne Two · −3 points, −20 scored: late sheet" in words(
        page("print_standings", league.pk)
    )
    penalty = Adjustment.objects.get()
    removal = reverse("adjustment_remove", args=[penalty.pk])
    assert post_seen(desk, removal, {"reason": "it was on time"}).status_code == 302
    penalty.refresh_from_db()
    assert penalty.removed_at is not None
    assert without_time(page("standings", league.pk)) == before


def test_the_table_still_playing_is_shown_with_its_figures_and_not_counted(league):
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
    read = words(page("standings", league.pk))
    assert "After round 1 of 3. Table 2 is still playing." in read
    assert "Still playing not in the table yet" in read
    assert "at table 2 now: 312–288 against Donna One & Donna Two" in read
    assert "at table 2 now: 288–312 against Mairi One & Mairi Two" in read


def test_what_comes_next_stands_in_the_quiet_line(league):
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    512-340    ...
        Joe             -        ...
        Mairi                    -
        """,
    )
    day = timezone.localtime(Round.objects.get(number=2).starts_at).strftime("%a, %b ")
    assert f"next: {day}" in words(page("standings", league.pk))


def test_before_anything_is_played_nobody_leads(league):
    play_cross_table(
        league,
        """
                Anne    Joe
        Anne     -      ...
        Joe             -
        """,
    )
    html = page("standings", league.pk)
    assert "Before the first round." in html
    assert "standings__entry--leads" not in html
    assert "Nothing counts yet: everybody starts level." in html


def test_an_empty_table_says_what_comes_first(league):
    assert "first the partnerships are entered" in page("standings", league.pk)


def test_a_player_finds_his_own_line_marked(league, client_of, make_user):
    entries = play_cross_table(league, KNOWN)
    player = entries["Joe"].partnership.first
    player.user = make_user("joe")
    player.save()
    mine = page("standings", league.pk, client_of(player.user))
    assert mine.count("standings__entry--mine") == 1
    assert "standings__entry--mine" not in page("standings", league.pk)


def test_names_of_any_script_keep_their_own_direction(league):
    for name in ("يوسف", "נועה", "Ji'nmL'nu", "Éloi", "X", "Ò" * 96):
        enter(league, name)
    html = page("standings", league.pk)
    assert '<bdi class="name">يوسف One</bdi>' in html
    assert f'<bdi class="name">{"Ò" * 96} One</bdi>' in html


def test_a_name_cannot_write_into_the_page(league):
    entries = play_cross_table(league, KNOWN)
    player = entries["Mairi"].partnership.first
    player.name = "<script>alert(1)</script>"
    player.save()
    html = page("standings", league.pk)
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 2


def test_no_address_of_anybody_stands_on_a_public_page(league, organizer):
    play_cross_table(league, KNOWN)
    for name in ("competition", "standings", "schedule", "entries", "print_standings"):
        assert organizer.email not in page(name, league.pk)


def test_a_competition_being_set_up_is_not_there_for_others(league, personas, client_of):
    league.state = "draft"
    league.save()
    Stage.objects.create(competition=league, number=1)
    for name in ("competition", "standings", "schedule", "entries", "print_standings"):
        address = reverse(name, args=[league.pk])
        answers = {
            persona: client_of(user).get(address).status_code for persona, user in personas.items()
        }
        assert answers == {
            "guest": 404,
            "stranger": 404,
            "member": 404,
            "scorekeeper": 404,
            "organizer": 200,
            "owner": 200,
            "site_admin": 200,
        }, name
