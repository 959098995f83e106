"""The leagues of the sample: one that plays tonight, one all over, one in two divisions."""

from datetime import datetime
from random import Random

from django.utils import timezone

from league.actions.acceptance import accept_match
from league.actions.adjustments import add_adjustment
from league.actions.competitions import create_competition
from league.actions.disputes import dispute_match
from league.actions.divisions import plan_divisions
from league.actions.draws import DrawPlan, draw_stage
from league.actions.entries import add_entries
from league.actions.postponements import postpone_match
from league.actions.results import Totals, record_forfeit, record_totals
from league.actions.rounds import close_round, edit_round, publish_rounds
from league.actions.sheets_rules import change_sheets_rules
from league.draws.round_robin import rounds_needed
from league.models import Club, Competition, Match, Round, User
from league.queries.divisions import Planned
from league.queries.matches import load_match, people_of, stamp_of
from league.sample.clubs import pairs_of_all
from league.sample.evening import play_match
from league.sample.money import KITCHEN, LEAGUE, collect, count_best_nights
from league.sample.nights import at, at_table, matches_of, night, rounds_of
from league.sample.totals import write_totals

PLAYED = 7  # nights of the Island league that are over; the eighth is tonight


def play_island_league(
    clubs: dict[str, Club], owner: User, scorekeeper: User, random: Random
) -> None:
    """Fifteen partnerships, fifteen nights: seven are over, the eighth is tonight."""
    pairs = pairs_of_all(clubs, 0, 5)
    nights = [night(week - PLAYED) for week in range(rounds_needed(len(pairs)))]
    name = f"Island league {timezone.localdate().year}"
    with at(night(-PLAYED - 1)):
        league = create_competition(clubs["bras-dor-legion"], name=name, by=owner)
        add_entries(league, pairs, by=owner)
        collect(league, LEAGUE, owing=2, half=1, by=owner)
        change_sheets_rules(league, {"acceptance": "other", "late": "stands"}, by=owner)
        rounds = _draw(league, nights, owner)
    for round in rounds[:PLAYED]:
        with at_table(round):
            _play_island_night(round, scorekeeper, random, owner)
    tonight = matches_of(rounds[PLAYED])
    play_match(tonight[0], random, by=scorekeeper)
    for match, hands in zip(tonight[1:5], (5, 4, 3, 2), strict=True):
        play_match(match, random, by=scorekeeper, hands=hands)
    _not_yet_accepted(tonight[5:7], scorekeeper)
    edit_round(
        rounds[-2], name="", starts_at=None, reason="The hall is let for a wedding.", by=owner
    )
    late = league.entries.order_by("id")[3]
    add_adjustment(
        league, late, match_points=-1, points=0, reason="Twenty minutes late in round 4.", by=owner
    )


def _not_yet_accepted(matches: list[Match], by: User) -> None:
    """The sheet of the first waits for the other side, which disputes that of the second."""
    random = Random("answers")  # noqa: S311 (cards for a sample, no secret)
    for match in matches:
        play_match(match, random, by=by, sign=False)
    dispute_match(matches[1], side="b", words="The bells in hand 1 were ours, not theirs.", by=by)


def play_kitchen_league(clubs: dict[str, Club], owner: User, random: Random) -> Competition:
    """Nine partnerships by kitchen rules, all nine nights over; the championship comes after."""
    pairs = pairs_of_all(clubs, 5, 8)
    count = rounds_needed(len(pairs))
    with at(night(-count - 2)):
        league = create_competition(
            clubs["ile-madame"], name="Kitchen league", preset="kitchen", by=owner
        )
        add_entries(league, pairs, by=owner)
        collect(league, KITCHEN, by=owner)
        count_best_nights(league, 7, by=owner)
        rounds = _draw(league, [night(week - count - 1) for week in range(count)], owner)
    for round in rounds:
        with at_table(round):
            for match in matches_of(round):
                play_match(match, random, by=owner)
            close_round(round, by=owner)
    return league


def play_county_league(clubs: dict[str, Club], owner: User, random: Random) -> None:
    """Twelve partnerships in two divisions of six, which share the hall: four nights of five.

    The sheets stayed on paper; only totals were handed in."""
    with at(night(-5)):
        league = create_competition(clubs["whitney-pier-hall"], name="County league", by=owner)
        entries = add_entries(league, pairs_of_all(clubs, 3, 7), by=owner)
        count_best_nights(league, 3, by=owner)
        divisions = [
            Planned(name=name, entries=tuple(entry.pk for entry in entries[place::2]))
            for place, name in enumerate(("First division", "Second division"))
        ]
        plan_divisions(league, divisions, by=owner)
        rounds = _draw(league, [night(week - 4, days=2) for week in range(5)], owner)
    for round in rounds[:4]:
        with at_table(round):
            for match in matches_of(round):
                write_totals(match, random, by=owner)
            close_round(round, by=owner)


def _draw(competition: Competition, nights: list[datetime], by: User) -> list[Round]:
    plan = DrawPlan(seed="sample", legs=1, starts=nights, told={})
    rounds = rounds_of(draw_stage(competition, plan, replaces=None, by=by))
    publish_rounds(competition, rounds, by=by)
    return rounds


def _play_island_night(round: Round, scorekeeper: User, random: Random, owner: User) -> None:
    for match in matches_of(round):
        if (round.number, match.table) == (3, 2):
            record_forfeit(match, who="b", reason="Storm: the causeway was closed.", by=owner)
        elif (round.number, match.table) == (7, 6):
            postpone_match(
                match, starts_at=night(0, days=4), reason="A boat to haul out.", by=owner
            )
        elif (round.number, match.table) == (5, 4):
            totals = [Totals(number=1, a=512, b=386)]
            record_totals(match, totals, stamp="", by=owner)
            _signed_on_paper(match, owner)
        else:
            play_match(match, random, by=scorekeeper)
    close_round(round, by=owner)


def _signed_on_paper(match: Match, by: User) -> None:
    """Somebody of the other side had signed the paper the totals were read from."""
    signer = people_of(match)["b"][0]
    accept_match(match, player_id=signer.pk, stamp=stamp_of(load_match(match)), by=by)
