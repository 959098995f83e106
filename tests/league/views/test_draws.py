"""The draw: a draft first, drawn again, dropped, published, taken back; dates and clocks."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from league.models import AuditEntry, Competition, Game, Match, Round, Stage, User
from league.queries.rounds import draw_of

GLACE_BAY = ZoneInfo("America/Glace_Bay")
Make = Callable[..., Competition]
ASKED = {
    "legs": "1",
    "first_night": "2026-10-20",
    "clock": "19:00",
    "every_days": "7",
    "breaks": "",
    "rounds_a_night": "1",
    "minutes": "60",
    "seed": "ceilidh",
    "replaces": "",
    "step": "draw",
}


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def league(make_competition: Make) -> Competition:
    return make_competition(entries=5, state="open")


def page(league: Competition) -> str:
    return f"/competitions/{league.pk}/draw/"


def drawn(league: Competition) -> list[list[tuple[int, int, int]]]:
    """The tables of every round: (table, entry a, entry b)."""
    stage = Stage.objects.get(competition=league)
    return [
        [(match.table, match.entry_a_id, match.entry_b_id) for match in night.matches.all()]
        for night in draw_of(stage)
    ]


def test_the_same_seed_gives_the_same_draw_again(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    first = drawn(league)
    desk.post(page(league), {"step": "drop"})
    assert not Stage.objects.exists()
    desk.post(page(league), ASKED)
    assert drawn(league) == first


def test_a_draft_is_drawn_again_and_replaces_the_old_one(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    first, before = drawn(league), Stage.objects.get().pk
    answer = desk.post(page(league), ASKED | {"seed": "strathspey", "replaces": str(before)})
    assert answer.status_code == 302
    assert drawn(league) != first
    assert Stage.objects.count() == 1
    assert Round.objects.count() == 5


def test_a_second_click_draws_nothing_new(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    stage, version = Stage.objects.get().pk, Competition.objects.get().version
    assert desk.post(page(league), ASKED).status_code == 302
    assert Stage.objects.get().pk == stage
    assert Competition.objects.get().version == version


def test_a_draft_one_has_not_seen_is_not_replaced(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    stage = Stage.objects.get().pk
    answer = desk.post(page(league), ASKED | {"seed": "another"})
    assert answer.status_code == 409
    assert "Somebody else has drawn a moment ago." in answer.content.decode()
    assert Stage.objects.get().pk == stage


def test_nobody_with_fewer_than_two_entries_draws(desk: Client, make_competition: Make) -> None:
    league = make_competition(entries=1, name="Lonely")
    assert "Enter the partnerships first" in desk.get(page(league)).content.decode()
    assert desk.post(page(league), ASKED).status_code == 422
    assert not Stage.objects.exists()


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"first_night": "2026-02-30"}, "first_night", "“2026-02-30” is no date."),
        ({"first_night": "next Tuesday"}, "first_night", "Write it as 2026-12-08."),
        ({"first_night": "1526-10-20"}, "first_night", "is no date"),
        ({"first_night": ""}, "first_night", "Choose the day."),
        ({"clock": "25:00"}, "clock", "“25:00” is no time."),
        ({"clock": "seven"}, "clock", "Write it as 19:00."),
        ({"every_days": "0"}, "every_days", "write 1 to 60"),
        ({"every_days": "7_0"}, "every_days", "plain digits"),
        ({"legs": "9"}, "legs", "9"),
        ({"breaks": "2026-11-03, Christmas"}, "breaks", "“Christmas” is no date."),
        ({"rounds_a_night": "13"}, "rounds_a_night", "write 1 to 12"),
        ({"seed": ""}, "seed", "Write any word or number."),
        ({"seed": "\u202e"}, "seed", "Write any word or number."),
        ({"first_night": "2026-11-01", "clock": "01:30"}, "clock", "show 01:30 twice"),
        ({"first_night": "2027-03-14", "clock": "02:30"}, "clock", "never show 02:30"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_on_its_field(
    desk: Client, league: Competition, typed: dict[str, str], field: str, said: str
) -> None:
    answer = desk.post(page(league), ASKED | typed)
    assert answer.status_code == 422
    assert said in " ".join(answer.context["form"].errors[field])
    assert not Stage.objects.exists()


def test_rounds_of_a_night_that_run_into_the_next_night_are_refused(
    desk: Client, make_competition: Make
) -> None:
    league = make_competition(entries=12, name="Marathon")
    answer = desk.post(
        page(league),
        ASKED | {"every_days": "1", "rounds_a_night": "6", "minutes": "300", "clock": "19:00"},
    )
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["minutes"]


def test_nights_keep_their_hour_over_both_changes_of_the_clock(
    desk: Client, make_competition: Make
) -> None:
    league = make_competition(entries=24, name="Long winter")
    desk.post(page(league), ASKED | {"breaks": "2026-12-22\n2026-12-29"})
    starts = [night.starts_at.astimezone(GLACE_BAY) for night in Round.objects.all()]
    assert {start.strftime("%a %H:%M") for start in starts} == {"Tue 19:00"}
    assert {start.utcoffset().total_seconds() / 3600 for start in starts} == {-3, -4}
    assert len({start.date() for start in starts}) == 23
    assert not {datetime(2026, 12, 22).date(), datetime(2026, 12, 29).date()} & {
        start.date() for start in starts
    }


def test_several_rounds_are_played_on_one_night(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED | {"rounds_a_night": "3", "minutes": "45"})
    starts = [night.starts_at.astimezone(GLACE_BAY) for night in Round.objects.all()]
    assert [start.strftime("%d %H:%M") for start in starts] == [
        "20 19:00", "20 19:45", "20 20:30", "27 19:00", "27 19:45",
    ]  # fmt: skip


def test_a_double_round_robin_meets_twice_with_sides_exchanged(
    desk: Client, league: Competition
) -> None:
    desk.post(page(league), ASKED | {"legs": "2"})
    sides = [(a, b) for night in drawn(league) for _table, a, b in night]
    assert len(sides) == len(set(sides)) == 20
    assert {(b, a) for a, b in sides} == set(sides)


def test_one_round_is_published_then_all_the_rest(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    second = Round.objects.get(number=2)
    desk.post(f"/rounds/{second.pk}/publish/")
    assert list(Round.objects.filter(state="published")) == [second]
    desk.post(page(league), {"step": "publish"})
    assert not Round.objects.filter(state="draft").exists()
    assert [entry.after["rounds"] for entry in AuditEntry.objects.filter(verb="publish_rounds")][
        -1
    ] == [second.pk]


def test_a_published_draw_is_not_drawn_again(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    desk.post(page(league), {"step": "publish"})
    before, stage = drawn(league), Stage.objects.get()
    again = desk.post(page(league), ASKED | {"seed": "x", "replaces": str(stage.pk)})
    assert again.status_code == 422
    assert "5 rounds are published" in again.content.decode()
    assert desk.post(page(league), {"step": "drop"}).status_code == 422
    assert drawn(league) == before


def test_a_draw_nobody_has_played_is_taken_back_with_a_reason(
    desk: Client, league: Competition, client_of: Callable[..., Client]
) -> None:
    desk.post(page(league), ASKED)
    desk.post(page(league), {"step": "publish"})
    match = Match.objects.first()
    assert desk.post(page(league), {"step": "back"}).status_code == 422
    assert desk.post(page(league), {"step": "back", "reason": "one came late"}).status_code == 302
    assert not Round.objects.exclude(state="draft").exists()
    assert client_of(None).get(f"/matches/{match.pk}/").status_code == 404
    assert AuditEntry.objects.first().reason == "one came late"


def test_a_draw_that_was_played_by_stays(desk: Client, league: Competition) -> None:
    desk.post(page(league), ASKED)
    desk.post(page(league), {"step": "publish"})
    Game.objects.create(match=Match.objects.first(), number=1, first_dealer="N")
    answer = desk.post(page(league), {"step": "back", "reason": "a whim"})
    assert answer.status_code == 422
    assert "Play has begun" in answer.content.decode()
    assert Round.objects.filter(state="published").count() == 5


def test_the_draw_page_asks_as_much_for_24_partnerships_as_for_4(
    desk: Client, make_competition: Make, django_assert_num_queries: Callable[..., object]
) -> None:
    for entries in (4, 24):
        league = make_competition(entries=entries, name=f"League {entries}")
        desk.post(page(league), ASKED)
        with django_assert_num_queries(12):
            desk.get(page(league))
