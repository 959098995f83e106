"""The board on the wall: everything that is public, nothing that is not, and how old it is."""

import re

import pytest
from django.urls import reverse
from django.utils.html import escape

from league.actions.hidden_names import hide_name
from league.models import Bye, Competition, Dispute, Game, Round
from league.words.sorting import name_key
from tests.league.evenings import begin, play


@pytest.fixture
def night(make_competition, make_round):
    """make(pairs=4) -> tonight's round of a league, published, nobody at a table yet."""

    def make(*, pairs: int = 4, **fields) -> Round:
        return make_round(make_competition(entries=pairs), **fields)

    return make


@pytest.fixture
def wall(client_of):
    """What hangs on the wall: wall(round or competition, "now-1") -> the page as text."""

    def look(found, screen: str = "", user=None, **headers):
        competition = found.stage.competition if isinstance(found, Round) else found
        address = reverse("board", args=[competition.pk])
        return client_of(user).get(address, {"screen": screen} if screen else {}, headers=headers)

    return look


def screens(answer) -> list[str]:
    """The screens that follow each other, by their keys."""
    return re.findall(r'href="[^"?]*\?screen=([\w.-]+)&amp;stay', answer.text)


def test_tables_are_shown_with_the_totals_of_the_hand_just_saved(
    night, make_match, wall, organizer
):
    found = night()
    match = make_match(round=found)
    begin(match, organizer)
    play(match, organizer, 96, 60)
    page = wall(found).text
    assert str(match.entry_a.partnership.first) in page
    assert re.findall(r'board-table__score">(\d*)<', page) == ["96", "228"]
    assert "hand 2" in page


def test_standings_seats_by_name_and_by_table_follow_each_other_without_script(
    night, make_match, wall
):
    found = night(pairs=5)
    matches = [make_match(round=found), make_match(round=found)]
    left = found.stage.competition.entries.last()
    Bye.objects.create(round=found, entry=left)
    first = wall(found)
    keys = screens(first)
    assert keys == ["now-1", "standings-1", f"names-{found.pk}-1", f"tables-{found.pk}-1"]
    for key, following in zip(keys, [*keys[1:], keys[0]], strict=True):
        page = wall(found, key).text
        assert f'content="15;url=/competitions/{found.stage.competition_id}/board/' in page
        assert f"screen={following}" in re.search(r"http-equiv=\"refresh\".*", page)[0]
    by_name = wall(found, keys[2]).text
    seats = re.findall(r'<bdi class="name">([^<]*)</bdi>.*?</li>', by_name, re.DOTALL)
    assert seats == sorted(seats, key=name_key)
    assert len(seats) == 10
    assert by_name.count("bye") == 2
    assert str(matches[1].table) in wall(found, keys[3]).text


def test_a_page_that_is_kept_turns_no_further(night, make_match, client_of):
    found = night()
    make_match(round=found)
    address = reverse("board", args=[found.stage.competition_id])
    page = client_of(None).get(f"{address}?screen=standings-1&stay=1").text
    assert "http-equiv" not in page
    assert "data-next" not in page
    assert "Go on turning" in page


def test_a_draft_is_on_no_board_whoever_looks(night, make_match, wall, organizer, make_round):
    found = night(pairs=4)
    league = found.stage.competition
    *shown, one, other = league.entries.all()
    make_match(round=found, entry_a=shown[0], entry_b=shown[1])
    draft = make_round(league, number=2, state=Round.State.DRAFT)
    make_match(round=draft, entry_a=one, entry_b=other)
    for user in (None, organizer):
        keys = screens(wall(found, user=user))
        assert not [key for key in keys if key.startswith("bracket") or f"-{draft.pk}-" in key]
        pages = [wall(found, key, user).text for key in keys if key[:4] in ("now-", "name", "tabl")]
        assert len(pages) == 3
        assert not [page for page in pages if str(one.partnership.first) in page]


@pytest.mark.parametrize("fields", [{"state": Competition.State.DRAFT}, {"rehearsal": True}])
def test_the_board_of_what_is_not_out_is_for_its_organizers(
    make_competition, wall, organizer, member, fields
):
    competition = make_competition(**fields)
    assert [wall(competition, user=one).status_code for one in (None, member, organizer)] == [
        404,
        404,
        200,
    ]


def test_a_hidden_name_is_short_on_the_wall_whoever_opened_it(night, make_match, wall, organizer):
    found = night()
    match = make_match(round=found)
    player = match.entry_a.partnership.first
    player.name = "Annemarie Zwicker"
    player.save(update_fields=["name"])
    assert "Zwicker" in wall(found).text
    hide_name(player, by=organizer)
    for key in screens(wall(found)):
        page = wall(found, key, organizer).text
        assert "Zwicker" not in page
        assert "Annemarie Z." in page


def test_the_same_is_answered_with_304_until_a_hand_or_a_name_changes(
    night, make_match, wall, organizer
):
    found = night()
    match = make_match(round=found)
    begin(match, organizer)
    version = wall(found)["ETag"]

    def asked() -> int:
        nonlocal version
        answer = wall(found, **{"If-None-Match": version})
        version = answer["ETag"]
        return answer.status_code

    assert asked() == 304
    play(match, organizer, 96)
    assert [asked(), asked()] == [200, 304]
    hide_name(match.entry_a.partnership.first, by=organizer)
    assert [asked(), asked()] == [200, 304]


def test_a_disputed_result_is_named_so_and_stands_in_no_table(night, make_match, wall):
    found = night()
    match = make_match(round=found)
    Game.objects.create(match=match, number=1, total_a=512, total_b=300)
    assert '<td class="number board-standings__points">2</td>' in wall(found, "standings-1").text
    Dispute.objects.create(match=match, side="b", words="hand 3")
    page = wall(found).text
    assert "disputed" in page
    assert "hand 3" not in page
    assert ">2</td>" not in wall(found, "standings-1").text


def test_forty_partnerships_are_on_one_screen_and_more_on_two(
    make_competition, make_round, make_match, wall
):
    found = make_round(make_competition(entries=40))
    for _table in range(20):
        make_match(round=found)
    assert screens(wall(found))[:2] == ["now-1", "standings-1"]
    assert "standings-2" not in screens(wall(found))
    page = wall(found).text
    assert page.count('class="board-table"') == 20
    assert "board--lines-20" in page
    assert page.count("<ol class=") == 2
    make_match(round=found)
    assert {"now-2", "standings-2"} <= set(screens(wall(found)))
    assert wall(found, "now-2").text.count('class="board-table"') == 10


def test_the_board_of_a_club_goes_through_all_that_is_on_tonight(
    make_competition, make_round, make_match, client_of, club
):
    for name in ("Monday league", "Cup"):
        make_match(round=make_round(make_competition(name=name, entries=2)))
    make_competition(name="Not tonight")
    guest = client_of(None)
    address = reverse("club_board", args=[club.slug])
    seen = {guest.get(f"{address}?screen={key}").text for key in screens(guest.get(address))}
    told = [re.search(r"<bdi>[^<]*</bdi> · <bdi>([^<]*)</bdi>", page)[1] for page in seen]
    assert set(told) == {"Monday league", "Cup"}


def test_a_club_with_nothing_on_says_so(club, client_of):
    answer = client_of(None).get(reverse("club_board", args=[club.slug]))
    assert "Nothing to show yet" in answer.text


def test_a_screen_that_is_gone_leads_to_one_that_is_there(night, make_match, wall):
    found = night()
    make_match(round=found)
    assert '<h1 dir="auto">Standings' in wall(found, "standings-7").text
    assert '<h1 dir="auto">Round 1' in wall(found, "x" * 300).text


def test_more_tables_cost_no_more_statements(
    night, make_match, wall, django_assert_max_num_queries
):
    found = night(pairs=2)
    make_match(round=found)
    with django_assert_max_num_queries(60) as one:
        wall(found)
    for _more in range(2):
        make_match(round=found)
    with django_assert_max_num_queries(len(one)):
        wall(found)


def test_script_gets_the_part_alone(night, make_match, wall):
    found = night()
    make_match(round=found)
    part = wall(found, **{"X-Live": "1"})
    assert "<html" not in part.text
    assert escape(part["ETag"]) in part.text
    assert "no-cache" in part["Cache-Control"]
