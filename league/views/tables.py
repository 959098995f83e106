"""What the pages at the table share: the entry part, the forms filled, the answer to a write."""

from time import time
from typing import Any
from uuid import uuid4

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.forms.hands import HandForm
from league.forms.sheet_values import values_of
from league.models import Hand, Match
from league.permissions import may_organize
from league.queries.bells import clock_of, may_ring
from league.queries.checks import Check, check_correction, check_new
from league.queries.games import GameView, dealer_turn, table_side
from league.queries.hands import sheet_of
from league.queries.matches import MatchView, load_match, people_of, stamp_of
from league.queries.score_sheets import changes_of, game_sheets, names_of
from league.queries.sent_hands import open_questions
from league.queries.versions import version_of
from league.views.live_sums import note_difference, table_data, words_address
from league.views.match_states import state_context
from league.views.requests import PageRequest
from league.views.scorers import links_of
from league.views.sums import SumLine, empty_sum_line, sum_line
from league.views.versions import etag_of
from league.words.games import forfeit_words, match_words, still_words
from scoring import Trump


def new_form(view: MatchView, game: GameView, *, again: Hand | None = None) -> HandForm:
    """An empty sheet for the next hand, dealer turned; `again` fills it with an undone hand."""
    names = names_of(view, game)
    dealer = dealer_turn(game, view.rules)
    initial: dict[str, Any] = {"outcome": "played", "bella": "", "runs": "", "bella_call": "last"}
    if again is not None:
        initial |= values_of(again, one_runner=view.rules.run_scope == "player")
    initial |= {
        "client_id": uuid4(),
        "game": game.number,
        "number": len(game.hands) + 1,
        "dealer": str(dealer) if dealer else None,
    }
    return HandForm(rules=view.rules, names=names, initial=initial)


def correction_form(view: MatchView, game: GameView, hand: Hand) -> HandForm:
    """A stored hand in the form."""
    initial = values_of(hand, one_runner=view.rules.run_scope == "player")
    initial |= {"game": game.number, "number": hand.number, "revision": hand.revision}
    for name in ("bella", "runs"):
        initial.setdefault(name, "")
    return HandForm(rules=view.rules, names=names_of(view, game), initial=initial)


def read_form(
    request: PageRequest, view: MatchView, game: GameView, *, hand: Hand | None = None
) -> tuple[HandForm, Check | None, bool]:
    """The posted form, what its sheet would come to, and whether it may be saved as it is."""
    form = HandForm(request.POST, rules=view.rules, names=names_of(view, game))
    if not form.is_valid():
        note_difference(request, view, None)
        return form, None, False
    if hand is None:
        check = check_new(view, game, form.sheet)
    else:
        check = check_correction(view, game, hand, form.sheet)
    note_difference(request, view, check)
    good = form.add_problems(check.problems)
    return form, check, good


def form_context(
    form: HandForm,
    line: SumLine,
    view: MatchView,
    game: GameView,
    *,
    hand: Hand | None = None,
    read_at: int | None = None,
) -> dict[str, Any]:
    """What `hands/_form.html` needs. With `read_at`, when the match was read (ms), the phone keeps
    what is saved and sends it itself, and may correct any hand of the game in this form
    (static/js/sheet-page.js)."""
    sides = []
    for side in ("a", "b"):
        seat_side = table_side(game.game, side)
        field = form["count_ns" if seat_side == "NS" else "count_ew"]
        sides.append({"side": side, "name": form.names.sides[seat_side], "count": field})
    dealer = form["dealer"].value()
    return {
        "form": form,
        "sum": line,
        "game": game,
        "view": view,
        "match": view.match,
        "hand": hand,
        "sides": sides,
        "dealer_name": form.names.seats.get(dealer or "", ""),
        "bella_words": form.names.seats.get(form["bella"].value() or "", ""),
        "base_trump": view.rules.base(Trump.SPADES),
        "base_no_trump": view.rules.base(Trump.NO_TRUMP),
        "something_else": _something_else(form),
        "table_data": table_data(view, game, form.names, hand, read_at=read_at),
        "queued": read_at is not None,
        **_run_context(form),
    }


def evening(
    request: PageRequest,
    match: Match,
    *,
    form: HandForm | None = None,
    check: Check | None = None,
    again: Hand | None = None,
    saved: Hand | None = None,
    note: str = "",
    status: int = 200,
) -> HttpResponse:
    """The entry page, or with htmx its moving part: form or end of the game, and the sheet.

    `form` with its `check` comes back with what is wrong; `again` is an undone hand to start
    from; `saved` the hand just stored; `note` a sentence to show above.
    """
    read_at = int(time() * 1000)
    view = load_match(match, sheets=True)
    game = view.current
    context = _match_context(request, view)
    told = [str(message) for message in get_messages(request)]
    context |= {"saved": saved, "notes": [*told, *([note] if note else [])]}
    if game is not None and not game.over and not view.over and not context["closed"]:
        if form is not None:
            line = sum_line(form, check, view, game)
        else:
            form = new_form(view, game, again=again)
            line = written_line(form, view, game, again) if again else empty_sum_line()
        context |= form_context(form, line, view, game, read_at=read_at)
        context["entering"] = True
        still = still_words(
            (game.a, game.b),
            view.rules.target,
            bell_after=game.game.bell_after,
            number=len(game.hands) + 1,
        )
        context["notes"] += [still] if still else []
    elif (
        game is not None and not game.totals_only and context["can_undo"] and not context["closed"]
    ):
        # The game is over: the form waits in a template, for what is corrected without a line.
        context |= form_context(new_form(view, game), empty_sum_line(), view, game, read_at=read_at)
    if not request.htmx:
        context["words_address"] = words_address()
    template = "hands/_evening.html" if request.htmx else "hands/score.html"
    return render(request, template, context, status=status)


def score_version(request: PageRequest, match: Match) -> str:
    """What the score page shows, as `version_of` tells it; "" where that is for once alone: an
    undone hand, a message, the bell's clock. Two statements."""
    competition = match.round.stage.competition
    bell = competition.match_play.get("mode") == "bell"
    if request.htmx or request.GET or bell or len(get_messages(request)):
        return ""
    return version_of(competition, timezone.now())


def score_etag(request: PageRequest, version: str) -> str:
    """The ETag of a score page as this browser gets it. Its forms hold for the token that the
    browser has or gets with it."""
    token = request.META.get("CSRF_COOKIE", "")
    viewer = f"{request.user.pk} {sorted(links_of(request))} {token}"
    return etag_of(request, version, viewer=viewer)


def written_line(
    form: HandForm, view: MatchView, game: GameView, hand: Hand, *, correcting: bool = False
) -> SumLine:
    """The sum of a hand that fills a new form: an undone one, or the stored one to correct."""
    form.sheet = sheet_of(hand)
    if correcting:
        check = check_correction(view, game, hand, form.sheet)
    else:
        check = check_new(view, game, form.sheet)
    return sum_line(form, check, view, game)


def match_context(request: PageRequest, match: Match) -> dict[str, Any]:
    """What everybody's match page shows."""
    return _match_context(request, load_match(match, sheets=True))


def _match_context(request: PageRequest, view: MatchView) -> dict[str, Any]:
    match = view.match
    sheets = game_sheets(view, changes_of(match))
    people = people_of(match)
    pairs = (match.entry_a.partnership, match.entry_b.partnership)
    names = (str(pairs[0]), str(pairs[1]))
    current = view.current
    last = current.hands[-1] if current and current.hands else None
    competition = match.round.stage.competition
    organizes = may_organize(request.user, competition.club)
    state = state_context(view)
    return {
        "match": match,
        "view": view,
        "sheets": sheets,
        "sheet": sheets[-1] if sheets else None,
        "competition": competition,
        "round": match.round,
        "clock": None if view.over else clock_of(match.round),
        "bell_on": not view.over and may_ring(match.round),
        "current": current,
        "last": last,
        "stamp": stamp_of(view),
        "people": people["a"] + people["b"],
        "organizes": organizes,
        "closed": _closed(view, organizes),
        "can_undo": last is not None and state["sheet_open"],
        "bell": competition.match_play.get("mode") == "bell",
        "forfeit": forfeit_words(match.forfeit, names) if match.forfeit else "",
        "match_sentence": _match_sentence(view, names),
        "questions": open_questions(match),
        **state,
    }


def _closed(view: MatchView, organizes: bool) -> str:
    """Why nothing is written on this sheet any more, "" while something is."""
    match = view.match
    if match.forfeit is not None:
        return _("This match was forfeited: there is nothing to score.")
    if match.accepted_at is not None:
        return _("This sheet is signed.")
    if view.late:
        return _("No result came in time: both forfeit by the rule. An organizer can put it off.")
    if match.round.stage.competition.state == "finished":
        return _("This competition is finished; its sheets do not change any more.")
    if match.round.state == "closed" and not (organizes or match.postponed):
        return _("This round is closed. Ask an organizer.")
    return ""


def _match_sentence(view: MatchView, names: tuple[str, str]) -> str:
    if view.best_of == 1 or not view.games:
        return ""
    return match_words(names, (view.score.games_a, view.score.games_b), view.winner)


def _something_else(form: HandForm) -> bool:
    """Whether anything behind "something else happened" is filled in or wrong."""
    names = ("claim_by", "claim_card", "claim_trick", "thrown_by", "last_trick", "note", "forced")
    filled = any(form[name].value() for name in names if name in form.fields)
    wrong = any(name in form.errors for name in (*names, "outcome", "claim_seat"))
    return filled or wrong or form["outcome"].value() not in (None, "", "played")


def _run_context(form: HandForm) -> dict[str, Any]:
    """The runs panel: its rows, and whether it has to stand open."""
    names = [name for name in form.fields if name.startswith(("runs", "cards_", "beaten_", "set_"))]
    behind = [name for name in names if not name.startswith("runs")]
    errors = [words for name in names for words in form.errors.get(name, ())]
    return {
        "run_rows": list(form.run_rows()),
        "runs_words": form.picked_runs(),
        "run_extras": list(form.run_extras()),
        "set_fields": form.set_fields(),
        "run_errors": errors,
        "runs_wrong": bool(errors),
        "runs_more": any(form[name].value() for name in behind)
        or any(name in form.errors for name in behind),
    }
