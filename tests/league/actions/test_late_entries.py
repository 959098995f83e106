"""Pairs that come after the draw: no table that was drawn changes."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from league.actions.divisions import plan_divisions
from league.actions.draws import DrawPlan, draw_stage
from league.actions.errors import ActionError
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.next_rounds import draw_next_round
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import (
    AuditEntry,
    Bye,
    Competition,
    Entry,
    Match,
    Partnership,
    Round,
    Stage,
    User,
)
from league.queries.divisions import Planned, division_tables
from league.queries.late_entries import late_ways
from league.queries.standings import standings_of
from tests.league.actions.test_departures import draw, play_rounds
from tests.league.actions.test_draw_races import TIMES, at_once, refusals

MakeCompetition = Callable[..., Competition]
MakePartnership = Callable[..., Partnership]


def tables(league: Competition) -> list[tuple[Any, ...]]:
    return list(
        Match.objects.filter(round__stage__competition=league)
        .order_by("pk")
        .values_list("pk", "round", "table", "entry_a", "entry_b", "postponed")
    )


def swiss(league: Competition, by: User, rounds: int = 4) -> tuple[Stage, Round]:
    stage = add_stage(league, StagePlan(kind="swiss", rounds=rounds), by=by)
    first = draw_next_round(stage, number=1, by=by)
    publish_rounds(league, [first], by=by)
    return stage, first


def test_a_late_pair_plays_against_the_bye_now(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=5, state="open")
    _stage, first = swiss(league, organizer)
    before = tables(league)
    sitting = Bye.objects.get(round=first).entry
    (late,) = add_late_entries(league, [make_partnership()], LatePlan(how="bye"), by=organizer)
    assert tables(league)[: len(before)] == before
    match = Match.objects.get(round=first, entry_b=late)
    assert (match.entry_a, match.table, match.made_by) == (sitting, 3, organizer)
    assert match.lineup.count() == 4
    assert not Bye.objects.filter(round=first).exists()
    assert late.joined_in == 1


def test_two_late_pairs_meet_each_other(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=4, state="open")
    _stage, first = swiss(league, organizer)
    before = tables(league)
    pairs = [make_partnership(), make_partnership()]
    late = add_late_entries(league, pairs, LatePlan(how="together"), by=organizer)
    assert tables(league)[: len(before)] == before
    match = Match.objects.get(round=first, table=3)
    assert [match.entry_a, match.entry_b] == late


def test_a_pair_for_the_next_round_plays_there_and_has_the_points_stated_for_the_first(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=4, state="open")
    stage, first = swiss(league, organizer)
    plan = LatePlan(how="next", points=1)
    (late,) = add_late_entries(league, [make_partnership()], plan, by=organizer)
    assert late.joined_in == 2
    assert [one.match_points for one in late.adjustments.all()] == [1]
    play_rounds([first], organizer)
    second = draw_next_round(stage, number=2, by=organizer)
    seated = {e for m in second.matches.all() for e in (m.entry_a_id, m.entry_b_id)}
    assert late.pk in seated | set(second.byes.values_list("entry", flat=True))


def test_in_a_round_robin_of_odd_number_a_late_pair_takes_every_bye_left(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=5)
    rounds = draw(league, organizer)
    play_rounds(rounds[:2], organizer)
    before = tables(league)
    plan = LatePlan(how="bye", make_up=True)
    (late,) = add_late_entries(league, [make_partnership()], plan, by=organizer)
    assert tables(league)[: len(before)] == before
    met = Match.objects.filter(entry_b=late).order_by("round__number")
    assert [(m.round.number, m.postponed) for m in met] == [
        (1, True), (2, True), (3, False), (4, False), (5, False)
    ]  # fmt: skip
    assert len({m.entry_a_id for m in met}) == 5
    assert not Bye.objects.filter(round__in=rounds).exists()


def test_without_making_up_the_byes_that_were_had_stay(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=5)
    rounds = draw(league, organizer)
    play_rounds(rounds[:2], organizer)
    rows = [(p.entry.pk, p.row) for p in standings_of(league).rows]
    (late,) = add_late_entries(league, [make_partnership()], LatePlan(how="bye"), by=organizer)
    assert Bye.objects.filter(round__in=rounds[:2]).count() == 2
    after = [(p.entry.pk, p.row.match_points) for p in standings_of(league).rows]
    assert [one for one in after if one[0] != late.pk] == [
        (pk, row.match_points) for pk, row in rows
    ]


@pytest.mark.parametrize("late_ones", [1, 2])
def test_in_a_round_robin_without_byes_their_matches_are_added_at_the_end(
    make_competition: MakeCompetition,
    make_partnership: MakePartnership,
    organizer: User,
    late_ones: int,
) -> None:
    league = make_competition(entries=4)
    draw(league, organizer)
    before = tables(league)
    pairs = [make_partnership() for _number in range(late_ones)]
    late = add_late_entries(league, pairs, LatePlan(how="extra"), by=organizer)
    assert tables(league)[: len(before)] == before
    everybody = set(league.entries.values_list("pk", flat=True))
    for entry in late:
        met = [
            m.entry_b_id if m.entry_a_id == entry.pk else m.entry_a_id
            for m in Match.objects.filter(round__stage__competition=league)
            if entry.pk in (m.entry_a_id, m.entry_b_id)
        ]
        assert sorted(met) == sorted(everybody - {entry.pk})
    for one in Round.objects.filter(stage__competition=league):
        seated = Counter(e for m in one.matches.all() for e in (m.entry_a_id, m.entry_b_id))
        assert set(seated.values()) <= {1}


def test_in_divisions_a_late_pair_joins_the_one_that_has_the_byes(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=8, state="open")
    ids = tuple(league.entries.values_list("pk", flat=True))
    planned = [Planned(name="First", entries=ids[:3]), Planned(name="Second", entries=ids[3:])]
    plan_divisions(league, planned, by=organizer)
    start = datetime(2026, 10, 20, 22, tzinfo=UTC)
    starts = [start + timedelta(days=7 * turn) for turn in range(5)]
    plan = DrawPlan(seed="x", legs=1, starts=starts, told={})
    stage = draw_stage(league, plan, replaces=None, by=organizer)
    publish_rounds(league, list(stage.rounds.all()), by=organizer)
    (late,) = add_late_entries(league, [make_partnership()], LatePlan(how="bye"), by=organizer)
    met = Match.objects.filter(entry_b=late)
    assert {m.entry_a_id for m in met} == set(ids[3:])
    for one in stage.rounds.all():
        seated = [e for m in one.matches.all() for e in (m.entry_a_id, m.entry_b_id)]
        assert len(seated) == len(set(seated))
    second = division_tables(standings_of(league))[1].table
    assert late in [place.entry for place in second.rows]
    assert late.divisions.get().division.name == "Second"


def test_nobody_comes_in_twice_and_nothing_is_half_done(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    league = make_competition(entries=5, state="open")
    swiss(league, organizer)
    playing = league.entries.first()
    assert playing is not None
    pair = make_partnership(playing.partnership.first)
    facts = tables(league)
    with pytest.raises(ActionError, match="cannot play twice"):
        add_late_entries(league, [pair], LatePlan(how="bye"), by=organizer)
    with pytest.raises(ActionError, match="write both"):
        add_late_entries(league, [make_partnership()], LatePlan(how="together"), by=organizer)
    assert (tables(league), league.entries.count()) == (facts, 5)


def test_nothing_published_means_entering_as_usual(make_competition: MakeCompetition) -> None:
    assert late_ways(make_competition(entries=4, state="open")) is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_late_pairs_at_two_desks_share_no_bye(
    make_competition: MakeCompetition, make_partnership: MakePartnership, organizer: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=3, name=f"Evening {turn}", state="open")
        _stage, first = swiss(league, organizer, rounds=2)

        def come(pair: Partnership, league: Competition = league) -> list[Entry]:
            return add_late_entries(league, [pair], LatePlan(how="bye"), by=organizer)

        pairs = [make_partnership(), make_partnership()]
        answers = at_once(*(lambda pair=pair: come(pair) for pair in pairs))
        assert len(refusals(answers)) == 1
        assert (first.matches.count(), league.entries.count()) == (2, 4)
        assert AuditEntry.objects.filter(competition=league, verb="add_late_entry").count() == 1
