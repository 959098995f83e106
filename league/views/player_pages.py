"""A player's page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Player
from league.permissions import role_in
from league.queries.matches import MatchView, starts_of
from league.queries.merges import player_became
from league.queries.players import History, history_of_player, partnerships_of
from league.queries.records import Record
from league.queries.versions import of_player
from league.views.following import following
from league.views.schedule import MatchLine, match_line
from league.words.figures import local_day, plain_figure, signed_figure


@require_safe
@following(every=10, competitions=of_player)
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """What this person has done at the tables, for everybody. The address of a record that was
    merged leads to the one that was kept."""
    found = Player.objects.select_related("club").filter(pk=pk).first()
    if found is None:
        now = player_became(pk)
        if now is None:
            raise Http404
        return redirect("player", now)
    context = {
        "player": found,
        "club": found.club,
        "partnerships": partnerships_of(found),
        "may_claim": found.user_id is None and role_in(request.user, found.club) is not None,
        **history_context(history_of_player(found)),
    }
    return render(request, "players/player.html", context)


def history_context(past: History) -> dict[str, object]:
    """What `players/_history.html` needs."""
    return {
        "history": past,
        "total": figures_of(past.total),
        "by_competition": [(one, figures_of(record)) for one, record in past.by_competition],
        "matches": [_line(view) for view in past.matches],
        "playing": [_line(view) for view in past.playing],
        "coming": [_line(view) for view in past.coming[:3]],
    }


def figures_of(record: Record) -> dict[str, str]:
    """Every figure of a record as text, with its sign where it has one."""
    figures = {name: plain_figure(getattr(record, name)) for name in Record.__dataclass_fields__}
    return {**figures, "difference": signed_figure(record.difference)}


def _line(view: MatchView) -> MatchLine:
    starts_at = starts_of(view.match)
    where = local_day(starts_at) if starts_at else _("no day yet")
    return match_line(view, timezone.localdate(), where=where)
