"""Records of one person that were merged: who became whom, where a record played."""

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from league.models import Club, Competition, Merge, Partnership, Player
from league.queries.hanging import Field, pointing_at, ways_to

# A chain of merges is followed this far; longer ones are nobody's history.
FARTHEST = 20


def standing_merges() -> QuerySet[Merge]:
    """Those that were not taken back."""
    return Merge.objects.filter(undone_at=None)


def became(numbers: Iterable[int]) -> Mapping[int, int]:
    """For numbers of players that are no more: the number each of them became."""
    known = dict(standing_merges().filter(gone__in=list(numbers)).values_list("gone", "kept"))
    return {gone: _last(kept) for gone, kept in known.items()}


def player_became(number: int) -> int | None:
    """The player whom this record was merged into; None when it was not."""
    kept = standing_merges().filter(gone=number).values_list("kept", flat=True).first()
    return None if kept is None else _last(kept)


def partnership_became(number: int) -> int | None:
    """The partnership that this one is now, because one of its people was there twice."""
    for _step in range(FARTHEST):
        found = standing_merges().filter(partnerships__has_key=str(number)).first()
        if found is None:
            return None
        number = found.partnerships[str(number)]
        if Partnership.objects.filter(pk=number).exists():
            return number
    return None


def players_named(numbers: Iterable[int]) -> dict[int, Player]:
    """Players by number, a merged record's number too: it is the one that was kept."""
    asked = set(numbers)
    found: dict[int, Player] = dict(Player.objects.select_related("club").in_bulk(asked))
    missing = asked - found.keys()
    if missing:
        now = became(missing)
        kept = Player.objects.select_related("club").in_bulk(now.values())
        found |= {gone: kept[pk] for gone, pk in now.items() if pk in kept}
    return found


def partnerships_named(numbers: Iterable[int]) -> dict[int, Partnership]:
    """Partnerships by number; one that is another now because of a merge is that one."""
    asked = set(numbers)
    known = Partnership.objects.select_related("first", "second")
    found: dict[int, Partnership] = dict(known.in_bulk(asked))
    for number in asked - found.keys():
        now = partnership_became(number)
        if now is not None:
            found[number] = known.get(pk=now)
    return found


def merges_of(club: Club) -> list[tuple[Merge, str]]:
    """The merges of people of the club, the newest first, with the name that the gone record bore;
    "" for one that was taken back."""
    found = Merge.objects.filter(kept__club=club).select_related("kept", "by")
    return [(one, _gone_name(one)) for one in found.defer("moved", "pairs")]


def where_played(player: Player) -> dict[int, str]:
    """The competitions in which a player was entered, sat or signed: number -> name."""
    numbers: set[int] = set()
    for field, way in seats_in_competitions():
        rows = field.model._base_manager.filter(**{field.attname: player.pk})
        numbers.update(number for number in rows.values_list(way, flat=True) if number)
    return dict(Competition.objects.filter(pk__in=numbers).values_list("pk", "name"))


def seats_in_competitions() -> list[tuple[Field, str]]:
    """Every reference to a player that belongs to a competition (entered, seated, signed, ...),
    with each way from there to the competition."""
    return [
        (field, way) for field in pointing_at(Player) for way in ways_to(field.model, Competition)
    ]


def _gone_name(merge: Merge) -> str:
    fields = merge.rows[0]["fields"] if merge.rows else {}
    return str(fields.get("full_name") or fields.get("name", ""))


def _last(number: int) -> int:
    for _step in range(FARTHEST):
        further = standing_merges().filter(gone=number).values_list("kept", flat=True).first()
        if further is None:
            return number
        number = further
    return number
