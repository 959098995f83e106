"""The sample season: three clubs, two leagues, a championship; made once, never doubled."""

from datetime import datetime, time, timedelta
from random import Random

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from league.actions.accounts import make_first_owner
from league.actions.adjustments import add_adjustment
from league.actions.brackets import BracketPlan, make_bracket
from league.actions.clubs import start_club
from league.actions.competitions import create_competition
from league.actions.draws import DrawPlan, draw_stage
from league.actions.entries import add_entries
from league.actions.partnerships import store_people
from league.actions.results import Totals, record_forfeit, record_totals
from league.actions.roles import give_role
from league.actions.rounds import close_round, edit_round, publish_rounds
from league.draws.nights import at_wall_time
from league.draws.round_robin import rounds_needed
from league.models import AuditEntry, Club, Competition, Game, Hand, Match, Round, Stage, User
from league.sample.evening import play_match
from league.sample.people import ACCOUNTS, CLUBS, PARTNERSHIPS, PASSWORD

EVENING = time(19, 30)
PLAYED = 7  # nights of the Island league that are over; the eighth is tonight


@transaction.atomic
def make_sample() -> bool:
    """Store the whole sample league in one transaction; False when there are people already."""
    if User.objects.exists():
        return False
    random = Random("tarabish")  # noqa: S311 (cards for a sample, no secret)
    owner, clubs = _clubs()
    scorekeeper = _accounts(clubs, owner)
    _island_league(clubs, owner, scorekeeper, random)
    _kitchen_league(clubs, owner, random)
    return True


def _clubs() -> tuple[User, dict[str, Club]]:
    email, name, _roles = ACCOUNTS[0]
    (first_name, first_slug, first_place), *others = CLUBS
    owner, club = make_first_owner(
        name=name, email=email, password=PASSWORD, club_name=first_name, place=first_place
    )
    clubs = {first_slug: club}
    for club_name, slug, place in others:
        clubs[slug] = start_club(name=club_name, place=place, by=owner)
    for slug, pairs in PARTNERSHIPS.items():
        store_people(clubs[slug], pairs, by=owner)
    return owner, clubs


def _accounts(clubs: dict[str, Club], owner: User) -> User:
    for email, name, roles in ACCOUNTS[1:]:
        for slug, kind in roles.items():
            give_role(clubs[slug], email=email, name=name, kind=kind, by=owner)
        user = User.objects.get(email=email)
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
    return user


def _night(weeks: int) -> datetime:
    """Half past seven tonight (Atlantic time), so many weeks from now."""
    day = timezone.localdate() + timedelta(weeks=weeks)
    return at_wall_time(day, EVENING, timezone.get_default_timezone())


def _draw(competition: Competition, nights: list[datetime], by: User) -> list[Round]:
    plan = DrawPlan(seed="sample", legs=1, starts=nights, told={})
    stage = draw_stage(competition, plan, replaces=None, by=by)
    return list(stage.rounds.select_related("stage__competition__club").order_by("number"))


def _enter(
    competition: Competition, clubs: dict[str, Club], counts: dict[str, int], by: User
) -> int:
    pairs = [
        pair
        for slug, (start, stop) in _slices(counts).items()
        for pair in clubs[slug].partnerships.order_by("id")[start:stop]
    ]
    add_entries(competition, pairs, by=by)
    return len(pairs)


def _slices(counts: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Below 0: so many from the end of the club's list."""
    return {slug: (0, count) if count > 0 else (8 + count, 8) for slug, count in counts.items()}


def _matches(round: Round) -> list[Match]:
    return list(round.matches.select_related("round__stage__competition__club").order_by("table"))


def _island_league(clubs: dict[str, Club], owner: User, scorekeeper: User, random: Random) -> None:
    """Fifteen partnerships, fifteen nights: seven are over, the eighth is tonight."""
    league = create_competition(
        clubs["bras-dor-legion"], name=f"Island league {timezone.localdate().year}", by=owner
    )
    count = _enter(
        league, clubs, {"bras-dor-legion": 5, "ile-madame": 5, "whitney-pier-hall": 5}, owner
    )
    nights = [_night(week - PLAYED) for week in range(rounds_needed(count))]
    rounds = _draw(league, nights, owner)
    publish_rounds(league, rounds, by=owner)
    for round in rounds[:PLAYED]:
        _play_round(round, scorekeeper, random, owner)
    tonight = _matches(rounds[PLAYED])
    play_match(tonight[0], random, by=scorekeeper)
    for match, hands in zip(tonight[1:5], (5, 4, 3, 2), strict=True):
        play_match(match, random, by=scorekeeper, hands=hands)
    edit_round(
        rounds[-2], name="", starts_at=None, reason="The hall is let for a wedding.", by=owner
    )
    late = league.entries.order_by("id")[3]
    add_adjustment(
        league, late, match_points=-1, points=0, reason="Twenty minutes late in round 4.", by=owner
    )


def _play_round(round: Round, scorekeeper: User, random: Random, owner: User) -> None:
    for match in _matches(round):
        if (round.number, match.table) == (3, 2):
            record_forfeit(match, who="b", reason="Storm: the causeway was closed.", by=owner)
        elif (round.number, match.table) == (5, 4):
            totals = [Totals(number=1, a=512, b=386)]
            record_totals(match, totals, stamp="", by=owner)
        else:
            play_match(match, random, by=scorekeeper)
    close_round(round, by=owner)
    _back_date(round)


def _kitchen_league(clubs: dict[str, Club], owner: User, random: Random) -> None:
    """Nine partnerships by kitchen rules, all nine nights over, and the best four play off.

    A semi-final was written down for the wrong side; the final is being played."""
    league = create_competition(
        clubs["ile-madame"], name="Kitchen league", preset="kitchen", by=owner
    )
    count = _enter(
        league, clubs, {"bras-dor-legion": -3, "ile-madame": -3, "whitney-pier-hall": -3}, owner
    )
    nights = [_night(week - rounds_needed(count) - 1) for week in range(rounds_needed(count))]
    rounds = _draw(league, nights, owner)
    publish_rounds(league, rounds, by=owner)
    for round in rounds:
        for match in _matches(round):
            play_match(match, random, by=owner)
        close_round(round, by=owner)
        _back_date(round)
    plan = BracketPlan(
        kind=Stage.Kind.CHAMPIONSHIP,
        order="standings",
        places=4,
        best_of=3,
        third_place=True,
        first=_night(-1),
        minutes=7 * 24 * 60,
    )
    stage = make_bracket(league, plan, by=owner)
    semis, finals = stage.rounds.select_related("stage__competition__club").order_by("number")
    publish_rounds(league, [semis, finals], by=owner)
    one, other = _matches(semis)
    wrong = [Totals(number=1, a=520, b=464), Totals(number=2, a=511, b=380)]
    record_totals(one, wrong, stamp="", by=owner)
    play_match(other, random, by=owner)
    right = [Totals(number=1, a=464, b=520), Totals(number=2, a=380, b=511)]
    stamp, why = "1:520-464;2:511-380", "Both games were written down for the wrong side."
    record_totals(one, right, stamp=stamp, reason=why, by=owner)
    close_round(semis, by=owner)
    _back_date(semis)
    final = finals.matches.select_related("round__stage__competition__club").get(slot="F1-1")
    play_match(final, random, by=owner, hands=11)


def _back_date(round: Round) -> None:
    """The hands and the log of a night say that night's hour, not the hour of the demo."""
    assert round.starts_at is not None
    earlier = timezone.now() - (round.starts_at + timedelta(hours=1))
    hands = Hand.objects.filter(game__match__round=round)
    hands.update(recorded_at=F("recorded_at") - earlier)
    Game.objects.filter(match__round=round).update(started_at=F("started_at") - earlier)
    round.matches.exclude(accepted_at=None).update(accepted_at=F("accepted_at") - earlier)
    AuditEntry.objects.filter(match__round=round).update(at=F("at") - earlier)
