"""What a correction moves: places, qualifiers, slots; and what was made from the table before.

Two pictures of a competition, one before and one after, are compared; nothing is guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from league.models import Competition, Entry, Match, Player
from league.queries.brackets import bracket_state, brackets_of
from league.queries.cuts import Recut, recut_of
from league.queries.impact_choices import CutMoved, DrawnRound, Since, cuts_moved, drawn_since
from league.queries.player_standings import player_standings_of
from league.queries.stages import rotating
from league.queries.standings import standings_of
from league.queries.table_facts import entries_of

Slot = tuple[int, str]
Pair = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Picture:
    """What everybody can see of the order of things, by ids.

    `places` is (rank, match points) of each entry in the table, or of each player (`alone`) where
    partners rotate; `slots` who meets in each slot of a bracket; `asked` the slots where an
    organizer has to choose; `cuts` what another cut of each bracket would change, by stage.
    """

    alone: bool
    places: Mapping[int, tuple[int, str]]
    slots: Mapping[Slot, Pair]
    asked: frozenset[Slot]
    cuts: Mapping[int, Recut | None]

    def moving(self, which: str) -> set[tuple[int, int]]:
        """(stage, entry) of who "comes" or "goes"."""
        return {
            (stage, entry.pk)
            for stage, cut in self.cuts.items()
            if cut is not None
            for entry in getattr(cut, which)
        }


@dataclass(frozen=True, slots=True)
class SlotMoved:
    """A match of a bracket: who met there, and who does now; None where nobody is known."""

    round: str
    before: tuple[Entry | None, Entry | None]
    after: tuple[Entry | None, Entry | None]


@dataclass(frozen=True, slots=True)
class Impact:
    """What moves. `ranks` has (entry, or player where partners rotate, place before, place after),
    0 for no place; `asks`: a begun match of a bracket needs a choice afterwards. `drawn` and `cuts`
    are the rounds and brackets made from the table before: they stay unless made again."""

    ranks: tuple[tuple[Entry | Player, int, int], ...] = ()
    comes: tuple[Entry, ...] = ()
    goes: tuple[Entry, ...] = ()
    slots: tuple[SlotMoved, ...] = ()
    asks: bool = False
    drawn: tuple[DrawnRound, ...] = ()
    cuts: tuple[CutMoved, ...] = ()

    @property
    def moves(self) -> bool:
        return bool(
            self.ranks
            or self.comes
            or self.goes
            or self.slots
            or self.asks
            or self.drawn
            or self.cuts
        )

    @property
    def stamp(self) -> str:
        """A short text that differs when something else moves."""
        told = (
            [(entry.pk, before, after) for entry, before, after in self.ranks],
            [entry.pk for entry in self.comes],
            [entry.pk for entry in self.goes],
            [(one.round, [e and e.pk for e in (*one.before, *one.after)]) for one in self.slots],
            self.asks,
            [one.stamp for one in self.drawn],
            [one.stamp for one in self.cuts],
        )
        return sha256(repr(told).encode()).hexdigest()[:16]


def picture_of(competition: Competition) -> Picture:
    """The competition as it stands."""
    slots: dict[Slot, Pair] = {}
    asked: set[Slot] = set()
    cuts: dict[int, Recut | None] = {}
    for stage in brackets_of(competition, drafts=True):
        stage.competition = competition
        state = bracket_state(stage)
        for key, one in state.resolved.items():
            slots[stage.pk, key] = (one.a, one.b)
        asked |= {(stage.pk, held.key) for held in state.to_decide}
        cuts[stage.pk] = recut_of(stage)
    alone = rotating(competition)
    return Picture(
        alone=alone,
        places=_players(competition) if alone else _entries(competition),
        slots=slots,
        asked=frozenset(asked),
        cuts=cuts,
    )


def impact_between(
    competition: Competition, before: Picture, after: Picture, *, since: Since | None = None
) -> Impact:
    """What has moved from one picture to the other.

    `since` is the round, (number of its stage, its number), of the result that is another one.
    """
    by_id = {entry.pk: entry for entry in entries_of(competition)}
    listed: Mapping[int, Entry | Player] = by_id
    if after.alone:
        listed = Player.objects.in_bulk({*before.places, *after.places})
    ranks = []
    for pk in dict.fromkeys((*after.places, *before.places)):
        was, now = before.places.get(pk, (0, ""))[0], after.places.get(pk, (0, ""))[0]
        if was != now and pk in listed:
            ranks.append((listed[pk], was, now))
    comes = after.moving("comes") - before.moving("comes")
    goes = after.moving("goes") - before.moving("goes")
    return Impact(
        ranks=tuple(ranks),
        comes=tuple(by_id[pk] for _stage, pk in sorted(comes)),
        goes=tuple(by_id[pk] for _stage, pk in sorted(goes)),
        slots=_slots_moved(by_id, before, after),
        asks=bool(after.asked - before.asked),
        drawn=drawn_since(competition, since) if before.places != after.places else (),
        cuts=cuts_moved(competition, before.cuts, after.cuts, by_id),
    )


def _entries(competition: Competition) -> dict[int, tuple[int, str]]:
    return {
        place.entry.pk: (place.row.rank, str(place.row.match_points))
        for place in standings_of(competition).rows
    }


def _players(competition: Competition) -> dict[int, tuple[int, str]]:
    return {
        place.player.pk: (place.row.rank, str(place.row.match_points))
        for place in player_standings_of(competition).rows
    }


def _slots_moved(
    by_id: Mapping[int, Entry], before: Picture, after: Picture
) -> tuple[SlotMoved, ...]:
    def people(pair: Pair) -> tuple[Entry | None, Entry | None]:
        return by_id.get(pair[0] or 0), by_id.get(pair[1] or 0)

    moved = [
        (slot, before.slots.get(slot, (None, None)), after.slots.get(slot, (None, None)))
        for slot in sorted({*before.slots, *after.slots})
    ]
    moved = [one for one in moved if set(one[1]) != set(one[2])]
    rounds = {
        (stage, slot or ""): str(found.round)
        for found in Match.objects.filter(slot__in=[slot for (_s, slot), *_ in moved])
        .select_related("round")
        .order_by("pk")
        for stage, slot in [(found.round.stage_id, found.slot)]
    }
    return tuple(
        SlotMoved(round=rounds.get(slot, slot[1]), before=people(was), after=people(now))
        for slot, was, now in moved
    )
