"""The people of a club and who plays with whom, for those who organize."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from operator import itemgetter

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from league.models import Club, Partnership, Player
from league.queries.access import Viewer, club_for
from league.queries.drawn_pairs import without_drawn_pairs

_SAME_SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-", "–": "-"})


def name_key(name: str) -> str:
    """Equal for names that are the same but for capitals, apostrophes and hyphens."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_SAME_SIGNS)
    return " ".join(folded.split())


def search_key(text: str) -> str:
    """As `name_key`, and without accents: "leo" finds "Léo"."""
    letters = unicodedata.normalize("NFKD", name_key(text))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def player_for(user: Viewer, pk: int, need: str) -> Player:
    """The player with the club, for who has the role there (see `league.queries.access`)."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    club_for(user, player.club.slug, need)
    return player


def partnership_for(user: Viewer, pk: int, need: str) -> Partnership:
    """The partnership with its people and club, for who has the role in that club."""
    pair = get_object_or_404(_with_names(Partnership.objects.all()), pk=pk)
    club_for(user, pair.club.slug, need)
    return pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A person who is stored; `partners` are the names of those they play with."""

    number: int
    name: str
    club: str
    here: bool
    partners: list[str] = field(default_factory=list)


def people_of(club: Club, search: str = "") -> list[Player]:
    """The club's people by name; with `search`, those whose name holds it."""
    wanted = search_key(search)
    found = [player for player in club.players.all() if wanted in search_key(player.own_name)]
    # Databases sort É after Z, or not, as they please; people look for it at E.
    return sorted(found, key=lambda player: (search_key(player.own_name), player.pk))


def told_apart(club: Club, players: list[Player]) -> dict[int, str]:
    """For people of the list who bear one name: whom each plays with, by the player's number."""
    often = Counter(name_key(player.own_name) for player in players)
    twins = [player.own_name for player in players if often[name_key(player.own_name)] > 1]
    found = known_people(club, twins).values() if twins else ()
    return {one.number: ", ".join(one.partners) for same in found for one in same}


def count_people(club: Club) -> int:
    """How many people are at home in the club."""
    return club.players.count()


def partnerships_of(club: Club, search: str = "") -> list[Partnership]:
    """Partnerships of the club or with somebody of the club, by the first's name."""
    found = _with_names(
        without_drawn_pairs(
            Partnership.objects.filter(Q(club=club) | Q(first__club=club) | Q(second__club=club))
        )
    )
    wanted = search_key(search)
    named = [
        (search_key(f"{pair.first.called} {pair.second.called}"), pair.pk, pair) for pair in found
    ]
    return [pair for names, _number, pair in sorted(named, key=itemgetter(0, 1)) if wanted in names]


def namesakes_in(club: Club, name: str) -> list[Player]:
    """People of the club who bear this name."""
    key = name_key(name)
    return [player for player in club.players.all() if name_key(player.own_name) == key]


def known_people(club: Club, names: Iterable[str]) -> dict[str, list[Known]]:
    """Who bears each of the names, by `name_key`: people of the club first, then of others.

    Somebody who hides the full name is found by it in their own club alone; in another, by what
    everybody may read. Two statements, however many names.
    """
    keys = {name_key(name) for name in names}
    rows = Player.objects.order_by("id").values_list(
        "id", "name", "full_name", "club_id", "club__name"
    )
    found: dict[str, list[Known]] = {}
    for number, public, full, club_number, club_name in rows.iterator():
        here = club_number == club.pk
        name = (full if here else "") or public
        if (key := name_key(name)) in keys:
            known = Known(number=number, name=name, club=club_name, here=here)
            found.setdefault(key, []).append(known)
    people = {known.number: known for same in found.values() for known in same}
    for pair in _with_names(Partnership.objects.filter(_any_of(people))):
        if pair.first_id in people:
            people[pair.first_id].partners.append(pair.second.called)
        if pair.second_id in people:
            people[pair.second_id].partners.append(pair.first.called)
    return {key: sorted(same, key=lambda known: not known.here) for key, same in found.items()}


def pairs_among(wanted: Collection[tuple[int, int]]) -> dict[tuple[int, int], Partnership]:
    """The partnerships that exist among pairs of player numbers (the lower first)."""
    numbers = {number for pair in wanted for number in pair}
    found = Partnership.objects.filter(first_id__in=numbers, second_id__in=numbers)
    pairs = {(pair.first_id, pair.second_id): pair for pair in _with_names(found)}
    return {pair: pairs[pair] for pair in wanted if pair in pairs}


def _any_of(numbers: Iterable[int]) -> Q:
    numbers = list(numbers)
    return Q(first_id__in=numbers) | Q(second_id__in=numbers)


def _with_names(found: QuerySet[Partnership]) -> QuerySet[Partnership]:
    return found.select_related("first__club", "second__club", "club").order_by("first__name", "id")


def others_like(player: Player) -> dict[int, str]:
    """The other people of the club by number, those whose names are nearest first; who bears the
    same name is told apart by the partners."""
    people = people_of(player.club)
    others = [one for one in people if one.pk != player.pk]
    partners = told_apart(player.club, people)
    wanted = search_key(player.own_name)
    likeness = {
        one.pk: SequenceMatcher(None, wanted, search_key(one.own_name)).ratio() for one in others
    }
    return {
        one.pk: f"{one} ({partners[one.pk]})" if partners.get(one.pk) else str(one)
        for one in sorted(others, key=lambda one: -likeness[one.pk])
    }
