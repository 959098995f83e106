"""The clubs of the sample and who signs in there."""

from random import Random

from league.actions.accounts import make_first_owner
from league.actions.clubs import start_club
from league.actions.partnerships import store_people
from league.actions.roles import give_role
from league.models import Club, Partnership, Player, User
from league.sample.names import invent_pairs
from league.sample.people import ACCOUNTS, CLUBS, PARTNERSHIPS, PASSWORD

VISITORS = 14  # partnerships a club that play on Saturdays alone


def make_clubs(random: Random) -> tuple[User, dict[str, Club]]:
    """The owner and the three clubs by slug: eight partnerships each, then those of Saturdays."""
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
        taken = set(Player.objects.values_list("name", flat=True))
        store_people(clubs[slug], invent_pairs(VISITORS, random, taken), by=owner)
    return owner, clubs


def give_accounts(clubs: dict[str, Club], owner: User) -> User:
    """The organizer's and the scorekeeper's accounts; gives the scorekeeper."""
    for email, name, roles in ACCOUNTS[1:]:
        for slug, kind in roles.items():
            give_role(clubs[slug], email=email, name=name, kind=kind, by=owner)
        user = User.objects.get(email=email)
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
    return user


def pairs_of(club: Club, start: int, stop: int) -> list[Partnership]:
    """Partnerships of a club in the order in which they were written down."""
    known = club.partnerships.select_related("first", "second").order_by("id")
    return list(known[start:stop])


def pairs_of_all(clubs: dict[str, Club], start: int, stop: int) -> list[Partnership]:
    """The same places of every club's list."""
    return [pair for club in clubs.values() for pair in pairs_of(club, start, stop)]
