"""The hub says what is to be done next, really, in every kind of competition, to its end."""

import re

import pytest
from django.urls import reverse

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.divisions import plan_divisions
from league.actions.entrants import add_players
from league.actions.next_rounds import draw_next_round
from league.actions.postponements import postpone_match
from league.actions.results import Totals, record_totals
from league.actions.rounds import close_round, publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Match, Round, Stage
from league.queries.divisions import Planned
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from tests.league.brackets import win

DRAW = {
    "legs": "1", "first_night": "2026-10-20", "clock": "19:00", "every_days": "7",
    "breaks": "", "rounds_a_night": "1", "minutes": "60", "seed": "ceilidh", "replaces": "",
    "step": "draw",
}  # fmt: skip


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


def hub(desk, competition):
    """(part of the hub, what exactly, the sentence, where its button leads)."""
    page = desk.get(f"/competitions/{competition.pk}/setup/")
    assert page.status_code == 200
    turns = [step for step in page.context["steps"] if step.turn]
    coming = page.context["next"]
    assert len(turns) == (coming.step != "")
    assert page.content.decode().count('aria-current="step"') == len(turns)
    if turns and turns[0].url.startswith("/"):
        assert desk.get(turns[0].url).status_code == 200
    return (coming.step, coming.what), turns[0] if turns else None


def says(desk, competition):
    return hub(desk, competition)[0]


def play(found, by):
    for match in Match.objects.filter(round=found, postponed=False):
        view = load_match(match)
        if not view.over:
            stamp = stamp_of_totals(view)
            record_totals(
                match, [Totals(number=1, a=520, b=300 + match.pk % 90)], stamp=stamp, by=by
            )


def finish(desk, competition):
    assert says(desk, competition) == ("finish", "finish")
    desk.post(f"/competitions/{competition.pk}/setup/", {"step": "finish"})
    competition.refresh_from_db()
    assert competition.state == "finished"
    assert hub(desk, competition) == (("", None), None)


def play_bracket(desk, competition, organizer):
    """From the made draft to its end, step by step as the hub says."""
    stage = competition.stages.last()
    for _turn in range(60):
        coming, step = hub(desk, competition)
        if coming == ("final", "publish"):
            assert step.url == reverse("bracket", args=[stage.pk])
            desk.post(step.url, {"step": "publish"})
        elif coming == ("bracket", "results"):
            assert "missing" in step.now
            there = Match.objects.filter(round__stage=stage, round__state="published", games=None)
            win(stage, there.first().slot, "a", organizer)
        elif coming == ("bracket", "close"):
            assert desk.post(step.url, {}).status_code == 302
        else:
            return coming
    raise AssertionError("the hub goes in a circle")


def test_a_league_with_one_round_published_after_another(desk, make_competition, organizer):
    league = make_competition(entries=1, state="draft")
    assert says(desk, league) == ("entries", "enter")
    league = make_competition(entries=4, state="draft", name="Tuesday league")
    assert says(desk, league) == ("draw", "draw")
    desk.post(f"/competitions/{league.pk}/draw/", DRAW)
    for number, found in enumerate(Round.objects.order_by("number"), 1):
        coming, step = hub(desk, league)
        assert coming == ("publish", "publish")
        assert f"Round {number}" in step.now
        publish_rounds(league, [found], by=organizer)
        coming, step = hub(desk, league)
        assert coming == ("play", "results")
        assert step.now == f"Next: the results of Round {number}. Tables 1, 2 are missing."
        assert step.url == reverse("round_results", args=[found.pk])
        play(found, organizer)
        coming, step = hub(desk, league)
        assert coming == ("play", "close")
        assert desk.post(step.url, {}).status_code == 302
    coming, step = hub(desk, league)
    assert coming == ("final", "final")
    assert step.now == "All rounds are played. Without a final, finish it."


def test_a_match_put_off_is_asked_for_before_the_end(desk, make_competition, organizer):
    league = make_competition(entries=2, state="draft")
    desk.post(f"/competitions/{league.pk}/draw/", DRAW)
    found = Round.objects.get()
    publish_rounds(league, [found], by=organizer)
    postpone_match(found.matches.get(), starts_at=None, reason="snow", by=organizer)
    close_round(found, by=organizer)
    assert says(desk, league) == ("play", "made_up")
    Match.objects.update(postponed=False)
    play(found, organizer)
    assert says(desk, league) == ("final", "final")


@pytest.mark.parametrize("kind", ["swiss", "random"])
def test_rounds_drawn_one_by_one(desk, make_competition, organizer, kind):
    evening = make_competition(entries=6, state="open")
    stage = add_stage(evening, StagePlan(kind=kind, rounds=2), by=organizer)
    for number in (1, 2):
        coming, step = hub(desk, evening)
        assert coming == ("draw", "draw")
        assert step.now == f"Next: draw round {number}."
        assert step.url == reverse("stage", args=[stage.pk])
        found = draw_next_round(stage, number=number, by=organizer)
        assert says(desk, evening) == ("draw", "publish")
        publish_rounds(evening, [found], by=organizer)
        assert says(desk, evening) == ("play", "results")
        play(found, organizer)
    coming, step = hub(desk, evening)
    assert coming == ("play", "close")
    assert step.url == reverse("round_close", args=[found.pk])
    close_round(found, by=organizer)
    finish(desk, evening)


def test_rotating_partners(desk, make_competition, make_player, organizer):
    evening = make_competition(entries=0, state="open")
    stage = add_stage(evening, StagePlan(kind="rotating", rounds=1), by=organizer)
    assert says(desk, evening) == ("entries", "enter")
    add_players(evening, [make_player() for _ in range(8)], by=organizer)
    assert says(desk, evening) == ("draw", "draw")
    found = draw_next_round(stage, number=1, by=organizer)
    assert says(desk, evening) == ("draw", "publish")
    publish_rounds(evening, [found], by=organizer)
    assert says(desk, evening) == ("play", "results")
    play(found, organizer)
    assert says(desk, evening) == ("play", "close")
    close_round(found, by=organizer)
    finish(desk, evening)


def test_a_cup_of_brackets_alone(desk, make_competition, organizer):
    cup = make_competition(entries=6, state="draft")
    Stage.objects.create(competition=cup, number=1, kind="knockout", draw={"method": "knockout"})
    coming, step = hub(desk, cup)
    assert coming == ("final", "make")
    assert step.url == reverse("bracket_new", args=[cup.pk])
    make_bracket(cup, BracketPlan(kind="knockout", order="entered", third_place=True), by=organizer)
    assert says(desk, cup) == ("final", "publish")
    assert play_bracket(desk, cup, organizer) == ("finish", "finish")
    page = desk.get(f"/competitions/{cup.pk}/setup/")
    assert "Played to its end. Champions:" in page.content.decode()
    finish(desk, cup)


@pytest.mark.parametrize(
    "plan", [{"kind": "double"}, {"kind": "knockout", "consolation": True}], ids=str
)
def test_brackets_in_which_losers_play_on(desk, make_competition, organizer, plan):
    cup = make_competition(entries=5, state="draft")
    make_bracket(cup, BracketPlan(order="entered", **plan), by=organizer)
    assert play_bracket(desk, cup, organizer) == ("finish", "finish")


def test_a_bracket_that_waits_for_a_choice_says_so(desk, make_competition, organizer):
    cup = make_competition(entries=4)
    stage = make_bracket(cup, BracketPlan(kind="knockout", order="entered"), by=organizer)
    publish_rounds(cup, list(stage.rounds.all()), by=organizer)
    for slot in ("W1-1", "W1-2", "F1-1"):
        win(stage, slot, "a", organizer)
    win(stage, "W1-1", "b", organizer)
    coming, step = hub(desk, cup)
    assert coming == ("final", "settle")
    assert step.url == reverse("bracket", args=[stage.pk])
    assert "waits for your choice" in step.now


def test_pools_then_a_bracket(desk, make_competition, organizer):
    cup = make_competition(entries=6, state="draft")
    entries = [one.pk for one in cup.entries.order_by("pk")]
    pools = {"Pool A": tuple(entries[:3]), "Pool B": tuple(entries[3:])}
    planned = [Planned(name=name, entries=inside) for name, inside in pools.items()]
    plan_divisions(cup, planned, by=organizer)
    cup.refresh_from_db()
    assert says(desk, cup) == ("draw", "draw")
    desk.post(f"/competitions/{cup.pk}/draw/", DRAW)
    publish_rounds(cup, list(Round.objects.all()), by=organizer)
    for found in Round.objects.order_by("number"):
        assert says(desk, cup) == ("play", "results")
        play(found, organizer)
        assert says(desk, cup) == ("play", "close")
        close_round(found, by=organizer)
    assert says(desk, cup) == ("final", "final")
    plan = BracketPlan(kind="knockout", order="divisions", each=2)
    make_bracket(cup, plan, by=organizer)
    assert says(desk, cup) == ("final", "publish")
    assert play_bracket(desk, cup, organizer) == ("finish", "finish")
    finish(desk, cup)


def test_a_bracket_planned_behind_swiss_rounds_waits_for_them(desk, make_competition, organizer):
    evening = make_competition(entries=4, state="open")
    stage = add_stage(evening, StagePlan(kind="swiss", rounds=1), by=organizer)
    Stage.objects.create(competition=evening, number=2, kind="championship")
    assert says(desk, evening) == ("draw", "draw")
    found = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(evening, [found], by=organizer)
    play(found, organizer)
    close_round(found, by=organizer)
    assert says(desk, evening) == ("final", "make")


def test_what_is_asked_does_not_grow_with_the_field(
    desk, make_competition, organizer, django_assert_max_num_queries
):
    for n in (4, 24):
        league = make_competition(entries=n, state="draft", name=f"League {n}")
        desk.post(f"/competitions/{league.pk}/draw/", DRAW)
        publish_rounds(league, list(Round.objects.filter(stage__competition=league)), by=organizer)
        with django_assert_max_num_queries(24):
            desk.get(f"/competitions/{league.pk}/setup/")


def test_more_tables_than_can_be_read_are_counted(desk, make_competition, organizer):
    league = make_competition(entries=16, state="draft")
    desk.post(f"/competitions/{league.pk}/draw/", DRAW)
    publish_rounds(league, list(Round.objects.all()), by=organizer)
    _coming, step = hub(desk, league)
    assert re.search(r"8 tables are missing", step.now)
