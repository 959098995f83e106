"""A cup: a knockout whose first losers play on for the consolation, all but the last round."""

from random import Random

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.entries import add_entries
from league.actions.results import record_forfeit
from league.actions.rounds import close_round, publish_rounds
from league.actions.starting_points import Start, begin
from league.models import Club, Partnership, Round, Stage, User
from league.sample.clubs import pairs_of_all
from league.sample.evening import play_match
from league.sample.nights import at, at_table, matches_of, night, rounds_of
from league.sample.totals import write_totals


def play_cup(clubs: dict[str, Club], owner: User, random: Random) -> None:
    """Twelve partnerships by lot, clubs apart at first; the last round of each is next week."""
    pairs = pairs_of_all(clubs, 1, 5)
    with at(night(-6, days=-1)):
        rounds = _set_up(clubs["bras-dor-legion"], pairs, owner)
    for round in rounds[:-1]:
        with at_table(round):
            _play(round, random, owner, by_hands=round.number == len(rounds) - 1)


def _set_up(club: Club, pairs: list[Partnership], owner: User) -> list[Round]:
    start = Start(name="Causeway cup", preset="cape-breton", kind="championship")
    cup = begin(club, start, by=owner)
    add_entries(cup, pairs, by=owner)
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="lot", consolation=True)
    stage = make_bracket(cup, plan, by=owner)
    count = stage.rounds.count()
    plan = BracketPlan(
        kind=Stage.Kind.KNOCKOUT,
        order="lot",
        consolation=True,
        first=night(2 - count, days=-1),
        minutes=7 * 24 * 60,
    )
    stage = make_bracket(cup, plan, replaces=stage.pk, by=owner)
    rounds = rounds_of(stage)
    publish_rounds(cup, rounds, by=owner)
    return rounds


def _play(round: Round, random: Random, owner: User, *, by_hands: bool) -> None:
    for match in matches_of(round):
        if (round.number, match.table) == (2, 2):
            record_forfeit(match, who="b", reason="Down with the flu.", by=owner)
        elif by_hands:
            play_match(match, random, by=owner)
        else:
            write_totals(match, random, by=owner)
    close_round(round, by=owner)
