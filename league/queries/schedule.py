"""Rounds with their tables and byes: what is played, what is still to come.

Draft rounds are left out unless asked for; who may ask is decided by the view.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from league.models import Bye, Club, Competition, Entry, Match, Round, Stage
from league.queries.matches import MatchView, load_matches


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round with its matches by table and the entries that sit it out."""

    round: Round
    matches: tuple[MatchView, ...]
    byes: tuple[Entry, ...]

    @property
    def draft(self) -> bool:
        return self.round.state == Round.State.DRAFT

    @property
    def day(self) -> date | None:
        """The day of the round where the club plays."""
        starts_at = self.round.starts_at
        return timezone.localtime(starts_at).date() if starts_at else None

    @property
    def unfinished(self) -> bool:
        """Whether a match is still to be played or finished."""
        return any(not view.over for view in self.matches)


def rounds_of(
    competition: Competition,
    *,
    drafts: bool = False,
    club: int | None = None,
    partnership: int | None = None,
) -> list[RoundView]:
    """The rounds in order; with `club` or `partnership` only what concerns them.

    A round in which nothing of theirs is played (or sat out) is left out then. The number of
    statements does not depend on how many rounds or matches there are.
    """
    rounds = Round.objects.filter(stage__competition=competition).select_related("stage")
    if not drafts:
        rounds = rounds.exclude(state=Round.State.DRAFT)
    views = load_rounds(list(rounds), club=club, partnership=partnership)
    if club is None and partnership is None:
        return views
    return [view for view in views if view.matches or view.byes]


def load_rounds(
    rounds: Sequence[Round], *, club: int | None = None, partnership: int | None = None
) -> list[RoundView]:
    """These rounds with matches and byes, in their order; narrowed as `rounds_of` says."""
    matches = Match.objects.filter(round__in=rounds).order_by("table")
    byes = Bye.objects.filter(round__in=rounds).select_related(
        "entry__partnership__first", "entry__partnership__second", "entry__partnership__club"
    )
    if club is not None:
        matches = matches.filter(
            Q(entry_a__partnership__club=club) | Q(entry_b__partnership__club=club)
        )
        byes = byes.filter(entry__partnership__club=club)
    if partnership is not None:
        matches = matches.filter(
            Q(entry_a__partnership=partnership) | Q(entry_b__partnership=partnership)
        )
        byes = byes.filter(entry__partnership=partnership)
    played: dict[int, list[MatchView]] = defaultdict(list)
    for view in load_matches(matches, seats=False):
        played[view.match.round_id].append(view)
    sitting: dict[int, list[Entry]] = defaultdict(list)
    for bye in byes:
        sitting[bye.round_id].append(bye.entry)
    return [
        RoundView(round=one, matches=tuple(played[one.pk]), byes=tuple(sitting[one.pk]))
        for one in rounds
    ]


def current_rounds(competition: Competition, today: date) -> list[RoundView]:
    """Tonight's round, else the last one before and the next one after; published ones, and
    none of a bracket."""
    rounds = list(
        Round.objects.filter(stage__competition=competition)
        .exclude(stage__kind__in=Stage.BRACKETS)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage")
    )
    before = [one for one in rounds if _day(one, today) < today or one.starts_at is None]
    tonight = [one for one in rounds if _day(one, today) == today and one.starts_at is not None]
    later = [one for one in rounds if _day(one, today) > today]
    later.sort(key=lambda one: _day(one, today))
    before.sort(key=lambda one: (_day(one, today), one.stage.number, one.number))
    return load_rounds(on_now(tonight) or [*before[-1:], *later[:1]])


def on_now(rounds: Iterable[Round]) -> list[Round]:
    """Of one day's rounds that are out, in order, the one of each stage that is on: the first that
    is not closed, else the last; where rounds are drawn one by one the last. A tournament plays
    many rounds in an evening."""
    found: dict[int, Round] = {}
    for one in rounds:
        before = found.get(one.stage_id)
        one_by_one = one.stage.kind in Stage.DRAWN_ROUND_BY_ROUND
        if before is None or before.state == Round.State.CLOSED or one_by_one:
            found[one.stage_id] = one
    return list(found.values())


def bracket_rounds_of(competition: Competition) -> list[RoundView]:
    """The rounds of brackets that everybody can see, in order."""
    return load_rounds(
        list(
            Round.objects.filter(stage__competition=competition, stage__kind__in=Stage.BRACKETS)
            .exclude(state=Round.State.DRAFT)
            .select_related("stage")
        )
    )


def clubs_in(entries: Iterable[Entry]) -> list[Club]:
    """The clubs the entries come from, by name."""
    clubs = {entry.partnership.club.pk: entry.partnership.club for entry in entries}
    return sorted(clubs.values(), key=lambda club: (club.name.casefold(), club.pk))


def _day(one: Round, otherwise: date) -> date:
    return timezone.localtime(one.starts_at).date() if one.starts_at else otherwise
