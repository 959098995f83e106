"""What a board shows of every kind of competition: brackets, divisions, rotating partners."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.next_rounds import draw_next_round
from league.actions.postponements import postpone_match
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Division, DivisionEntry, Entrant, Game
from tests.league.brackets import made, win
from tests.league.evenings import begin, play

SCREEN = re.compile(r'href="[^"?]*\?screen=([\w.-]+)&amp;stay')


@pytest.fixture
def wall(client_of):
    """wall(competition) -> the keys of its screens; wall(competition, key) -> one as text."""

    def look(competition, key: str = ""):
        address = reverse("board", args=[competition.pk])
        page = client_of(None).get(address, {"screen": key} if key else {}).text
        return page if key else SCREEN.findall(page)

    return look


def rounds_in(page: str) -> list[str]:
    return re.findall(r"<h2>([^<]*)</h2>", page)


def test_a_bracket_shows_three_rounds_from_the_one_in_play_and_the_champions(
    make_competition, wall, organizer
):
    cup = make_competition(entries=16)
    stage = made(cup, organizer)
    key = f"bracket-{stage.pk}-1"
    assert "standings-1" not in wall(cup)
    assert rounds_in(wall(cup, key)) == ["Round of 16", "Quarter-finals", "Semi-finals"]
    for number in range(1, 9):
        win(stage, f"W1-{number}", "a", organizer)
    page = wall(cup, key)
    assert rounds_in(page) == ["Quarter-finals", "Semi-finals", "Final"]
    assert "Champions" not in page
    for slot in ("W2-1", "W2-2", "W2-3", "W2-4", "W3-1", "W3-2"):
        win(stage, slot, "a", organizer)
    final = stage.rounds.last().matches.get()
    win(stage, final.slot, "b", organizer)
    page = wall(cup, key)
    assert "Champions:" in page
    assert str(final.entry_b.partnership.first) in page.partition("Champions:")[2][:200]


def test_a_bracket_that_is_a_draft_is_on_no_board(make_competition, wall, organizer):
    cup = make_competition(entries=4)
    stage = make_bracket(
        cup,
        BracketPlan(kind="knockout", order="entered", keep_clubs_apart=False),
        by=organizer,
    )
    assert wall(cup) == []
    publish_rounds(cup, [stage.rounds.first()], by=organizer)
    assert f"bracket-{stage.pk}-1" in wall(cup)


def test_each_division_has_a_screen_of_its_own(make_competition, make_round, make_match, wall):
    league = make_competition(entries=6)
    found = make_round(league)
    parts = [
        Division.objects.create(stage=found.stage, name=name, number=number)
        for number, name in enumerate("AB", start=1)
    ]
    for at, entry in enumerate(league.entries.all()):
        DivisionEntry.objects.create(stage=found.stage, division=parts[at % 2], entry=entry)
    make_match(round=found)
    keys = [key for key in wall(league) if key.startswith("standings")]
    titles = [re.search(r"<h1[^>]*>([^<]*)", wall(league, key))[1] for key in keys]
    assert titles == ["A", "B"]
    assert [wall(league, key).count('<tr data-key="s') for key in keys] == [3, 3]


def test_where_partners_rotate_the_table_and_the_seats_are_of_players(
    make_competition, make_player, wall, organizer
):
    evening = make_competition(entries=0, state="open")
    for _player in range(9):
        Entrant.objects.create(competition=evening, player=make_player())
    stage = add_stage(evening, StagePlan(kind="rotating", rounds=3), by=organizer)
    found = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(evening, [found], by=organizer)
    assert wall(evening, "standings-1").count('<tr data-key="s') == 9
    seats = wall(evening, f"names-{found.pk}-1")
    assert seats.count('<li data-key="p') == 9
    assert seats.count("bye") == 1


def test_a_match_made_up_tonight_and_a_game_still_in_play_stand_beside_the_round(
    make_competition, make_round, make_match, wall, organizer
):
    league = make_competition(entries=6)
    today = timezone.now()
    earlier = make_round(league, number=1, starts_at=today - timedelta(days=7))
    made_up = make_match(league, round=earlier)
    postpone_match(made_up, starts_at=today, table=9, reason="snow", by=organizer)
    slow = make_round(league, number=2, starts_at=today)
    late = make_match(league, round=slow)
    begin(late, organizer)
    play(late, organizer, 96)
    done = make_match(league, round=slow)
    Game.objects.create(match=done, number=1, total_a=512, total_b=300)
    third = make_round(league, number=3, starts_at=today)
    make_match(league, round=third)
    stage = slow.stage
    stage.kind = "swiss"
    stage.save(update_fields=["kind"])
    page = wall(league, "now-1")
    assert '<h1 dir="auto">Round 3</h1>' in page
    for match, there in ((made_up, True), (late, True), (done, False)):
        assert (f'data-key="m{match.pk}"' in page) is there
    assert "Round 2" in page
    assert "hand 1" in page


def test_on_a_day_without_play_the_last_round_is_shown_with_its_day(
    make_competition, make_round, make_match, wall
):
    league = make_competition(entries=4)
    now = timezone.now()
    last = make_round(league, number=1, starts_at=now - timedelta(days=7))
    Game.objects.create(match=make_match(round=last), number=1, total_a=512, total_b=300)
    coming = make_round(league, number=2, starts_at=now + timedelta(days=7))
    make_match(round=coming)
    page = wall(league, "now-1")
    assert '<h1 dir="auto">Round 1</h1>' in page
    assert "512" in page
    assert re.search(r'board__quiet">\w+day, ', page)
    assert f"names-{coming.pk}-1" in wall(league)


def test_a_round_without_a_day_is_no_error(make_competition, make_round, make_match, wall):
    league = make_competition(entries=2)
    found = make_round(league, starts_at=None)
    make_match(round=found)
    assert wall(league)[:2] == ["now-1", "standings-1"]
    assert f"tables-{found.pk}-1" in wall(league)
