"""The people of a club as everybody sees them."""

from league.models import Club, Partnership, Player
from league.queries.drawn_pairs import without_drawn_pairs
from league.words.sorting import name_key


def partnerships_in(club: Club) -> list[Partnership]:
    """The club's partnerships, by the first name in them."""
    found = without_drawn_pairs(Partnership.objects.filter(club=club))
    found = found.select_related("first", "second")
    return sorted(found, key=lambda one: (name_key(str(one)), one.pk))


def players_in(club: Club) -> list[Player]:
    """The club's players, by name."""
    return sorted(Player.objects.filter(club=club), key=lambda one: (name_key(one.called), one.pk))
