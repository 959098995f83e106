"""What is on: tonight, in play now, just finished, and which competitions there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from league.models import Club, Competition, Game, Match, Role, Round, User
from league.queries.access import Viewer
from league.queries.matches import MatchView, load_matches
from league.queries.postponements import made_up_on, span_of
from league.queries.schedule import RoundView, load_rounds, on_now

# How far back the front page looks for games in play and results.
LATEST_GAMES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """`tonight`: today's rounds that are on, with all their tables; `made_up`: matches of other
    rounds that are made up today; `playing`: in play elsewhere; `latest`: the last results of
    other rounds; `coming`: the next round after today, None when none is set."""

    tonight: tuple[RoundView, ...]
    made_up: tuple[MatchView, ...]
    playing: tuple[MatchView, ...]
    latest: tuple[MatchView, ...]
    coming: Round | None


def evening(now: datetime, *, club: Club | None = None, results: int = 8) -> Evening:
    """What everybody sees of this day, of one club or of all; published rounds of competitions
    that are not drafts."""
    today = timezone.localtime(now).date()
    start, end = span_of(today)
    rounds = _published(club)
    tonight = load_rounds(on_now(rounds.filter(starts_at__gte=start, starts_at__lt=end)))
    shown = {view.round.pk for view in tonight}
    made_up = [v for v in made_up_on(today, club=club) if v.match.round_id not in shown]
    begun = list(
        Game.objects.filter(match__round__in=_published(club))
        .exclude(match__round__in=shown)
        .exclude(match__in=[view.match.pk for view in made_up])
        .order_by("-pk")
        .values_list("match_id", flat=True)[:LATEST_GAMES]
    )
    order = {pk: at for at, pk in reversed(list(enumerate(begun)))}
    views = load_matches(Match.objects.filter(pk__in=order), seats=False)
    views.sort(key=lambda view: order[view.match.pk])
    return Evening(
        tonight=tuple(tonight),
        made_up=tuple(made_up),
        playing=tuple(view for view in views if not view.over),
        latest=tuple(view for view in views if view.over)[:results],
        coming=rounds.filter(starts_at__gte=end).order_by("starts_at").first(),
    )


def competitions_for(viewer: Viewer, club: Club | None = None) -> list[Competition]:
    """What the viewer may know of, running ones first; drafts and rehearsals for their
    organizers alone."""
    seen = ~Q(state=Competition.State.DRAFT) & Q(rehearsal=False)
    if viewer.is_authenticated and viewer.is_superuser:
        seen = Q()
    elif viewer.is_authenticated:
        seen |= Q(club__in=_organized(viewer))
    found = Competition.objects.filter(seen).select_related("club")
    if club is not None:
        found = found.filter(club=club)
    order = [
        Competition.State.RUNNING,
        Competition.State.OPEN,
        Competition.State.DRAFT,
        Competition.State.FINISHED,
    ]
    return sorted(found, key=lambda one: (order.index(Competition.State(one.state)), -one.pk))


def first_steps() -> tuple[bool, bool]:
    """(is there an account, is there a club): what an empty front page says to do first."""
    return User.objects.exists(), Club.objects.exists()


def _organized(viewer: User) -> Sequence[int]:
    kinds = [Role.Kind.OWNER, Role.Kind.ORGANIZER]
    return list(Role.objects.filter(user=viewer, kind__in=kinds).values_list("club_id", flat=True))


def _published(club: Club | None) -> QuerySet[Round]:
    rounds = Round.objects.all()
    if club is not None:
        rounds = rounds.filter(stage__competition__club=club)
    return (
        rounds.exclude(state=Round.State.DRAFT)
        .exclude(stage__competition__state=Competition.State.DRAFT)
        .exclude(stage__competition__rehearsal=True)
        .select_related("stage__competition__club")
        .order_by("starts_at", "pk")
    )
