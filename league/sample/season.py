"""The sample season: three clubs and a year of theirs; made once, never doubled."""

from random import Random

from django.db import transaction

from league.models import User
from league.sample.championship import play_championship
from league.sample.clubs import give_accounts, make_clubs
from league.sample.knockout import play_cup
from league.sample.leagues import play_county_league, play_island_league, play_kitchen_league
from league.sample.rotating import play_rotating_evening
from league.sample.saturday import play_saturday


@transaction.atomic
def make_sample() -> bool:
    """Store the whole sample league in one transaction; False when there are people already."""
    if User.objects.exists():
        return False
    owner, clubs = make_clubs(_dice("people"))
    scorekeeper = give_accounts(clubs, owner)
    random = _dice("tarabish")
    play_island_league(clubs, owner, scorekeeper, random)
    kitchen = play_kitchen_league(clubs, owner, random)
    play_championship(kitchen, owner, random)
    play_county_league(clubs, owner, _dice("county"))
    play_cup(clubs, owner, _dice("cup"))
    play_rotating_evening(clubs, owner, _dice("partners"))
    play_saturday(clubs, owner, _dice("saturday"))
    return True


def _dice(name: str) -> Random:
    """Dice of its own for each competition, so that one more changes none of the others."""
    return Random(name)  # noqa: S311 (cards for a sample, no secret)
