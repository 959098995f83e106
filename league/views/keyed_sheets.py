"""Keying a whole game's sheet from paper, on one page and from the keyboard alone."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError, StaleEdit
from league.actions.keyed_sheets import KeyedStart, key_sheet
from league.forms.games import StartForm
from league.forms.keyed_sheets import KeyedForm
from league.models import Game, Match
from league.queries.games import GameView, score_hands
from league.queries.matches import MatchView, load_match, people_of
from league.queries.next_seats import sitting_down
from league.queries.score_sheets import game_sheet, names_of
from league.queries.second_sheets import both_write
from league.views.games import first_seats
from league.views.keyed_lines import KeyedLine, cells_of, empty_lines, keyed_hands, read_lines
from league.views.live_sums import table_data, words_address
from league.views.requests import PageRequest
from league.views.scorers import at_the_table, scorers_only

_LINES = 12
_MORE = 6
_MOST_LINES = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@scorers_only
def match_key(request: PageRequest, pk: int) -> HttpResponse:
    """Who sits where if the game has not begun, then a line a hand; all is stored or nothing.

    422 with the problems in their lines, 409 with what is stored beside what was typed."""
    match, scorer = at_the_table(request, pk)
    if both_write(match):
        return redirect("own_sheets", pk=pk)
    view = load_match(match, sheets=True)
    if request.method != "POST":
        return _first_visit(request, match, view)
    sent = KeyedForm(request.POST)
    if not sent.is_valid():
        note = _("This page is too old to save from. Load the page again.")
        messages.error(request, note)
        return _first_visit(request, match, view, status=422)
    data = sent.cleaned_data
    start = _start_form(match, view, request.POST) if "seat_N" in request.POST else None
    begun = next((one for one in view.games if one.number == data["game"]), None)
    game = begun or _game_to_begin(match, view, data["game"], start)
    lines = read_lines(
        request.POST,
        view,
        game,
        sheet_id=data["sheet_id"],
        first=data["first"],
        count=data["lines"],
    )
    page = _Page(request, match, view, game, data, lines, start)
    if "more" in request.POST or "preview" in request.POST:
        return page.answer(more=_MORE if "more" in request.POST else 0)
    if any(line.both and not line.let_go for line in lines):
        return page.answer(status=409)
    started = start is None or start.is_valid()
    if not started or not all(line.good for line in lines):
        return page.answer(status=422)
    if begun is None and start is None:
        return page.answer(_("Say first who sits where."), status=422)
    hands = keyed_hands(lines, data["sheet_id"])
    if all(line.empty for line in lines):
        return page.answer(_("There is no hand here yet: write the first one."), status=422)
    try:
        new = key_sheet(match, hands, game=data["game"], start=_start(start), by=scorer.by)
    except StaleEdit as stale:
        # What stands there now, beside what was typed.
        page.look_again()
        return page.answer(stale.message, status=409)
    except ActionError as refused:
        return page.answer(refused.message, status=422)
    if new:
        stored = ngettext(
            "%(n)d hand is on the sheet now.", "%(n)d hands are on the sheet now.", len(new)
        )
        messages.success(request, stored % {"n": len(new)})
    else:
        messages.info(
            request, _("These hands are on the sheet already; nothing was written twice.")
        )
    return redirect("score", pk=pk)


@dataclass(slots=True)
class _Page:
    """The page with what was sent, so that nothing typed is lost."""

    request: PageRequest
    match: Match
    view: MatchView
    game: GameView
    data: dict[str, Any]
    lines: list[KeyedLine]
    start: StartForm | None = None

    def look_again(self) -> None:
        """Read the sheet as it stands now, and the lines against it."""
        self.view = load_match(self.match, sheets=True)
        for game in self.view.games:
            if game.number == self.data["game"]:
                self.game, self.start = game, None
        # Hands that were undone meanwhile leave lines to fill in front of these.
        undone = max(self.data["first"] - len(self.game.hands) - 1, 0)
        self.data["first"] -= undone
        self.data["lines"] = min(self.data["lines"] + undone, _MOST_LINES)
        self.lines = read_lines(
            self.request.POST,
            self.view,
            self.game,
            sheet_id=self.data["sheet_id"],
            first=self.data["first"],
            count=self.data["lines"],
        )

    def answer(self, note: str = "", *, status: int = 200, more: int = 0) -> HttpResponse:
        last = self.data["first"] + len(self.lines)
        more = min(more, _MOST_LINES - len(self.lines))
        lines = [*self.lines, *empty_lines(last, more)]
        before = [hand for hand in self.game.hands if hand.number < self.data["first"]]
        names = names_of(self.view, self.game)
        here = replace(self.game, hands=tuple(before))
        sheet = game_sheet(self.view, self.game, {})
        bid = self.view.rules.contract == "bid"
        people = people_of(self.match)
        context = {
            "match": self.match,
            "view": self.view,
            "game": self.game,
            "lines": [(line, cells_of(line, bid=bid)) for line in lines],
            "line_count": len(lines),
            "most_lines": _MOST_LINES,
            "data": self.data,
            "note": note,
            "start": self.start,
            "seats": self.start.seats() if self.start is not None else [],
            "names": names,
            "sheet": sheet,
            "stored_lines": sheet.lines[: len(before)],
            "bid": bid,
            "wrong": [(line, line.problems) for line in lines if line.wrong],
            "conflicts": [line for line in lines if line.both and not line.let_go],
            "unticked": [line for line in lines if any(not done for _k, _w, done in line.warnings)],
            "table_data": table_data(self.view, here, names),
            "words_address": words_address(),
            "side_a": " ".join(str(player.pk) for player in people["a"]),
            "refused": status in {409, 422},
        }
        return render(self.request, "keyed_sheets/key.html", context, status=status)


def _first_visit(
    request: PageRequest, match: Match, view: MatchView, *, status: int = 200
) -> HttpResponse:
    """Empty lines for the game in play, or for the one that comes next."""
    current = view.current
    in_play = current is not None and not current.over and not current.totals_only
    if match.forfeit is not None or match.accepted_at is not None or view.over:
        return redirect("score", pk=match.pk)
    if current is not None and in_play and current.game.first_dealer:
        game, start = current, None
    elif view.next_game is None:
        return redirect("score", pk=match.pk)
    else:
        start = _start_form(match, view, None)
        game = _game_to_begin(match, view, view.next_game, start)
    first, count = len(game.hands) + 1, max(_LINES - len(game.hands), _MORE)
    data = {"sheet_id": uuid4(), "game": game.number, "first": first, "lines": count}
    lines = empty_lines(first, count)
    return _Page(request, match, view, game, data, lines, start).answer(status=status)


def _start_form(match: Match, view: MatchView, data: Any) -> StartForm:
    """Who sits where, as they sat last or as they were entered."""
    people = people_of(match)
    players = people["a"] + people["b"]
    sitting = sitting_down(match, people, view.next_game or 1)
    if data is None:
        return StartForm(players=players, initial=first_seats(view, sitting, None))
    sent = data.copy()
    sent["number"] = data.get("game", "")
    return StartForm(sent, players=players)


def _start(form: StartForm | None) -> KeyedStart | None:
    return None if form is None else KeyedStart(form.chosen_seats(), form.first_dealer())


def _game_to_begin(match: Match, view: MatchView, number: int, start: StartForm | None) -> GameView:
    """The game as it would begin, not stored: with the seats that were said, else the likely."""
    people = people_of(match)
    everybody = {player.pk: player for player in people["a"] + people["b"]}
    likely = dict(zip("NSEW", people["a"][:2] + people["b"][:2], strict=False))
    seats, dealer = likely, None
    if start is not None and start.is_bound and start.is_valid():
        seats = {seat: everybody[pk] for seat, pk in start.chosen_seats().items()}
        dealer = start.first_dealer()
    elif start is not None and not start.is_bound:
        said = {seat: start.initial.get(f"seat_{seat}", "") for seat in "NESW"}
        if all(said.values()):
            seats = {seat: everybody[int(pk)] for seat, pk in said.items()}
    side = "a" if seats["N"] in people["a"] else "b"
    game = Game(match=match, number=number, ns_side=side, first_dealer=dealer)
    score = score_hands(game, (), view.rules, match.round.stage.competition.match_play)
    return GameView(
        game=game, hands=(), score=score, a=0, b=0, winner=None, baits_a=0, baits_b=0, seats=seats
    )
