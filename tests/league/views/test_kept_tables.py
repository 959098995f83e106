"""The table of a season that goes on, made of what was kept: on every page the table as it is."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.acceptance import accept_match, submit_match
from league.actions.adjustments import add_adjustment, remove_adjustment
from league.actions.brackets import BracketPlan, make_bracket
from league.actions.competitions import rename_competition
from league.actions.corrections import correct_hand
from league.actions.departures import leave, put_back
from league.actions.disputes import dispute_match, withdraw_dispute
from league.actions.divisions import plan_divisions
from league.actions.draws import DrawPlan, draw_stage
from league.actions.hands import undo_hand
from league.actions.hidden_names import hide_name
from league.actions.players import rename_player
from league.actions.postponements import postpone_match
from league.actions.results import Totals, record_forfeit, record_totals, take_forfeit_back
from league.actions.rounds import close_round, edit_round, publish_rounds
from league.actions.rulings import Penalty, rule_on_match, take_ruling_back
from league.models import Competition, Entry, Hand, Match, Round, Ruling, User
from league.queries import standings as order
from league.queries.divisions import Planned
from league.queries.matches import load_match, people_of, stamp_of
from league.views import entry_lines
from tests.league.evenings import begin, play, sheet
from tests.league.every_page import nothing_kept, steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_pages")]

SHEETS = {"acceptance": "other", "late": "forfeit", "late_warning": 24, "late_after": 48}
Steps = list[tuple[str, Callable[[], object]]]


@pytest.fixture(params=["one table", "two divisions"])
def rounds(request, make_competition, organizer) -> list[Round]:
    """Five to a round robin, each round with a bye: all drawn, the first one out, on today."""
    divided = request.param == "two divisions"
    league = make_competition(
        entries=10 if divided else 5,
        state="open",
        sheets=SHEETS,
        options={"tie_at_target": "draw"},
    )
    ids = tuple(league.entries.values_list("pk", flat=True))
    if divided:
        planned = [Planned(name="East", entries=ids[:5]), Planned(name="West", entries=ids[5:])]
        plan_divisions(league, planned, by=organizer)
    starts = [timezone.now() + timedelta(days=7 * turn, minutes=1) for turn in range(5)]
    plan = DrawPlan(seed="x", legs=1, starts=starts, told={})
    drawn = list(draw_stage(league, plan, replaces=None, by=organizer).rounds.order_by("number"))
    publish_rounds(league, drawn[:1], by=organizer)
    return drawn


def match_of(one: Round, table: int = 1) -> Match:
    return Match.objects.select_related("round__stage__competition__club").get(
        round=one, table=table
    )


def a_season(rounds: list[Round], by: User) -> Iterator[Steps]:
    """Whatever changes a table, one after the other; what is written in between is read when it
    comes to it."""
    first, second = rounds[:2]
    league: Competition = first.stage.competition
    match, other = match_of(first), match_of(first, 2)
    entry, leaver = match.entry_a, other.entry_b

    def sign() -> object:
        stamp, signer = stamp_of(load_match(match)), people_of(match)["b"][0].pk
        return accept_match(match, player_id=signer, stamp=stamp, by=by)

    def add(points: int) -> object:
        return add_adjustment(league, entry, match_points=points, points=0, reason="late", by=by)

    def hand_in() -> object:
        return submit_match(match, side="a", stamp=stamp_of(load_match(match)), by=by)

    def draw_line() -> object:
        plan = BracketPlan(kind="knockout", order="standings", places=2)
        return make_bracket(league, plan, by=by)

    def totals(of: Match, a: int, b: int) -> object:
        return record_totals(of, [Totals(number=1, a=a, b=b)], stamp="", by=by)

    def correct() -> object:
        hand = Hand.objects.get(game__match=match, number=1)
        return correct_hand(hand, sheet(20), revision=1, reason="misread", by=by)

    def undo() -> object:
        return undo_hand(match, hand_id=Hand.objects.get(game__match=match, number=2).pk, by=by)

    def rule() -> object:
        penalty = Penalty(owners=[entry], match_points=0, points=-30, rule="7")
        return rule_on_match(match, penalty, reason="loud", client_id=uuid4(), by=by)

    yield [
        ("a game begins", lambda: begin(match, by)),
        ("a hand", lambda: play(match, by, 96)),
        ("another", lambda: play(match, by, 100)),
        ("undone", undo),
        ("to the end", lambda: play(match, by, 162, 162, 162)),
        ("corrected, and in play again", correct),
        ("to the end again", lambda: play(match, by, 162)),
        ("handed in", hand_in),
        ("disputed", lambda: dispute_match(match, side="b", words="hand 3", by=by)),
        ("withdrawn", lambda: withdraw_dispute(match, by=by)),
        ("accepted", sign),
        ("a penalty", lambda: add(-1)),
        ("a bonus", lambda: add(2)),
        ("taken off", lambda: remove_adjustment(entry.adjustments.order_by("pk")[0], by=by)),
        ("a ruling", rule),
        ("taken back", lambda: take_ruling_back(Ruling.objects.get(), reason="no", by=by)),
        ("renamed", lambda: rename_player(entry.partnership.first, name="Sandra Denny", by=by)),
        ("hidden", lambda: hide_name(leaver.partnership.second, by=by)),
        ("forfeited", lambda: record_forfeit(other, who="b", reason="no show", by=by)),
        ("not forfeited", lambda: take_forfeit_back(other, by=by)),
        ("put off", lambda: postpone_match(other, starts_at=None, reason="snow", by=by)),
        ("made up", lambda: totals(other, 510, 300)),
    ]  # fmt: skip
    later = timezone.now() + timedelta(days=9)
    yield [
        ("closed", lambda: close_round(first, with_missing=True, by=by)),
        ("the next round is out", lambda: publish_rounds(league, [second], by=by)),
        ("on another day", lambda: edit_round(second, name="Gale", starts_at=later, by=by)),
    ]
    night = match_of(second)
    yield [
        ("the next game begins", lambda: begin(night, by)),
        ("its first hand", lambda: play(night, by, 82)),
        ("the line", draw_line),
        ("a hand below the line", lambda: play(night, by, 80)),
        ("withdrew", lambda: leave(leaver, state=Entry.State.WITHDRAWN, reason="moved", by=by)),
        ("a hand without them", lambda: play(night, by, 80)),
        ("back", lambda: put_back(leaver, by=by)),
        ("the league named", lambda: rename_competition(league, name="Gale", notes="", by=by)),
    ]  # fmt: skip
    publish_rounds(league, rounds[2:], by=by)
    *most, one, last = Match.objects.filter(round__in=rounds, games=None).order_by("pk")
    for each in most:
        totals(each, 510, 100 + each.pk)
    yield [
        ("the rest but two", lambda: None),
        ("all but one", lambda: totals(one, 300, 510)),
        ("a draw", lambda: totals(last, 500, 500)),
    ]


def test_after_everything_that_happens_the_table_is_the_one_made_with_nothing_kept(
    settings, rounds, organizer, member, client_of
):
    """For guests and for a player whom the club lets read full names; in a game that goes on, at
    the end of one, and when a deadline passes."""
    league = rounds[0].stage.competition
    people = league.entries.first().partnership
    people.first.user = member
    people.first.save(update_fields=["user"])
    readers = [Client(), client_of(member)]
    page = reverse("standings", args=[league.pk])

    def compare(step: str, before: list[str]) -> list[str]:
        now = [steady(reader.get(page).content.decode()) for reader in readers]
        with nothing_kept(settings):
            fresh = [steady(reader.get(page).content.decode()) for reader in readers]
        assert now == fresh, step
        if now == before:
            nothing_new.append(step)
        return now

    nothing_new: list[str] = []
    seen = compare("published", [])
    for steps in a_season(rounds, organizer):
        for step, do in steps:
            do()
            seen = compare(step, seen)
    with time_machine.travel(timezone.now() + timedelta(days=12)):
        compare("too late to play", seen)
    assert set(nothing_new) <= {"handed in", "closed"}


@pytest.fixture
def counted(monkeypatch) -> dict[str, int]:
    """How often the order is worked out and a line made."""
    numbers = {"order": count(), "lines": count()}
    done = dict.fromkeys(numbers, 0)

    def spied(name: str, make: Callable[..., object]) -> Callable[..., object]:
        def spy(*of: object) -> object:
            done[name] += 1
            return make(*of)

        return spy

    monkeypatch.setattr(order, "compute_standings", spied("order", order.compute_standings))
    monkeypatch.setattr(entry_lines, "_line", spied("lines", entry_lines._line))
    return done


@pytest.mark.parametrize("rounds", ["one table"], indirect=True)
def test_a_hand_has_the_lines_of_its_two_made_and_nothing_put_in_order(rounds, organizer, counted):
    match = match_of(rounds[0])
    begin(match, organizer)
    page = reverse("standings", args=[rounds[0].stage.competition_id])
    for hands, told in ((0, {"order": 1, "lines": 5}), (1, {"order": 0, "lines": 2})):
        play(match, organizer, *[96] * hands)
        counted.update(order=0, lines=0)
        assert Client().get(page).status_code == 200
        assert counted == told
