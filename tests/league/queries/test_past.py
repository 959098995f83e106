"""Any moment of a competition comes out of its log: table, draws and sheets as they stood."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import CASCADE, CharField, TextField
from django.utils import timezone

from league.actions.adjustments import add_adjustment, remove_adjustment
from league.actions.brackets import BracketPlan, make_bracket
from league.actions.corrections import correct_hand, void_hand
from league.actions.cuts import CutSettled
from league.actions.departures import leave, put_back
from league.actions.entrants import add_players, remove_player
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.moves import stamp_of_seats, turn_sheet
from league.actions.next_rounds import delete_round, draw_next_round
from league.actions.postponements import postpone_match
from league.actions.results import Totals, record_forfeit, record_totals, take_forfeit_back
from league.actions.rounds import close_round, publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.actions.substitutes import add_substitute, remove_substitute
from league.actions.swaps import swap_entries, undo_swap
from league.models import (
    Competition,
    Entrant,
    Hand,
    LoggedRow,
    Match,
    Player,
    Round,
    Stage,
    User,
)
from league.queries.hanging import pointing_at
from league.queries.kept_rows import BY_KIND, KEPT, fields_of
from league.queries.matches import load_match
from league.queries.past import first_kept, state_at
from league.queries.past_database import past_database
from league.queries.player_standings import player_standings_of
from league.queries.results import stamp_of_totals
from league.queries.schedule import rounds_of
from league.queries.standings import standings_of
from tests.league.evenings import begin, play, sheet
from tests.league.past_rows import differences, rows_now

Make = Callable[..., Any]
# What hangs on a competition and is no part of how it stands.
BESIDE = {"tablelink", "deletion", "auditentry", "board", "senthand"}


def picture(competition: Competition) -> dict[str, Any]:
    """How everything stands, as the pages would show it."""
    rows = standings_of(competition).rows or player_standings_of(competition).rows
    rounds = rounds_of(competition, drafts=True)
    return {
        "table": [(place.row.entry, place.row.rank, str(place.row)) for place in rows],
        "rounds": [(one.round.number, one.round.state, len(one.byes)) for one in rounds],
        "tables": [
            (view.match.pk, view.match.table, view.match.entry_a_id, view.state, view.winner)
            for one in rounds
            for view in one.matches
        ],
        "games": [
            (view.match.pk, game.number, game.a, game.b, [hand.score_ns for hand in game.hands])
            for one in rounds
            for view in one.matches
            for game in view.games
        ],
    }


class Year:
    """A competition with a clock: what is done is done a minute after the last, and pictured."""

    def __init__(self, by: User) -> None:
        self.by = by
        self.now = timezone.now() - timedelta(days=30)
        self.seen: list[tuple[datetime, dict[str, Any], dict[str, Any]]] = []

    def do(self, competition: Competition, act: Callable[[], Any]) -> Any:
        self.now += timedelta(minutes=1)
        with time_machine.travel(self.now, tick=False):
            done = act()
            found = Competition.objects.get(pk=competition.pk)
            self.seen.append((self.now, picture(found), rows_now(found)))
        return done

    def comes_out_again(self, competition: Competition) -> None:
        for moment, shown, rows in self.seen:
            state = state_at(competition.pk, moment)
            assert state is not None
            assert differences(state.rows, rows) == [], moment
            with past_database(state, moment) as then:
                assert picture(then) == shown, moment


@pytest.fixture
def year(organizer: User) -> Year:
    return Year(organizer)


def totals(match: Match, a: int, b: int, by: User, reason: str = "") -> None:
    view = load_match(match)
    stamp = stamp_of_totals(view)
    record_totals(match, [Totals(number=1, a=a, b=b)], stamp=stamp, reason=reason, by=by)


@pytest.fixture
def league(make_competition: Make) -> Competition:
    return make_competition(entries=6, state="open", kind="tournament")


@pytest.fixture
def do(year: Year, league: Competition) -> Callable[[Callable[[], Any]], Any]:
    return lambda act: year.do(league, act)


@pytest.fixture
def stage(do: Make, league: Competition, year: Year) -> Stage:
    plan = StagePlan(kind=Stage.Kind.SWISS, rounds=3)
    return do(lambda: add_stage(league, plan, by=year.by))


@pytest.fixture
def night(do: Make, league: Competition, stage: Stage, year: Year) -> Round:
    """The first round, drawn, changed by hand and back, published."""
    by = year.by
    night = do(lambda: draw_next_round(stage, number=1, by=by))
    one, other = (night.matches.get(table=table).entry_a for table in (1, 2))
    do(lambda: swap_entries(night, one, other, reason="sisters", count=0, anyway=True, by=by))
    do(lambda: undo_swap(night, count=1, by=by))
    do(lambda: publish_rounds(league, [night], by=by))
    return night


def test_what_is_written_at_the_tables_comes_out_again(
    year: Year, league: Competition, do: Make, night: Round, make_player: Make
) -> None:
    by = year.by
    first, second, third = night.matches.order_by("table")
    do(lambda: begin(first, by))
    do(lambda: play(first, by, 96, 60))
    hand = Hand.objects.get(game__match=first, number=1)
    do(lambda: correct_hand(hand, sheet(70), revision=1, reason="read", by=by))
    do(lambda: turn_sheet(first, stamp=stamp_of_seats(load_match(first)), reason="sides", by=by))
    hand.refresh_from_db()
    do(lambda: void_hand(hand, revision=hand.revision, reason="misdeal", by=by))
    do(lambda: totals(second, 512, 340, by))
    do(lambda: totals(second, 340, 512, by, "wrong side"))
    do(lambda: record_forfeit(third, who="a", reason="storm", by=by))
    do(lambda: take_forfeit_back(third, by=by))
    spare, out = make_player("Zed Zinck"), third.entry_a.partnership.first_id
    place = do(lambda: add_substitute(third, out=out, player=spare, game=None, by=by))
    do(lambda: remove_substitute(place, by=by))
    penalty = {"match_points": -1, "points": -20, "reason": "late", "by": by}
    taken = do(lambda: add_adjustment(league, first.entry_a, **penalty))
    do(lambda: remove_adjustment(taken, by=by))
    # Nothing of it comes from what is stored now.
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_handrun")
        cursor.execute("DELETE FROM league_hand")
        cursor.execute("UPDATE league_game SET total_a = 1, total_b = 2 WHERE total_a > 0")
    year.comes_out_again(league)


def test_who_left_came_late_and_was_drawn_comes_out_again(
    year: Year, league: Competition, do: Make, stage: Stage, night: Round, make_partnership: Make
) -> None:
    by = year.by
    first, second, third = night.matches.order_by("table")
    do(lambda: totals(second, 512, 340, by))
    do(lambda: close_round(night, with_missing=True, by=by))
    do(lambda: leave(second.entry_b, state="withdrawn", reason="ill", by=by))
    late = LatePlan(how="next", points=1)
    do(lambda: add_late_entries(league, [make_partnership()], late, by=by))
    following = do(lambda: draw_next_round(stage, number=2, with_missing=True, by=by))
    do(lambda: publish_rounds(league, [following], by=by))
    match = following.matches.first()
    do(lambda: postpone_match(match, starts_at=None, reason="a boat", by=by))
    do(lambda: put_back(second.entry_b, by=by))
    do(lambda: delete_round(following, reason="hall", with_results=True, by=by))
    do(lambda: totals(first, 500, 100, by))
    do(lambda: totals(third, 400, 500, by))
    year.comes_out_again(league)


def test_a_bracket_and_its_corrected_result_come_out_again(
    year: Year, league: Competition, do: Make, night: Round
) -> None:
    by = year.by
    for match in night.matches.all():
        do(lambda found=match: totals(found, 500 + found.table, 300, by))
    plan = BracketPlan(kind=Stage.Kind.CHAMPIONSHIP, order="standings", places=4, best_of=1)
    lot = CutSettled(how="lot")
    bracket = do(lambda: make_bracket(league, plan, settled=lot, by=by))
    do(lambda: publish_rounds(league, list(bracket.rounds.all()), by=by))
    for match in Match.objects.filter(round__stage=bracket, round__number=1):
        do(lambda found=match: totals(found, 500, 400, by))
    semi = Match.objects.filter(round__stage=bracket, round__number=1).first()
    do(lambda: totals(semi, 400, 500, by, "wrong side"))
    year.comes_out_again(league)


def test_where_partners_rotate_the_players_come_out_again(
    year: Year, make_competition: Make, make_player: Make
) -> None:
    by = year.by
    evening = make_competition(entries=0, state="open", kind="tournament")

    def do(act: Callable[[], Any]) -> Any:
        return year.do(evening, act)

    stage = do(lambda: add_stage(evening, StagePlan(kind=Stage.Kind.ROTATING, rounds=3), by=by))
    do(lambda: add_players(evening, [make_player() for _number in range(9)], by=by))
    night = do(lambda: draw_next_round(stage, number=1, by=by))
    do(lambda: publish_rounds(evening, [night], by=by))
    for match in night.matches.all():
        do(lambda found=match: totals(found, 500 + found.table, 300, by))
    out = Entrant.objects.filter(competition=evening).first()
    do(lambda: close_round(night, by=by))
    do(lambda: draw_next_round(stage, number=2, by=by))
    do(lambda: remove_player(out, by=by))
    Player.objects.filter(pk=out.player_id).update(name="Somebody else")
    year.comes_out_again(evening)


def test_a_competition_from_before_is_kept_whole_with_its_next_change(
    make_match: Make, organizer: User
) -> None:
    match = make_match()
    league = match.round.stage.competition
    assert (first_kept(league.pk), state_at(league.pk, timezone.now())) == (None, None)
    before = timezone.now()
    totals(match, 512, 340, organizer)
    assert state_at(league.pk, before) is None
    state = state_at(league.pk, timezone.now())
    assert state is not None
    assert differences(state.rows, rows_now(league)) == []
    assert LoggedRow.objects.filter(competition=league.pk).exists()


def test_every_model_that_hangs_on_a_competition_is_kept() -> None:
    """A model that comes later is put into `KEPT`, or said here to be no part of it."""
    found, todo = set(), [Competition]
    while todo:
        for field in pointing_at(todo.pop()):
            if field.remote_field.on_delete is CASCADE and field.model not in found:
                found.add(field.model)
                todo.append(field.model)
    names = {model._meta.model_name for model in found} - BESIDE
    assert names <= set(BY_KIND), names - set(BY_KIND)


def test_no_column_of_words_is_kept() -> None:
    """Short codes are; a column that comes later is a code, or left out as words."""
    kept = {
        f"{one.kind}.{field.name}"
        for one in KEPT
        for field in fields_of(one.model)
        if isinstance(field, CharField | TextField) and not field.choices
    }
    assert kept == {"match.slot", "hand.bella_call", "hand.verdict", "ruling.card"}
