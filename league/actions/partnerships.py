"""Put two people together, one pair or a whole pasted list at a time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.deletions import Held, take_away
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Club, Deletion, Partnership, Player, User
from league.queries.people import known_people, name_key, pairs_among

# A person: the number of one who is known, or the name of a new one.
Person = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What a list came to: people and partnerships that are new, and pairs that were known."""

    players: int
    partnerships: tuple[Partnership, ...]
    known: tuple[Partnership, ...]


def store_people(
    club: Club,
    lines: Sequence[tuple[Person, ...]],
    *,
    seen: Mapping[str, Collection[int]] | None = None,
    by: User,
) -> Stored:
    """Store the people of a list, one or two a line, and the partnerships of the lines of two.

    The same new name on two lines is one person. `seen` are the numbers of those who bore a new
    name (its `name_key`) when the list was read: somebody of that name stored in the club since,
    by the first of two taps, is that person and not another one. A pair that plays together
    already, in whatever order and club, is not stored again. Raises ActionError when a line pairs
    a person with themselves; then nothing is stored.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        players, new_players = _players_of(club, lines, seen or {})
        wanted: dict[tuple[int, int], None] = {}
        for line in lines:
            if len(line) < 2:
                continue
            one, other = sorted(players[_key(person)].pk for person in line)
            if one == other:
                raise ActionError(
                    _("%(name)s cannot partner themselves.")
                    % {"name": players[_key(line[0])].called}
                )
            wanted[one, other] = None
        known = pairs_among(wanted)
        fresh = [pair for pair in wanted if pair not in known]
        made = [Partnership(club=club, first_id=one, second_id=other) for one, other in fresh]
        # Another club may store one of these pairs at this moment.
        Partnership.objects.bulk_create(made, ignore_conflicts=True)
        now_known = pairs_among(wanted)
        new = tuple(now_known[pair] for pair in fresh)
        write_entry(
            "store_people",
            f"club:{club.pk}",
            by=by,
            club=club,
            after={"players": new_players, "partnerships": [pair.pk for pair in new]},
        )
    return Stored(players=len(new_players), partnerships=new, known=tuple(known.values()))


def remove_partnership(pair: Partnership, *, by: User) -> None:
    """Take a partnership off the list that was made by mistake; its people stay.

    For thirty days it can be restored. A second tap changes nothing.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=pair.club_id)
        found = Partnership.objects.select_related("first", "second").filter(pk=pair.pk).first()
        if found is None:
            return
        try:
            kept = take_away(
                found, kind=Deletion.Kind.PARTNERSHIP, label=str(found), club=club, by=by
            )
        except Held:
            raise ActionError(
                _("%(pair)s are entered in a competition, and stay in the book.") % {"pair": found}
            ) from None
        write_entry(
            "remove_partnership",
            f"partnership:{pair.pk}",
            by=by,
            club=club,
            before={"players": [found.first_id, found.second_id], "deletion": kept.pk},
        )


def _key(person: Person) -> Person:
    return name_key(person) if isinstance(person, str) else person


def _players_of(
    club: Club, lines: Sequence[tuple[Person, ...]], seen: Mapping[str, Collection[int]]
) -> tuple[dict[Person, Player], list[int]]:
    """Every person of the lines by number or name's key; the new ones are stored, and numbered."""
    people = [person for line in lines for person in line]
    numbers = {person for person in people if isinstance(person, int)}
    names = [person for person in people if isinstance(person, str)]
    since = {
        key: known.number
        for key, same in (known_people(club, names) if names else {}).items()
        for known in reversed(same)
        if known.here and known.number not in seen.get(key, ())
    }
    players: dict[Person, Player] = dict(Player.objects.in_bulk([*numbers, *since.values()]))
    if not numbers <= players.keys():
        raise ActionError(_("One of these people is no longer there. Look at the list again."))
    fresh: dict[Person, Player] = {}
    for name in names:
        key = name_key(name)
        if key in since:
            players[key] = players[since[key]]
        else:
            fresh.setdefault(key, Player(club=club, name=name))
    Player.objects.bulk_create(fresh.values())
    return players | fresh, [player.pk for player in fresh.values()]
