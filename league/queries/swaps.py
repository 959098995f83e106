"""What speaks against putting two entries in each other's place in a round."""

from dataclasses import dataclass

from django.db.models import Q

from league.models import Bye, Entry, Match, Round
from league.queries.table_facts import COUNTED

_SIDES = ("entry_a", "entry_b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry is in a round: at a match's side "entry_a" or "entry_b", or its bye."""

    entry: Entry
    match: Match | None
    side: str
    bye: Bye | None

    @property
    def who(self) -> Entry:
        return self.entry

    @property
    def opponent(self) -> Entry | None:
        if self.match is None:
            return None
        return self.match.entry_b if self.side == "entry_a" else self.match.entry_a


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """`code`: "meet_again" (in `rounds`, by number) or "same_club", and the two it is about."""

    code: str
    one: Entry
    other: Entry
    rounds: tuple[int, ...] = ()


def places_of(round: Round) -> dict[int, Place]:
    """Everybody's place in the round, by the entry's id, in order of tables; byes last."""
    people = ("partnership__first", "partnership__second", "partnership__club")
    matches = round.matches.order_by("table").select_related(
        *(f"{side}__{path}" for side in _SIDES for path in people)
    )
    places = {
        getattr(match, side).pk: Place(entry=getattr(match, side), match=match, side=side, bye=None)
        for match in matches
        for side in _SIDES
    }
    for bye in round.byes.select_related(*(f"entry__{path}" for path in people)):
        places[bye.entry_id] = Place(entry=bye.entry, match=None, side="", bye=bye)
    return places


def objections_to(round: Round, one: Place, other: Place) -> list[Objection]:
    """What the two new tables would be: a meeting that is in another round too, one club."""
    found = []
    for entry, opponent in ((one.entry, other.opponent), (other.entry, one.opponent)):
        if opponent is None:
            continue
        rounds = _meetings(round, entry, opponent)
        if rounds:
            found.append(Objection(code="meet_again", one=entry, other=opponent, rounds=rounds))
        if entry.partnership.club_id == opponent.partnership.club_id and _several_clubs(round):
            found.append(Objection(code="same_club", one=entry, other=opponent))
    return found


def _meetings(round: Round, one: Entry, other: Entry) -> tuple[int, ...]:
    """The other rounds in which these two meet, drafts too."""
    both = Q(entry_a=one, entry_b=other) | Q(entry_a=other, entry_b=one)
    found = Match.objects.filter(
        both, round__stage__competition=round.stage.competition_id, round__stage__kind__in=COUNTED
    ).exclude(round=round)
    return tuple(found.order_by("round__number").values_list("round__number", flat=True))


def _several_clubs(round: Round) -> bool:
    entries = Entry.objects.filter(competition=round.stage.competition_id)
    return entries.values("partnership__club").distinct().count() > 1
