"""Paper: score sheets, who sits where, the table. Each fits Letter, black on white."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.models import Bye, Competition, Match, Round
from league.permissions import may_organize
from league.queries.access import Viewer, competition_for, match_for, round_for
from league.queries.brackets import is_cup
from league.queries.hands import rules_of
from league.queries.matches import starts_of, table_of
from league.queries.prints import Sitter, matches_of, own_time, put_off_from, sitters_of
from league.queries.stages import rotating
from league.queries.standings import Standings
from league.views.codes import Code
from league.views.cup_places import cup_context
from league.views.links import codes_of
from league.views.moments import asked_table
from league.views.player_standings import player_table
from league.views.readers import for_everybody
from league.views.requests import number_in
from league.views.standings import table_context
from league.words.figures import local_time
from league.words.schedule import round_title, round_when
from league.words.sorting import name_key
from league.words.standings import names_of
from scoring import RuleSet

# Lines for hands: a whole page takes the longest game of the usual rules with three to spare.
LINES = 16
LINES_OF_HALF = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A score sheet before it is written on; "" where the pencil fills in."""

    title: SafeString | str
    where: SafeString | str
    game: str
    a: SafeString | str
    b: SafeString | str
    target: str
    no_trump: bool
    code: Code | None = None


@require_safe
@for_everybody
def print_blank(request: HttpRequest) -> HttpResponse:
    """A blank score sheet; ?competition= for its rules, ?half= for two on a page."""
    pk = number_in(request.GET.get("competition", ""))
    competition = competition_for(request.user, pk) if pk else None
    sheet = Sheet(
        title=competition.name if competition else _("Tarabish"),
        where="",
        game="",
        a="",
        b="",
        target=_target(competition),
        no_trump=_no_trump(competition),
    )
    return _sheets(
        request, [sheet] * (2 if _half(request) else 1), back=_home(competition), of=competition
    )


@require_safe
@for_everybody
def print_match(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheets of one match, with names and table: one for each game that may be played.

    An organizer's have the code of the table's link, where there is one.
    """
    match = match_for(request.user, pk)
    codes = _codes(request, match.round, [match])
    return _sheets(request, sheets_of(match, codes.get(match.pk)), back=_back(match.round))


@require_safe
@for_everybody
def print_sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """A sheet for each table of a round; ?half= for two on a page.

    An organizer's have the code of each table's link, where there is one.
    """
    found = round_for(request.user, pk)
    matches = matches_of(found)
    codes = _codes(request, found, matches)
    sheets = [sheet for match in matches for sheet in sheets_of(match, codes.get(match.pk))]
    links = reverse("round_links", args=[pk]) if _organizes(request, found) else ""
    return _sheets(request, sheets, back=_back(found), links=links)


@require_safe
@for_everybody
def print_tables(request: HttpRequest, pk: int) -> HttpResponse:
    """Who meets whom, by table."""
    found = round_for(request.user, pk)
    return render(request, "prints/tables.html", round_context(found) | tables_context(found))


@require_safe
@for_everybody
def print_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Where do I sit: every player of a round by name, with the table."""
    found = round_for(request.user, pk)
    context = {**round_context(found), "rows": name_rows(found)}
    return render(request, "prints/names.html", context)


@require_safe
@for_everybody
def print_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The table as it stands, in the order of the page; of a cup the places of its bracket."""
    competition = competition_for(request.user, pk)
    if is_cup(competition):
        cup = cup_context(competition, request.user)
        cup |= {"back": reverse("standings", args=[competition.pk]), "day": timezone.localtime()}
        return render(request, "prints/cup.html", cup)
    asked = asked_table(request, competition)
    context = {
        "competition": competition,
        "back": reverse("standings", args=[competition.pk]) + str(asked.context["moment_query"]),
        **table_paper(asked.table, request.user),
        **asked.context,
    }
    return render(request, "prints/standings.html", context, status=asked.status)


def round_context(found: Round) -> dict[str, object]:
    """What every paper of a round says of it."""
    return {
        "round": found,
        "competition": found.stage.competition,
        "title": round_title(found),
        "when": round_when(found.starts_at),
        "back": _back(found),
    }


def tables_context(found: Round) -> dict[str, object]:
    """What `prints/_tables.html` needs beside `round_context`."""
    byes = Bye.objects.filter(round=found).select_related(
        "entry__partnership__first", "entry__partnership__second"
    )
    return {
        "rows": [
            (table_of(one), _clock(one, found), names_of(one.entry_a), names_of(one.entry_b))
            for one in matches_of(found)
        ],
        "byes": [names_of(bye.entry) for bye in byes],
        "put_off": [(names_of(one.entry_a), names_of(one.entry_b)) for one in put_off_from(found)],
    }


def name_rows(found: Round) -> list[tuple[Sitter, int | None, str]]:
    """Everybody of a round by name, with the table (None: bye) and its own time."""
    rows = sorted(sitters_of(found), key=lambda one: (name_key(one.player.called), one.player.pk))
    return [
        (
            one,
            table_of(one.match) if one.match else None,
            _clock(one.match, found) if one.match else "",
        )
        for one in rows
    ]


def table_paper(table: Standings, viewer: Viewer) -> dict[str, object]:
    """What `prints/_table_page.html` needs; where partners rotate, a line a player."""
    context: dict[str, object] = {
        "day": timezone.localtime(table.as_of),
        **table_context(table, viewer),
    }
    if not table.rows and rotating(table.competition):
        context |= player_table(table.competition, viewer)
    return context


def _organizes(request: HttpRequest, found: Round) -> bool:
    return may_organize(request.user, found.stage.competition.club)


def _codes(request: HttpRequest, found: Round, matches: list[Match]) -> dict[int, Code]:
    return codes_of(request, matches) if _organizes(request, found) else {}


def sheets_of(match: Match, code: Code | None = None) -> list[Sheet]:
    """The sheets of a match: one for each game that may be played."""
    found = match.round
    competition = found.stage.competition
    best_of = found.stage.best_of
    return [
        Sheet(
            title=competition.name,
            where=format_html(
                "{} · {} · {}",
                round_title(found),
                round_when(starts_of(match)),
                _("Table %(table)d") % {"table": table_of(match)},
            ),
            game=_("game %(number)d of %(best_of)d") % {"number": number, "best_of": best_of}
            if best_of > 1
            else "",
            a=names_of(match.entry_a),
            b=names_of(match.entry_b),
            target=_target(competition),
            no_trump=_no_trump(competition),
            code=code,
        )
        for number in range(1, best_of + 1)
    ]


def _clock(match: Match, found: Round) -> str:
    """The time beside a table where it is not that of the round."""
    begins = own_time(match, found)
    return "" if begins is None else local_time(begins)


def _target(competition: Competition | None) -> str:
    """What ends a game, as it stands in the corner of the sheet."""
    if competition is None:
        return _("to %(target)d") % {"target": RuleSet().target}
    play = competition.match_play
    if play.get("mode") == "hands":
        hands = play.get("hands") or 0
        return ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands}
    return _("to %(target)d") % {"target": rules_of(competition).target}


def _no_trump(competition: Competition | None) -> bool:
    return competition is not None and rules_of(competition).no_trump


def _sheets(
    request: HttpRequest,
    sheets: Sequence[Sheet],
    *,
    back: str,
    of: Competition | None = None,
    links: str = "",
) -> HttpResponse:
    context = {
        **sheets_context(request, sheets),
        "back": back,
        "competition_pk": of.pk if of else None,
        "links": links,
    }
    answer = render(request, "prints/sheets.html", context)
    if any(sheet.code for sheet in sheets):
        add_never_cache_headers(answer)  # what opens a table stays in nobody's cache
    return answer


def sheets_context(request: HttpRequest, sheets: Sequence[Sheet]) -> dict[str, object]:
    """What `prints/_sheets.html` needs: the sheets by pages, one on each or, asked for, two."""
    half = _half(request)
    size = 2 if half else 1
    return {
        "pages": [sheets[at : at + size] for at in range(0, len(sheets), size)],
        "half": half,
        "hand_numbers": range(1, (LINES_OF_HALF if half else LINES) + 1),
        "path": request.path,
    }


def _home(competition: Competition | None) -> str:
    return reverse("competition", args=[competition.pk]) if competition else reverse("home")


def _back(found: Round) -> str:
    return f"{reverse('schedule', args=[found.stage.competition_id])}#round-{found.pk}"


def _half(request: HttpRequest) -> bool:
    return request.GET.get("half", "") not in ("", "0")
