"""What the screen in the hall is about: which rounds are on, which come next, whose names."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from league.models import Board, Bye, Club, Competition, Entry, Match, Player, Round
from league.queries.matches import MatchView, load_matches
from league.queries.postponements import made_up_on, span_of
from league.queries.schedule import RoundView, load_rounds, on_now


def board_of(competition: Competition) -> Board:
    """How the board is steered; one that nobody has touched is not stored."""
    return Board.objects.filter(competition=competition).first() or Board(competition=competition)


def boards_tonight(club: Club, today: date) -> list[Competition]:
    """The club's competitions that everybody may see with something to play today, by id."""
    start, end = span_of(today)
    out = ~Q(state=Round.State.DRAFT)
    own = Round.objects.filter(out, starts_at__gte=start, starts_at__lt=end)
    made_up = Match.objects.filter(starts_at__gte=start, starts_at__lt=end).exclude(
        round__state=Round.State.DRAFT
    )
    found = Competition.objects.filter(club=club, rehearsal=False).exclude(
        state=Competition.State.DRAFT
    )
    return list(
        found.filter(
            Q(pk__in=own.values("stage__competition"))
            | Q(pk__in=made_up.values("round__stage__competition"))
        )
        .select_related("club")
        .order_by("pk")
    )


def rounds_on(competition: Competition, today: date) -> list[RoundView]:
    """Tonight's rounds that are on, brackets too; where nothing is played today, the last round
    before. Published ones alone."""
    rounds = _out(competition)
    tonight = [one for one in rounds if _day(one) == today]
    if tonight:
        return load_rounds(on_now(tonight))
    before = [one for one in rounds if (_day(one) or date.min) < today]
    before.sort(key=lambda one: (_day(one) or date.min, one.stage.number, one.number))
    return load_rounds(before[-1:])


def beside(competition: Competition, today: date, shown: Collection[int]) -> list[MatchView]:
    """What is at a table today besides the rounds `shown` (ids): matches made up, and games of
    tonight's other rounds that are still in play."""
    made_up = made_up_on(today, competition=competition)
    apart = {view.match.pk for view in made_up}
    start, end = span_of(today)
    begun = (
        Match.objects.filter(
            round__stage__competition=competition,
            round__starts_at__gte=start,
            round__starts_at__lt=end,
            round__state=Round.State.PUBLISHED,
            games__isnull=False,
            accepted_at=None,
        )
        .exclude(round__in=shown)
        .exclude(pk__in=apart)
    )
    others = Match.objects.filter(pk__in=begun.values("pk")).order_by("round__number", "table")
    playing = [view for view in load_matches(others, seats=False) if not view.over]
    return playing + [view for view in made_up if view.match.round_id not in shown]


def rounds_next(competition: Competition, today: date) -> list[Round]:
    """The rounds people look for their table in: of each stage the first one out at which no more
    than half of the tables have begun, on the first day there is one. None that is over."""
    begun = Q(matches__games__isnull=False) | Q(matches__forfeit__isnull=False)
    rounds = (
        _out(competition)
        .exclude(state=Round.State.CLOSED)
        .annotate(
            tables=Count("matches", distinct=True),
            begun=Count("matches", filter=begun, distinct=True),
        )
    )
    waiting: dict[int, Round] = {}
    for one in rounds:
        day = _day(one)
        late = day is not None and day < today
        if not late and one.tables and one.begun * 2 <= one.tables:
            waiting.setdefault(one.stage_id, one)
    first = min((_day(one) or date.max for one in waiting.values()), default=date.max)
    return [one for one in waiting.values() if (_day(one) or date.max) == first]


def byes_of(rounds: Sequence[Round]) -> list[Bye]:
    """Who sits these rounds out."""
    return list(Bye.objects.filter(round__in=rounds).order_by("pk"))


def entries_named(numbers: Collection[int]) -> Mapping[int, Entry]:
    """The entries with both people, by id; those that are gone are left out."""
    found = Entry.objects.filter(pk__in=numbers)
    return {
        one.pk: one for one in found.select_related("partnership__first", "partnership__second")
    }


def players_named(numbers: Collection[int]) -> Mapping[int, Player]:
    """The players by id; those that are gone are left out."""
    return Player.objects.in_bulk(numbers)


def rounds_still_out(numbers: Collection[int]) -> set[int]:
    """Which of these rounds everybody can see."""
    found = Round.objects.filter(pk__in=numbers).exclude(state=Round.State.DRAFT)
    return set(found.values_list("pk", flat=True))


def clocks_of(competition: Competition) -> list[Round]:
    """The rounds whose bell's clock was started."""
    found = Round.objects.filter(stage__competition=competition, bell__isnull=False)
    return list(found.filter(state=Round.State.PUBLISHED).select_related("stage__competition"))


def _out(competition: Competition) -> QuerySet[Round]:
    return (
        Round.objects.filter(stage__competition=competition)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage__competition")
        .order_by("stage__number", "number")
    )


def _day(one: Round) -> date | None:
    return timezone.localtime(one.starts_at).date() if one.starts_at else None
