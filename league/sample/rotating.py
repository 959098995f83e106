"""An evening of fourteen players: a new partner every round, and a table of players."""

from datetime import timedelta
from random import Random

from league.actions.entrants import add_players
from league.actions.next_rounds import draw_next_round
from league.actions.rounds import close_round, publish_rounds
from league.actions.stages import StagePlan
from league.actions.starting_points import Start, begin
from league.models import Club, Round, Stage, User
from league.sample.clubs import pairs_of
from league.sample.evening import play_match
from league.sample.money import NEW_PARTNERS, collect
from league.sample.nights import at, matches_of, night
from league.sample.totals import write_totals

ROUNDS = 7


def play_rotating_evening(clubs: dict[str, Club], owner: User, random: Random) -> None:
    """Six hands a round, the day before yesterday: six rounds of seven, the last is a draft."""
    first = night(0, days=-2)
    told = {"first_night": f"{first:%Y-%m-%d}", "clock": "19:30", "minutes": 30}
    start = Start(
        name="New partners night",
        preset="cape-breton",
        kind="saturday",
        match_play={"mode": "hands", "hands": 6, "minutes": None},
        stage=StagePlan(kind=Stage.Kind.ROTATING, rounds=ROUNDS, told=told),
    )
    pairs = pairs_of(clubs["ile-madame"], 0, 7)
    with at(first - timedelta(hours=1)):
        evening = begin(clubs["ile-madame"], start, by=owner)
        add_players(evening, [one for pair in pairs for one in (pair.first, pair.second)], by=owner)
        collect(evening, NEW_PARTNERS, half=1, by=owner)
    stage = evening.stages.get()
    for number in range(1, ROUNDS):
        with at(first + timedelta(minutes=30 * (number - 1) - 3)):
            round = draw_next_round(stage, number=number, by=owner)
            publish_rounds(evening, [round], by=owner)
        with at(first + timedelta(minutes=30 * (number - 1) + 20)):
            _play(round, random, owner)
    with at(first + timedelta(minutes=30 * (ROUNDS - 1) - 3)):
        draw_next_round(stage, number=ROUNDS, by=owner)


def _play(round: Round, random: Random, owner: User) -> None:
    for match in matches_of(round):
        if match.table == 1:
            play_match(match, random, by=owner)
        else:
            write_totals(match, random, by=owner)
    close_round(round, by=owner)
