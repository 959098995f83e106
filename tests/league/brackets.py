"""Brackets in the tests: made, published, played by totals, and read as names of seeds."""

from django.db import models

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.models import Competition, Game, Hand, Lineup, Match, Seating, Stage, User
from league.queries.brackets import bracket_state
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals


def made(
    competition: Competition, by: User, *, kind: str = Stage.Kind.KNOCKOUT, **plan: object
) -> Stage:
    """A bracket of all entries as they were entered, every round published."""
    wanted = {"order": "entered", "keep_clubs_apart": False} | plan
    stage = make_bracket(competition, BracketPlan(kind=kind, **wanted), by=by)
    publish_rounds(competition, list(stage.rounds.all()), by=by)
    return stage


def match_in(stage: Stage, slot: str) -> Match:
    """The match of a slot."""
    return Match.objects.select_related("round__stage__competition__club").get(
        round__stage=stage, slot=slot
    )


def win(stage: Stage, slot: str, side: str, by: User, *, games: int | None = None) -> Match:
    """Write that `side` has won: each of its games 510 to 300. An old result is corrected."""
    match = match_in(stage, slot)
    a, b = (510, 300) if side == "a" else (300, 510)
    needed = games or stage.best_of // 2 + 1
    record_totals(
        match,
        [Totals(number=number, a=a, b=b) for number in range(1, needed + 1)],
        stamp=stamp_of_totals(load_match(match)),
        reason="read again",
        by=by,
    )
    return match


def clear(stage: Stage, slot: str, by: User) -> None:
    """Take the totals off."""
    match = match_in(stage, slot)
    stamp = stamp_of_totals(load_match(match))
    record_totals(match, [], stamp=stamp, reason="another table's", by=by)


def seated(stage: Stage) -> dict[str, tuple[int, int]]:
    """The stored matches by slot: the seed numbers of side a and b."""
    stage = Stage.objects.get(pk=stage.pk)
    numbers = {pk: number for number, pk in enumerate(stage.draw["seeds"], start=1)}
    found = Match.objects.filter(round__stage=stage).order_by("slot")
    return {one.slot: (numbers[one.entry_a_id], numbers[one.entry_b_id]) for one in found}


def goes_on(stage: Stage, slot: str) -> int | None:
    """The seed number of who goes on from a slot."""
    stage = Stage.objects.select_related("competition__club").get(pk=stage.pk)
    winner = bracket_state(stage).resolved[slot].winner
    return None if winner is None else stage.draw["seeds"].index(winner) + 1


def to_decide(stage: Stage) -> list[str]:
    """The slots about which the organizer is asked."""
    stage = Stage.objects.select_related("competition__club").get(pk=stage.pk)
    return [one.key for one in bracket_state(stage).to_decide]


def facts(stage: Stage) -> dict[str, list[dict[str, object]]]:
    """Every stored row of the bracket but the log."""
    tables: dict[str, models.QuerySet] = {
        "stage": Stage.objects.filter(pk=stage.pk),
        "matches": Match.objects.filter(round__stage=stage),
        "lineup": Lineup.objects.filter(match__round__stage=stage),
        "games": Game.objects.filter(match__round__stage=stage),
        "seating": Seating.objects.filter(game__match__round__stage=stage),
        "hands": Hand.objects.filter(game__match__round__stage=stage),
    }
    return {name: list(rows.order_by("pk").values()) for name, rows in tables.items()}
