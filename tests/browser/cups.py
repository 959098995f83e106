"""A season and a cup: brackets in every state, divisions played to the end, money, leavers."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.copies import copy_competition
from league.actions.departures import leave
from league.actions.divisions import plan_divisions
from league.actions.draws import DrawPlan, draw_stage
from league.actions.entrants import add_players
from league.actions.money import change_money, record_payments
from league.actions.next_rounds import draw_next_round
from league.actions.rounds import publish_rounds
from league.actions.seasons import change_season
from league.actions.seeds import swap_seeds
from league.actions.stages import StagePlan, add_stage
from league.actions.substitutes import add_substitute
from league.models import Adjustment, Competition, Entry, Match, Round, Stage, User
from league.queries.divisions import Planned
from league.queries.money import Money
from scoring.prizes import PrizeKind
from scoring.side_pots import PaidTo, SidePot
from tests.browser.halls import PAIRS
from tests.league.actions.test_departures import play_rounds
from tests.league.brackets import made, match_in, win

SEASON = {
    "best_nights": 2,
    "absence": {"stated": "fixed", "figure": 100, "percent": 100},
}
MONEY = Money(
    fee=1000,
    kind=PrizeKind.PERCENT,
    prizes=(50, 30, 20),
    pots=(SidePot(paid_to=PaidTo.FEWEST_BAITS, per_bait=25, stake=100, most=None),),
)


@dataclass(slots=True)
class Season:
    """The competitions with their pages, name -> address."""

    cup: Stage
    league: Competition
    swiss: Competition
    public: dict[str, str] = field(default_factory=dict)
    organizer: dict[str, str] = field(default_factory=dict)


def open_season(make: Any, by: User) -> Season:
    """`make` gives the makers of tests/league by name; `by` organizes the club."""
    pairs = [make.partnership(*map(make.player, names)) for names in PAIRS]
    season = Season(_cup(make, pairs, by), _league(make, pairs, by), _swiss(make, by))
    double = _double(make, by)
    consolation = _draft(make, by)
    cup, league = season.cup, [season.league.pk]
    season.public = {
        "bracket": reverse("bracket", args=[cup.pk]),
        "bracket on paper": reverse("print_bracket", args=[cup.pk]),
        "double knockout": reverse("bracket", args=[double.pk]),
        "double knockout on paper": reverse("print_bracket", args=[double.pk]),
        "overview of a cup": reverse("competition", args=[cup.competition_id]),
        "standings of a cup": reverse("standings", args=[cup.competition_id]),
        "places of a cup on paper": reverse("print_standings", args=[cup.competition_id]),
        "schedule of a cup": reverse("schedule", args=[cup.competition_id]),
        "a match of the bracket": reverse("match", args=[match_in(cup, "F1-1").pk]),
        "overview of a league": reverse("competition", args=league),
        "standings of divisions": reverse("standings", args=league),
        "standings before": f"{reverse('standings', args=league)}?after=1",
        "season by nights": reverse("season_nights", args=league),
        "prizes": reverse("prizes", args=league),
        "divisions on paper": reverse("print_standings", args=league),
        "standings of a Swiss": reverse("standings", args=[season.swiss.pk]),
    }
    season.organizer = _organizer(season, consolation, by, make)
    return season


def _entered(make: Any, name: str, pairs: list[Any], **fields: Any) -> Competition:
    found = make.competition(entries=0, name=name, state="open", **fields)
    for pair in pairs:
        make.entry(found, pair)
    return found


def _in_two(ids: list[int]) -> list[Planned]:
    half = len(ids) // 2
    return [
        Planned(name="Premier", entries=tuple(ids[:half])),
        Planned(name="First", entries=tuple(ids[half:])),
    ]


def _cup(make: Any, pairs: list[Any], by: User) -> Stage:
    """Four, best of three: the final has begun when a semi-final turns out to be the other's."""
    cup = _entered(make, "The cup", pairs[:4], kind="tournament")
    stage = made(cup, by, kind=Stage.Kind.CHAMPIONSHIP, best_of=3, third_place=True)
    win(stage, "W1-1", "a", by)
    win(stage, "W1-2", "a", by)
    win(stage, "F1-1", "a", by, games=1)
    win(stage, "W1-1", "b", by)
    return stage


def _double(make: Any, by: User) -> Stage:
    """Eleven in a double knockout: byes, a second part, matches that nobody is known for yet."""
    cup = make.competition(entries=11, name="Two lives", state="open", kind="tournament")
    stage = made(cup, by, kind=Stage.Kind.DOUBLE_KNOCKOUT)
    for slot in list(Match.objects.filter(round__stage=stage).values_list("slot", flat=True))[:2]:
        win(stage, slot, "a", by)
    return stage


def _draft(make: Any, by: User) -> Stage:
    cup = make.competition(entries=6, name="A draft of a cup", state="open", kind="tournament")
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="lot", consolation=True)
    stage = make_bracket(cup, plan, by=by)
    seeds = [Entry.objects.get(pk=pk) for pk in stage.draw["seeds"]]
    swap_seeds(stage, seeds[3], seeds[5], reason="They share a ride.", count=0, by=by)
    return Stage.objects.select_related("competition__club").get(pk=stage.pk)


def _league(make: Any, pairs: list[Any], by: User) -> Competition:
    """Two divisions of three, played to the end but for the last night; somebody has left."""
    league = _entered(make, "The league", pairs)
    change_season(league, SEASON, by=by)
    change_money(league, MONEY, by=by)
    ids = list(league.entries.order_by("pk").values_list("pk", flat=True))
    record_payments(league, dict.fromkeys(ids[:4], (0, 1000)), by=by)
    divisions = [
        Planned(name="Premier", entries=tuple(ids[:3])),
        Planned(name="First", entries=tuple(ids[3:])),
    ]
    plan_divisions(league, divisions, by=by)
    starts = [timezone.now() + timedelta(weeks=week - 5) for week in range(6)]
    plan = DrawPlan(seed="year", legs=2, starts=starts, told={})
    rounds = list(draw_stage(league, plan, replaces=None, by=by).rounds.all())
    publish_rounds(league, rounds, by=by)
    play_rounds(rounds[:-1], by)
    last = league.entries.get(pk=ids[-1])
    leave(last, state=Entry.State.WITHDRAWN, reason="Gone to Alberta.", by=by)
    return Competition.objects.get(pk=league.pk)


def _swiss(make: Any, by: User) -> Competition:
    """Five in a Swiss with one round out: a bye, a substitute, everything still to be played."""
    swiss = make.competition(entries=5, name="The Swiss", state="open", kind="tournament")
    stage = add_stage(swiss, StagePlan(kind=Stage.Kind.SWISS, rounds=3), by=by)
    publish_rounds(swiss, [draw_next_round(stage, number=1, by=by)], by=by)
    match = Match.objects.filter(round__stage=stage).order_by("table").first()
    assert match is not None
    out = match.entry_a.partnership.first_id
    add_substitute(match, out=out, player=make.player(), game=None, by=by)
    return swiss


def _organizer(season: Season, draft: Stage, by: User, make: Any) -> dict[str, str]:
    league, swiss = season.league, season.swiss
    night = Round.objects.get(stage__competition=swiss)
    match = night.matches.order_by("table").first()
    assert match is not None
    playing = swiss.entries.order_by("pk").first()
    left = Entry.objects.get(competition=league, state=Entry.State.WITHDRAWN)
    open_league = make.competition(entries=4, name="Next winter", state="draft")
    ids = list(open_league.entries.values_list("pk", flat=True))
    plan_divisions(open_league, _in_two(ids), by=by)
    rehearsal = copy_competition(
        league, name="The league, rehearsal", entries=True, rehearsal=True, by=by
    )
    alone = make.competition(entries=0, name="New partners", state="open")
    add_stage(alone, StagePlan(kind=Stage.Kind.ROTATING, rounds=3), by=by)
    add_players(alone, [make.player() for _number in range(5)], by=by)
    Adjustment.objects.create(entry=playing, match_points=-1, reason="late", made_by=by)
    return {
        "bracket to decide": reverse("bracket", args=[season.cup.pk]),
        "bracket in draft": reverse("bracket", args=[draft.pk]),
        "seeds by hand": reverse("bracket_seeds", args=[draft.pk]),
        "bracket on paper in draft": reverse("print_bracket", args=[draft.pk]),
        "setup of a cup": reverse("competition_setup", args=[season.cup.competition_id]),
        "setup of a league": reverse("competition_setup", args=[league.pk]),
        "results of a cup": reverse("results", args=[season.cup.competition_id]),
        "log of a cup": reverse("audit", args=[season.cup.competition_id]),
        "log of a league": reverse("audit", args=[league.pk]),
        "stage": reverse("stage", args=[night.stage_id]),
        "stage_edit": reverse("stage_edit", args=[night.stage_id]),
        "bracket_edit": reverse("bracket_edit", args=[draft.pk]),
        "the leaver": reverse("entry_leave", args=[left.pk]),
        "rehearsal": reverse("competition_delete", args=[rehearsal.pk]),
        "setup of a rehearsal": reverse("competition_setup", args=[rehearsal.pk]),
        "a rehearsal": f"{reverse('competition_copy', args=[league.pk])}?rehearsal=1",
        "divisions to be set": reverse("divisions_edit", args=[open_league.pk]),
        "players_edit": reverse("players_edit", args=[alone.pk]),
        "entry_leave": reverse("entry_leave", args=[playing.pk]),
        "round_swap": reverse("round_swap", args=[night.pk]),
        "round_bell": reverse("round_bell", args=[night.pk]),
        "a table's night": reverse("round_edit", args=[night.pk]),
        **{
            name: reverse(name, args=[league.pk])
            for name in (
                "bracket_new", "divisions_edit", "promotion", "season_edit", "money",
                "competition_copy", "strictness_edit", "stage_new",
            )
        },
        **{
            name: reverse(name, args=[match.pk])
            for name in ("match_move", "match_substitutes", "match_postpone")
        },
        "late_entry": reverse("late_entry", args=[swiss.pk]),
    }  # fmt: skip
