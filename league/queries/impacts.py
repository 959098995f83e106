"""What a correction moves: places, qualifiers, bracket slots, and rounds that were drawn before it.

Two pictures of a competition, one before and one after, are compared; nothing is guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from league.models import Competition, Entry, Game, Match, Round, Stage
from league.queries.brackets import bracket_state, brackets_of
from league.queries.cuts import recut_of
from league.queries.standings import entries_of, standings_of

Slot = tuple[int, str]
Pair = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Picture:
    """What everybody can see of the order of things, by ids.

    `places` is (rank, match points) of each entry in the table; `slots` who meets in each slot of
    a bracket; `asked` the slots where an organizer has to choose; `comes` and `goes` (stage, entry)
    who another cut would change.
    """

    places: Mapping[int, tuple[int, str]]
    slots: Mapping[Slot, Pair]
    asked: frozenset[Slot]
    comes: frozenset[tuple[int, int]]
    goes: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SlotMoved:
    """A match of a bracket: who met there, and who does now; None where nobody is known."""

    round: str
    before: tuple[Entry | None, Entry | None]
    after: tuple[Entry | None, Entry | None]


@dataclass(frozen=True, slots=True)
class Impact:
    """What moves. `ranks` has (entry, place before, place after), 0 for no place; `drawn` are the
    rounds already drawn from the table before, which stay as they are; `asks`: a begun match of a
    bracket needs a choice afterwards."""

    ranks: tuple[tuple[Entry, int, int], ...] = ()
    comes: tuple[Entry, ...] = ()
    goes: tuple[Entry, ...] = ()
    slots: tuple[SlotMoved, ...] = ()
    asks: bool = False
    drawn: tuple[Round, ...] = ()

    @property
    def moves(self) -> bool:
        return bool(self.ranks or self.comes or self.goes or self.slots or self.asks or self.drawn)

    @property
    def stamp(self) -> str:
        """A short text that differs when something else moves."""
        told = (
            [(entry.pk, before, after) for entry, before, after in self.ranks],
            [entry.pk for entry in self.comes],
            [entry.pk for entry in self.goes],
            [(one.round, [e and e.pk for e in (*one.before, *one.after)]) for one in self.slots],
            self.asks,
            [one.pk for one in self.drawn],
        )
        return sha256(repr(told).encode()).hexdigest()[:16]


def picture_of(competition: Competition) -> Picture:
    """The competition as it stands."""
    slots: dict[Slot, Pair] = {}
    asked: set[Slot] = set()
    comes: set[tuple[int, int]] = set()
    goes: set[tuple[int, int]] = set()
    for stage in brackets_of(competition, drafts=True):
        stage.competition = competition
        state = bracket_state(stage)
        for key, one in state.resolved.items():
            slots[stage.pk, key] = (one.a, one.b)
        asked |= {(stage.pk, held.key) for held in state.to_decide}
        recut = recut_of(stage)
        if recut is not None:
            comes |= {(stage.pk, entry.pk) for entry in recut.comes}
            goes |= {(stage.pk, entry.pk) for entry in recut.goes}
    return Picture(
        places={
            place.entry.pk: (place.row.rank, str(place.row.match_points))
            for place in standings_of(competition).rows
        },
        slots=slots,
        asked=frozenset(asked),
        comes=frozenset(comes),
        goes=frozenset(goes),
    )


def impact_between(competition: Competition, before: Picture, after: Picture) -> Impact:
    """What has moved from one picture to the other."""
    by_id = {entry.pk: entry for entry in entries_of(competition)}
    ranks = []
    for pk in dict.fromkeys((*after.places, *before.places)):
        was, now = before.places.get(pk, (0, ""))[0], after.places.get(pk, (0, ""))[0]
        if was != now and pk in by_id:
            ranks.append((by_id[pk], was, now))
    return Impact(
        ranks=tuple(ranks),
        comes=tuple(by_id[pk] for _stage, pk in sorted(after.comes - before.comes)),
        goes=tuple(by_id[pk] for _stage, pk in sorted(after.goes - before.goes)),
        slots=_slots_moved(by_id, before, after),
        asks=bool(after.asked - before.asked),
        drawn=_drawn_before(competition) if before.places != after.places else (),
    )


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


def _drawn_before(competition: Competition) -> tuple[Round, ...]:
    """Rounds drawn from the table, of which nothing is on record yet: drafts and published."""
    begun = Game.objects.filter(match__round__stage__competition=competition)
    found = Round.objects.filter(
        stage__competition=competition,
        stage__kind__in=(Stage.Kind.SWISS, Stage.Kind.RANDOM),
        number__gt=1,
    ).exclude(state=Round.State.CLOSED)
    return tuple(
        found.exclude(pk__in=begun.values("match__round"))
        .select_related("stage")
        .order_by("stage__number", "number")
    )
