"""A Swiss evening of 41 partnerships in seven rounds to the bell: the seventh is in play."""

from datetime import datetime, timedelta
from random import Random

from django.utils import timezone

from league.actions.bells import start_clock
from league.actions.departures import leave
from league.actions.entries import add_entries
from league.actions.late_entries import LatePlan, add_late_entries
from league.actions.next_rounds import draw_next_round
from league.actions.rounds import close_round, publish_rounds
from league.actions.stages import StagePlan
from league.actions.starting_points import Start, begin
from league.actions.swaps import swap_entries
from league.models import Club, Competition, Entry, Round, Stage, User
from league.queries.swaps import objections_to, places_of
from league.sample.clubs import pairs_of_all
from league.sample.evening import play_match
from league.sample.money import SATURDAY, collect
from league.sample.nights import at, at_table, matches_of
from league.sample.totals import write_totals

ROUNDS, MINUTES, PAUSE = 7, 40, 10
TURN = timedelta(minutes=MINUTES + PAUSE)
LEFT_AFTER, SWAPPED = 2, 4
BY_HANDS = 6  # tables of round 6 whose hands were written on a phone


def play_saturday(clubs: dict[str, Club], owner: User, random: Random) -> None:
    """Six rounds are over; the seventh began ten minutes ago, its clock goes."""
    *pairs, late = pairs_of_all(clubs, 8, 22)
    begun = _begun()
    hours = [begun - (ROUNDS - number) * TURN for number in range(ROUNDS + 1)]
    with at(hours[0]):
        evening = _set_up(clubs["whitney-pier-hall"], hours[1], owner)
        add_entries(evening, pairs, by=owner)
        collect(evening, SATURDAY, owing=1, by=owner)
    stage = evening.stages.get()
    for number in range(1, ROUNDS + 1):
        with at(hours[number] - timedelta(minutes=PAUSE - 1)):
            round = draw_next_round(stage, number=number, by=owner)
            if number == SWAPPED:
                _change_by_hand(round, owner)
            publish_rounds(evening, [round], by=owner)
        if number == ROUNDS:
            break
        with at_table(round):
            _play(round, random, owner)
            if number == LEFT_AFTER:
                gone, why = evening.entries.order_by("id")[16], "Called home: a sick child."
                leave(gone, state=Entry.State.WITHDRAWN, reason=why, by=owner)
                add_late_entries(evening, [late], LatePlan(how="next", points=1), by=owner)
    start_clock(round, by=owner)
    for match, hands in zip(matches_of(round), (2, 1, 3, 2, 2, 1, 2), strict=False):
        play_match(match, random, by=owner, hands=hands)


def _begun() -> datetime:
    """When the last round began: ten minutes ago or a little more."""
    now = timezone.localtime()
    return now - timedelta(minutes=10 + now.minute % 5)


def _set_up(club: Club, first: datetime, owner: User) -> Competition:
    told = {
        "first_night": f"{first:%Y-%m-%d}",
        "clock": f"{first:%H:%M}",
        "minutes": MINUTES + PAUSE,
    }
    start = Start(
        name="Harbour Swiss",
        preset="cape-breton",
        kind="saturday",
        match_play={"mode": "bell", "hands": None, "minutes": MINUTES},
        stage=StagePlan(kind=Stage.Kind.SWISS, rounds=ROUNDS, told=told),
    )
    return begin(club, start, by=owner)


def _play(round: Round, random: Random, owner: User) -> None:
    for match in matches_of(round):
        if round.number == ROUNDS - 1 and match.table <= BY_HANDS:
            play_match(match, random, by=owner)
        else:
            write_totals(match, random, by=owner)
    close_round(round, by=owner)


def _change_by_hand(round: Round, owner: User) -> None:
    """Two entries of neighbouring tables change places where nothing speaks against it."""
    places = [one for one in places_of(round).values() if one.match is not None]
    one, other = next(
        (here, there)
        for here, there in zip(places[1::2], places[3::2], strict=False)
        if not objections_to(round, here, there)
    )
    reason = "They had driven here together and asked for other opponents."
    swap_entries(round, one.entry, other.entry, count=0, reason=reason, by=owner)
