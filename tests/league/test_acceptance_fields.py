"""Who plays, who leaves, who is level at the line: whole events through the pages."""

import re
from collections.abc import Callable
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.next_rounds import draw_next_round
from league.actions.rounds import publish_rounds
from league.models import Bye, Competition, Entry, Game, Match, Partnership, Round, Stage, User
from league.queries.matches import load_match
from league.queries.standings import standings_of
from tests.league.actions.test_departures import draw, play_rounds
from tests.league.actions.test_late_entries import swiss, tables
from tests.league.cross_tables import play_cross_table
from tests.league.ticks import post_seen

Make = Callable[..., Competition]
ClientOf = Callable[..., Client]
GLACE_BAY = ZoneInfo("America/Glace_Bay")


@pytest.fixture
def desk(client_of: ClientOf, organizer: User) -> Client:
    return client_of(organizer)


def test_a_late_pair_plays_from_round_two_and_nobody_meets_twice(
    make_competition: Make, make_partnership: Callable[..., Partnership], organizer: User
) -> None:
    league = make_competition(entries=7, state="open")
    stage, first = swiss(league, organizer, rounds=5)
    play_rounds([first], organizer)
    late_plan = LatePlan(how="next", points=1)
    (late,) = add_late_entries(league, [make_partnership()], late_plan, by=organizer)
    for number in range(2, 6):
        made = draw_next_round(stage, number=number, by=organizer)
        publish_rounds(league, [made], by=organizer)
        play_rounds([made], organizer)
    met = [
        frozenset(pair)
        for pair in Match.objects.filter(round__stage=stage).values_list("entry_a", "entry_b")
    ]
    assert len(met) == len(set(met)) == 3 + 4 * 4
    rounds = [one.round.number for one in late_matches(stage, late.pk)]
    assert rounds == [2, 3, 4, 5]
    row = next(place.row for place in standings_of(league).rows if place.entry == late)
    assert (row.played, row.byes) == (4, 0)
    assert row.match_points == 2 * row.won + row.drawn + 1


def late_matches(stage: Stage, entry: int) -> list[Match]:
    found = Match.objects.filter(round__stage=stage).order_by("round__number")
    return [one for one in found if entry in (one.entry_a_id, one.entry_b_id)]


def test_who_withdraws_at_three_of_nine_is_struck_out_and_put_back_by_name(
    make_competition: Make, organizer: User, desk: Client
) -> None:
    league = make_competition(entries=10)
    rounds = draw(league, organizer)
    play_rounds(rounds[:3], organizer)
    entry = standings_of(league).rows[0].entry
    before = [(place.entry.pk, place.row) for place in standings_of(league).rows]
    schedule = list(Match.objects.order_by("pk").values_list())
    page = reverse("entry_leave", args=[entry.pk])
    assert "3 of their 9 matches are played" in desk.get(page).content.decode()
    assert desk.post(page, {"state": "withdrawn", "reason": "moved away"}).status_code == 302
    table = standings_of(league)
    assert [place.entry for place in table.left] == [entry]
    assert sum(place.row.played for place in table.rows) == 3 * 10 - 2 * 3
    assert desk.post(page, {"step": "put_back"}).status_code == 302
    assert [(place.entry.pk, place.row) for place in standings_of(league).rows] == before
    assert list(Match.objects.order_by("pk").values_list()) == schedule
    log = desk.get(reverse("audit", args=[league.pk])).content.decode()
    told = re.sub(r"<[^>]+>", " ", log)
    assert told.count(organizer.name) >= 2
    assert "as if they had never left." in told


def test_a_tie_at_places_eight_and_nine_stops_the_cut_until_it_is_settled(
    make_competition: Make, make_match: Callable[..., Match], desk: Client, client_of: ClientOf
) -> None:
    league = make_competition(entries=12)
    for a, b in ((600, 480), (590, 470), (580, 450), (570, 430), (560, 420), (550, 410)):
        Game.objects.create(match=make_match(league), number=1, total_a=a, total_b=b)
    rows = standings_of(league).rows
    low = [place.entry for place in rows if place.row.match_points == 0]
    level(league, low)
    rows = standings_of(league).rows
    tied = [place.entry.pk for place in rows if place.row.rank == rows[7].row.rank]
    assert tied == [rows[7].entry.pk, rows[8].entry.pk]
    page = reverse("bracket_new", args=[league.pk])
    typed = {
        "kind": "championship", "order": "standings", "places": "8", "best_of": "1",
        "day": "2027-04-27", "clock": "19:00", "days": "7", "minutes": "0",
    }  # fmt: skip
    refused = desk.post(page, typed)
    assert refused.status_code == 422
    assert not Stage.objects.filter(kind="championship").exists()
    text = refused.content.decode()
    assert all(str(rows[at].entry.partnership.first) in text for at in (7, 8))
    settled = typed | {
        "tied": "1", "how": "hand", "note": "One hand, Tuesday.",
        f"place_{tied[0]}": "2", f"place_{tied[1]}": "1",
    }  # fmt: skip
    assert desk.post(page, settled).status_code == 302
    stage = Stage.objects.get(kind="championship")
    assert stage.draw["seeds"][7:] == [tied[1]]
    assert (stage.draw["cut"]["how"], stage.draw["cut"]["note"]) == ("hand", "One hand, Tuesday.")


def level(league: Competition, low: list[Entry]) -> None:
    """Put the totals of the losers so that only the second and third of them are level."""
    for at, entry in enumerate(low):
        game = Game.objects.get(match__entry_b=entry)
        behind = (10, 20, 20, 40, 50, 60)[at]
        Game.objects.filter(pk=game.pk).update(total_a=520, total_b=520 - behind)
    second, third = low[1], low[2]
    games = [Game.objects.get(match__entry_b=one) for one in (second, third)]
    assert games[0].total_b == games[1].total_b


def test_no_pair_and_no_table_twice_at_one_time_and_none_in_a_week_off(
    make_competition: Make, desk: Client
) -> None:
    league = make_competition(entries=7, state="open")
    typed = {
        "legs": "2", "first_night": "2026-12-08", "clock": "19:00", "every_days": "7",
        "breaks": "2026-12-22\n2026-12-29", "rounds_a_night": "2", "minutes": "60",
        "seed": "ceilidh", "replaces": "", "step": "draw",
    }  # fmt: skip
    assert desk.post(reverse("draw", args=[league.pk]), typed).status_code == 302
    rounds = list(Round.objects.order_by("number"))
    starts = [one.starts_at for one in rounds]
    assert len(set(starts)) == len(starts) == 14
    assert all((later - early).total_seconds() >= 3600 for early, later in pairwise(starts))
    days = {f"{start.astimezone(GLACE_BAY):%m-%d}" for start in starts}
    assert days == {"12-08", "12-15", "01-05", "01-12", "01-19", "01-26", "02-02"}
    for one in rounds:
        matches = list(one.matches.all())
        seated = [pk for match in matches for pk in (match.entry_a_id, match.entry_b_id)]
        out = list(Bye.objects.filter(round=one).values_list("entry", flat=True))
        assert len({*seated, *out}) == len(seated) + len(out) == 7
        assert len({match.table for match in matches}) == 3


def test_three_level_stand_in_one_order_on_page_and_paper_on_every_load(
    make_competition: Make, client_of: ClientOf
) -> None:
    league = make_competition(entries=0)
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    510-400  400-510
        Joe             -      510-400
        Mairi                    -
        """,
    )
    guest = client_of(None)
    seen = {
        tuple(dict.fromkeys(re.findall(r"(Anne|Joe|Mairi) One", body(guest, name, league.pk))))
        for name in ("standings", "print_standings") * 3
    }
    assert len(seen) == 1
    assert sorted(*seen) == ["Anne", "Joe", "Mairi"]


def body(guest: Client, name: str, league: int) -> str:
    """The rows of the table."""
    html = guest.get(reverse(name, args=[league])).content.decode()
    return "".join(re.findall(r"<tbody.*?</tbody>", html, re.DOTALL))


def test_five_cases_of_the_floor_touch_no_other_table(
    make_competition: Make, organizer: User, desk: Client
) -> None:
    league = make_competition(entries=7, state="open")
    _stage, first = swiss(league, organizer)
    before = tables(league)
    late = reverse("late_entry", args=[league.pk])
    for names, how, more in (
        ("Peter Googoo & Rita Joe", "bye", {}),
        ("Léo Aucoin & Marie Chiasson\nSandy Rankin & Jessie Beaton", "together", {}),
        ("Ewan Googoo & Flora Googoo", "next", {"points": "1"}),
    ):
        answer = desk.post(late, {"names": names, "how": how, **more})
        assert answer.status_code == 302, answer.context["form"].errors
        assert tables(league)[: len(before)] == before
    assert [row[2] for row in tables(league)] == [1, 2, 3, 4, 5]
    waits = league.entries.get(partnership__first__name__in=["Ewan Googoo", "Flora Googoo"])
    one, two, three = first.matches.order_by("table")[:3]
    nobody = {"who": "both", "reason": "storm"}
    assert post_seen(desk, reverse("match_forfeit", args=[one.pk]), nobody).status_code == 302
    came = {"who": "a", "reason": "late"}
    assert post_seen(desk, reverse("match_forfeit", args=[two.pk]), came).status_code == 302
    score = {"a1": "512", "b1": "340", "stamp": "", "played_after_all": "on"}
    assert post_seen(desk, reverse("match_totals", args=[two.pk]), score).status_code == 302
    assert tables(league)[: len(before)] == before
    assert (load_match(one).winner, load_match(two).winner) == (None, "a")
    assert load_match(three).state == "waiting"
    points = {place.entry.pk: place.row.match_points for place in standings_of(league).rows}
    assert points[waits.pk] == 1
    assert {entry for entry, had in points.items() if had} == {waits.pk, two.entry_a_id}
