"""The seeds of a bracket: who meets whom first, and what speaks against exchanging two."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.draws.brackets import Seed
from league.draws.seeding import first_round
from league.models import DivisionEntry, Entry, Stage
from league.queries.brackets import seeds_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedPlace:
    """An entry under its seed number, from 1; `meets` is its first opponent, None with a bye."""

    number: int
    entry: Entry
    meets: Entry | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedObjection:
    """What an exchange would bring. `code`: "same_club" or "same_division" (`one` and `other`
    would meet in the first round), or "bye" (`one` would have the bye that `other` has)."""

    code: str
    one: Entry
    other: Entry


def seed_places(stage: Stage) -> dict[int, SeedPlace]:
    """Everybody's place by the entry's id, in the order of seeds. One statement."""
    found = Entry.objects.filter(pk__in=seeds_of(stage)).select_related(
        "partnership__first", "partnership__second", "partnership__club"
    )
    entries = {entry.pk: entry for entry in found}
    meets = _opponents(stage)
    return {
        pk: SeedPlace(number=number, entry=entries[pk], meets=entries.get(meets.get(pk, 0)))
        for number, pk in enumerate(seeds_of(stage), 1)
        if pk in entries
    }


def objections_to_seeds(stage: Stage, one: SeedPlace, other: SeedPlace) -> list[SeedObjection]:
    """What would be so after `one` and `other` have exchanged their seeds."""
    clubs = {pk: place.entry.partnership.club_id for pk, place in seed_places(stage).items()}
    divisions = dict(
        DivisionEntry.objects.filter(
            stage__competition=stage.competition_id, entry__in=seeds_of(stage)
        )
        .order_by("stage__number")
        .values_list("entry", "division")
    )
    found = []
    for entry, opponent in ((one.entry, other.meets), (other.entry, one.meets)):
        if opponent is None:
            if (one.meets is None) != (other.meets is None):
                had = other if entry == one.entry else one
                found.append(SeedObjection(code="bye", one=entry, other=had.entry))
            continue
        for code, of in (("same_club", clubs), ("same_division", divisions)):
            own = of.get(entry.pk)
            if len(set(of.values())) > 1 and own is not None and own == of.get(opponent.pk):
                found.append(SeedObjection(code=code, one=entry, other=opponent))
    return found


def first_pairs(stage: Stage) -> set[frozenset[int]]:
    """Who meets in the first round by the seeds, as pairs of ids."""
    return {frozenset(pair) for pair in _opponents(stage).items()}


def met_by_hand(stage: Stage, entries: Mapping[int, Entry]) -> list[tuple[int, int]]:
    """Pairs of one club that meet in the first round only since seeds were exchanged by hand."""
    clubs = {pk: entry.partnership.club_id for pk, entry in entries.items()}
    drawn = {frozenset(pair) for pair in stage.draw.get("same_club", [])}
    moved = {pk for swap in seed_swaps(stage) for pk in (swap["one"], swap["other"])}
    if len(set(clubs.values())) < 2:
        return []
    return sorted(
        (min(pair), max(pair))
        for pair in first_pairs(stage) - drawn
        if pair & moved and pair <= clubs.keys() and len({clubs[pk] for pk in pair}) == 1
    )


def seed_swaps(stage: Stage) -> list[dict[str, Any]]:
    """The exchanges by hand that stand, the oldest first: one, other, numbers, reason, by, at."""
    return list(stage.draw.get("seed_swaps") or [])


def _opponents(stage: Stage) -> dict[int, int]:
    seeds = seeds_of(stage)
    met: dict[int, int] = {}
    for upper, lower in first_round(len(seeds)):
        if isinstance(upper, Seed) and isinstance(lower, Seed):
            a, b = seeds[upper.number - 1], seeds[lower.number - 1]
            met |= {a: b, b: a}
    return met
