"""Players entered alone, where partners rotate, and who else could be."""

from django.db.models import Q

from league.models import Competition, Entrant, Player
from league.words.sorting import name_key


def entrants_of(competition: Competition) -> list[Entrant]:
    """The players entered alone, by name, with their club; those who have left too."""
    found = Entrant.objects.filter(competition=competition, entry=None).select_related(
        "player__club"
    )
    return sorted(found, key=lambda one: (name_key(one.player.called), one.pk))


def players_to_enter(
    competition: Competition, *, search: str = "", guests: bool = False, most: int = 300
) -> list[Player]:
    """Players who are not entered: the host club's, or (guests) those of other clubs."""
    entered = Entrant.objects.filter(competition=competition).values("player")
    found = Player.objects.exclude(pk__in=entered).select_related("club")
    host = Q(club=competition.club)
    found = found.exclude(host) if guests else found.filter(host)
    for word in search.split():
        wanted = Q(name__icontains=word)
        # A full name that is hidden is looked through for its own club alone.
        found = found.filter(wanted if guests else wanted | Q(full_name__icontains=word))
    return list(found.order_by("name", "pk")[:most])
