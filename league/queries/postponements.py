"""What is played in a hall at a time, and what is made up on a day apart from its round."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone

from league.models import Club, Competition, Match, Round, Stage
from league.queries.matches import MatchView, load_matches, starts_of, table_of

# Minutes a game is taken to last where the draw does not say how far apart sittings are.
A_GAME = 60
# Nothing that began longer ago is still at its table.
LONGEST = timedelta(hours=12)


def lasting(stage: Stage) -> timedelta:
    """How long a match of this stage is taken to hold its table."""
    return timedelta(minutes=(stage.draw.get("minutes") or A_GAME) * stage.best_of)


def played_then(
    competition: Competition, starts_at: datetime, lasts: timedelta, *, apart_from: Q | None = None
) -> list[MatchView]:
    """The matches of this club that hold a table at some time from `starts_at` on for `lasts`.

    Those that are over hold none, nor those put off without a day. A rehearsal meets itself alone.
    """
    hall = (
        Q(round__stage__competition=competition)
        if competition.rehearsal
        else Q(
            round__stage__competition__club=competition.club_id,
            round__stage__competition__rehearsal=False,
        )
    )
    span = (starts_at - LONGEST, starts_at + lasts)
    with_round = Q(starts_at=None, postponed=False, round__starts_at__range=span)
    found = Match.objects.filter(hall).filter(Q(starts_at__range=span) | with_round)
    if apart_from is not None:
        found = found.exclude(apart_from)
    return [
        view
        for view in load_matches(found.order_by("round__number", "table"), seats=False)
        if not view.over and _meets(view.match, starts_at, lasts)
    ]


def made_up_beside(found: Round, starts_at: datetime | None) -> list[MatchView]:
    """The matches of other rounds that are made up while a round is played that starts then."""
    if starts_at is None:
        return []
    apart = Q(round=found) | Q(starts_at=None)
    stage = found.stage
    return played_then(stage.competition, starts_at, lasting(stage), apart_from=apart)


def span_of(day: date) -> tuple[datetime, datetime]:
    """When a day begins where the club plays, and when the next one does."""
    start, end = (datetime.combine(day + timedelta(days=n), time.min) for n in (0, 1))
    return timezone.make_aware(start), timezone.make_aware(end)


def made_up_on(
    day: date, *, competition: Competition | None = None, club: Club | None = None
) -> list[MatchView]:
    """The matches of published rounds that are made up on this day, by time and table.

    Of one competition, or of all of a club (None: of every club) that everybody may know of.
    """
    start, end = span_of(day)
    found = Match.objects.filter(starts_at__gte=start, starts_at__lt=end).exclude(
        round__state=Round.State.DRAFT
    )
    if competition is not None:
        found = found.filter(round__stage__competition=competition)
    else:
        found = found.filter(round__stage__competition__rehearsal=False).exclude(
            round__stage__competition__state=Competition.State.DRAFT
        )
    if club is not None:
        found = found.filter(round__stage__competition__club=club)
    views = load_matches(found, seats=False)
    return sorted(views, key=lambda view: (view.match.starts_at, table_of(view.match)))


def at_table(then: Iterable[MatchView], tables: Collection[int]) -> MatchView | None:
    """The first of these matches that holds one of `tables`."""
    return next((view for view in then if table_of(view.match) in tables), None)


def with_people(then: Iterable[MatchView], matches: Sequence[Match]) -> MatchView | None:
    """The first of these matches in which somebody of `matches` plays."""
    people = {player for match in matches for player in _people(match)}
    return next((view for view in then if people & set(_people(view.match))), None)


def free_table(then: Iterable[MatchView], *, tables: int | None) -> int | None:
    """The lowest table nobody holds; None when all `tables` of the hall are held."""
    held = {table_of(view.match) for view in then}
    free = next(number for number in range(1, len(held) + 2) if number not in held)
    return None if tables is not None and free > tables else free


def _meets(match: Match, starts_at: datetime, lasts: timedelta) -> bool:
    begins = starts_of(match)
    if begins is None:
        return False
    return begins < starts_at + lasts and starts_at < begins + lasting(match.round.stage)


def _people(match: Match) -> tuple[int, int, int, int]:
    one, other = match.entry_a.partnership, match.entry_b.partnership
    return one.first_id, one.second_id, other.first_id, other.second_id
