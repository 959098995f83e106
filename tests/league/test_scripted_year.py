"""A year of competitions played from setting up to the champion, through actions and pages.

After each everything is asked at once: every page answers a guest, the stored scores are what the
sheets come to, every published draw comes out the same again, the log is whole and names nobody.
"""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.cuts import CutSettled, CutTied
from league.actions.departures import leave
from league.actions.divisions import plan_divisions
from league.actions.draws import DrawPlan, draw_stage
from league.actions.entrants import add_players
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.results import Totals, record_totals
from league.actions.rounds import close_round, publish_rounds
from league.actions.stages import StagePlan
from league.actions.starting_points import Start, begin
from league.actions.swaps import swap_entries
from league.models import Bye, Club, Competition, Entry, Match, Round, Stage, User
from league.queries.brackets import bracket_state
from league.queries.divisions import Planned, division_tables
from league.queries.matches import load_match
from league.queries.player_standings import player_standings_of
from league.queries.results import stamp_of_totals
from league.queries.standings import standings_of
from league.queries.swaps import objections_to, places_of
from tests.league.brackets import goes_on, match_in, win
from tests.league.evenings import begin as seat
from tests.league.evenings import play
from tests.league.every_page import every_page
from tests.league.log_words import words_in_the_log

Make = Callable[..., Competition]
SWISS_ROUNDS = 7


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def everything_holds(competition: Competition) -> dict[str, str]:
    """The pages of a guest, when they all answer and all that is stored comes out again."""
    said = StringIO()
    call_command("verify_scores", stdout=said)
    assert "Equal" in said.getvalue()
    call_command("check_draw", str(competition.pk), stdout=said)
    assert "NOT EQUAL" not in said.getvalue()
    call_command("verify_audit", stdout=said)
    assert words_in_the_log("Two sisters.", "Called home.", competition.name, "First") == []
    pages = every_page(Client(), f"/competitions/{competition.pk}/", most_of_a_kind=12)
    for one in Round.objects.filter(stage__competition=competition).exclude(state="draft"):
        for paper in ("tables", "names", "sheets"):
            assert Client().get(f"/rounds/{one.pk}/print/{paper}/").status_code == 200
    return pages


def write(found: Round, dice: Random, by: User) -> None:
    """Every table hands in its totals; side a wins somewhat more often than not."""
    for match in found.matches.select_related("round__stage__competition__club"):
        won, lost = 500 + dice.randrange(120), dice.randrange(500)
        a, b = (won, lost) if dice.random() < 0.6 else (lost, won)
        record_totals(match, [Totals(number=1, a=a, b=b)], stamp="", by=by)
    close_round(found, by=by)


def draw_and_publish(
    desk: Client, stage: Stage, number: int, look: Callable | None = None
) -> Round:
    drawn = desk.post(f"/stages/{stage.pk}/draw/", {"number": str(number)})
    assert drawn.status_code == 302
    found = stage.rounds.select_related("stage__competition__club").get(number=number)
    if look is not None:
        look(found)
    assert desk.post(f"/rounds/{found.pk}/publish/").status_code == 302
    found.refresh_from_db()
    assert found.state == Round.State.PUBLISHED
    return found


def pairs_in(found: Round) -> list[frozenset[int]]:
    return [frozenset(one) for one in found.matches.values_list("entry_a", "entry_b")]


def sums_hold(competition: Competition, *, bonus: int = 0) -> None:
    """What one side has won the other has lost; a win and a bye are 2."""
    rows = [place.row for place in standings_of(competition).rows]
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.points_for for row in rows) == sum(row.points_against for row in rows)
    for row in rows:
        assert row.difference == row.points_for - row.points_against
    given = sum(2 * row.won + row.drawn + 2 * row.byes for row in rows)
    assert sum(row.match_points for row in rows) == given + bonus


def change_by_hand(by: User) -> Callable[[Round], None]:
    """Two who sit at neighbouring tables change places, where nothing speaks against it."""

    def change(found: Round) -> None:
        places = [one for one in places_of(found).values() if one.match is not None]
        one, other = next(
            (here, there)
            for here, there in zip(places[1::2], places[3::2], strict=False)
            if not objections_to(found, here, there)
        )
        swap_entries(found, one.entry, other.entry, reason="Two sisters.", count=0, by=by)

    return change


@pytest.mark.django_db
def test_a_swiss_evening_of_41_in_seven_rounds_to_its_champion(
    desk: Client, club: Club, organizer: User, make_entry, make_partnership
) -> None:
    dice = Random(41)
    start = Start(
        name="Forty-one",
        preset="cape-breton",
        kind="saturday",
        match_play={"mode": "bell", "hands": None, "minutes": 40},
        stage=StagePlan(kind=Stage.Kind.SWISS, rounds=SWISS_ROUNDS),
    )
    evening = begin(club, start, by=organizer)
    entries = [make_entry(evening) for _number in range(41)]
    stage = evening.stages.get()
    met: set[frozenset[int]] = set()
    for number in range(1, SWISS_ROUNDS + 1):
        look = change_by_hand(organizer) if number == 4 else None
        found = draw_and_publish(desk, stage, number, look)
        pairs = pairs_in(found)
        assert (len(pairs), found.byes.count()) == (20, 1)
        assert len(set().union(*pairs)) == 40
        assert not met & set(pairs)
        met |= set(pairs)
        assert desk.post(f"/rounds/{found.pk}/bell/", {"step": "start"}).status_code == 302
        write(found, dice, organizer)
        assert standings_of(evening).round_done == number
        if number == 2:  # one leaves, one comes late: 41 again
            leave(entries[7], state=Entry.State.WITHDRAWN, reason="Called home.", by=organizer)
            late = LatePlan(how="next", points=1)
            add_late_entries(evening, [make_partnership()], late, by=organizer)
    byes = list(Bye.objects.values_list("entry", flat=True))
    assert len(byes) == len(set(byes)) == SWISS_ROUNDS
    sums_hold(evening, bonus=2)
    assert Match.objects.filter(round__number=4, made_reason="Two sisters.").count() == 2
    champion = champion_of_four(evening, organizer)
    overview = everything_holds(evening)[f"/competitions/{evening.pk}/"]
    banner = overview[overview.index("Champions of") :][:600]
    assert all(person.player.name in banner for person in champion.entrants.all())
    # Of seven rounds in one evening the overview shows the last alone.
    assert ("Round 7" in overview, "Round 6" in overview) == (True, False)


def champion_of_four(competition: Competition, by: User) -> Entry:
    """The best four, best of three; a semi-final was written down for the wrong side."""
    plan = BracketPlan(
        kind=Stage.Kind.CHAMPIONSHIP, order="standings", places=4, best_of=3, third_place=True
    )
    try:
        stage = make_bracket(competition, plan, by=by)
    except CutTied as tied:
        settled = CutSettled(how="hand", order=tuple(one.pk for one in tied.tied))
        stage = make_bracket(competition, plan, settled=settled, by=by)
    best = [place.row.match_points for place in standings_of(competition).rows]
    points = {place.entry.pk: place.row.match_points for place in standings_of(competition).rows}
    assert sorted((points[pk] for pk in stage.draw["seeds"]), reverse=True) == best[:4]
    publish_rounds(competition, list(stage.rounds.all()), by=by)
    semis = sorted(
        Match.objects.filter(round__stage=stage, round__number=1).values_list("slot", flat=True)
    )
    win(stage, semis[0], "a", by)
    win(stage, semis[1], "b", by)
    assert match_in(stage, "F1-1").entry_a_id == match_in(stage, semis[0]).entry_a_id
    win(stage, semis[0], "b", by)  # corrected
    right = {match_in(stage, slot).entry_b_id for slot in semis}
    final = match_in(stage, "F1-1")
    assert {final.entry_a_id, final.entry_b_id} == right
    record_totals(
        final,
        [Totals(number=n, a=a, b=b) for n, a, b in ((1, 512, 300), (2, 140, 530), (3, 505, 490))],
        stamp=stamp_of_totals(load_match(final)),
        by=by,
    )
    stage = Stage.objects.select_related("competition__club").get(pk=stage.pk)
    assert bracket_state(stage).champion == final.entry_a
    return final.entry_a


@pytest.mark.django_db
def test_a_league_of_two_divisions_meets_everybody_of_its_own_once(
    make_competition: Make, organizer: User
) -> None:
    dice = Random(10)
    league = make_competition(entries=10, state="open")
    ids = list(league.entries.values_list("pk", flat=True))
    split = {"First": tuple(ids[:5]), "Second": tuple(ids[5:])}
    planned = [Planned(name=name, entries=members) for name, members in split.items()]
    plan_divisions(league, planned, by=organizer)
    starts = [timezone.now() + timedelta(weeks=week - 5) for week in range(5)]
    plan = DrawPlan(seed="year", legs=1, starts=starts, told={})
    stage = draw_stage(league, plan, replaces=None, by=organizer)
    publish_rounds(league, list(stage.rounds.all()), by=organizer)
    for found in stage.rounds.select_related("stage__competition__club"):
        assert sorted(found.matches.values_list("table", flat=True)) == [1, 2, 3, 4]
        assert found.byes.count() == 2  # one of each division
        write(found, dice, organizer)
    meetings = Counter(pair for found in stage.rounds.all() for pair in pairs_in(found))
    assert meetings == Counter(
        frozenset((one, other))
        for group in split.values()
        for one in group
        for other in group
        if one < other
    )
    sums_hold(league)
    tables = division_tables(standings_of(league))
    assert [one.name for one in tables] == ["First", "Second"]
    for one in tables:
        assert {place.entry.pk for place in one.table.rows} == set(split[one.name])
        assert sum(place.row.match_points for place in one.table.rows) == 2 * (10 + 5)
    everything_holds(league)


@pytest.mark.django_db
def test_a_cup_with_consolation_has_two_winners(make_competition: Make, organizer: User) -> None:
    cup = make_competition(entries=10, state="open", kind="tournament")
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="lot", consolation=True)
    stage = make_bracket(cup, plan, by=organizer)
    publish_rounds(cup, list(stage.rounds.all()), by=organizer)
    dice = Random(3)
    for found in stage.rounds.order_by("number"):
        for slot in found.matches.order_by("table").values_list("slot", flat=True):
            win(stage, slot, dice.choice("ab"), organizer)
    stage = Stage.objects.select_related("competition__club").get(pk=stage.pk)
    state = bracket_state(stage)
    assert state.champion is not None
    played = Counter(
        pk
        for pair in Match.objects.filter(round__stage=stage).values_list("entry_a", "entry_b")
        for pk in pair
    )
    assert set(played) == set(cup.entries.values_list("pk", flat=True))
    last = stage.rounds.order_by("number").last()
    assert last is not None
    consoled = [goes_on(stage, match.slot) for match in last.matches.all() if match.slot]
    assert all(one is not None for one in consoled)
    assert len({slot[0] for slot in state.matches}) > 1  # two parts were played
    pages = everything_holds(cup)
    assert "No round is published yet" not in pages[f"/competitions/{cup.pk}/"]
    assert f"/stages/{stage.pk}/bracket/" in pages
    assert Client().get(f"/stages/{stage.pk}/print/bracket/").status_code == 200


@pytest.mark.django_db
def test_fourteen_players_have_a_new_partner_every_round(
    desk: Client, club: Club, organizer: User, scorekeeper: User, make_player
) -> None:
    dice = Random(14)
    start = Start(
        name="New partners",
        preset="cape-breton",
        kind="saturday",
        match_play={"mode": "hands", "hands": 3, "minutes": None},
        stage=StagePlan(kind=Stage.Kind.ROTATING, rounds=5),
    )
    evening = begin(club, start, by=organizer)
    add_players(evening, [make_player() for _number in range(14)], by=organizer)
    stage = evening.stages.get()
    partners: list[tuple[int, int]] = []
    sat_out: list[int] = []
    for number in range(1, 6):
        found = draw_and_publish(desk, stage, number)
        sat_out += found.draw["sitting_out"]
        for match in found.matches.select_related("entry_a__partnership", "entry_b__partnership"):
            partners += [
                (entry.partnership.first_id, entry.partnership.second_id)
                for entry in (match.entry_a, match.entry_b)
            ]
        if number == 1:  # by hands, on a phone
            for match in found.matches.select_related("round__stage__competition__club"):
                seat(match, scorekeeper)
                play(match, scorekeeper, 96, 60 + match.table, 91)
            close_round(found, by=organizer)
        else:
            write(found, dice, organizer)
    assert len(partners) == len(set(partners)) == 5 * 3 * 2
    assert len(sat_out) == len(set(sat_out)) == 10
    rows = [place.row for place in player_standings_of(evening).rows]
    assert sum(row.played for row in rows) == 5 * 3 * 4
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.points_for for row in rows) == sum(row.points_against for row in rows)
    everything_holds(evening)
