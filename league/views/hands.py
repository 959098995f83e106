"""Hand entry at the table: the page, the live sum, saving, undoing, and each hand's own sum."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import UnsoundSheet, record_hand, undo_hand
from league.forms.hands import HandForm
from league.models import Hand, Match
from league.queries.access import hand_named
from league.queries.matches import MatchView, load_match
from league.queries.rulings import rulings_of_match
from league.queries.score_sheets import changes_of, game_sheet
from league.queries.second_sheets import both_write
from league.views.conflicts import conflict
from league.views.requests import PageRequest, number_in
from league.views.ruling_lines import ruling_lines
from league.views.scorers import at_the_table, match_to_read, scorer_here, scorers_only
from league.views.sums import sum_line
from league.views.tables import evening, read_form, score_etag, score_version
from league.views.versions import unchanged, with_version
from league.words.sheets import verdict_words


@require_safe
@scorers_only
def score(request: PageRequest, pk: int) -> HttpResponse:
    """The phone page; 304 for a phone that has it as it stands. `?again=` starts from an undone
    hand."""
    match, _scorer = at_the_table(request, pk)
    version = score_version(request, match)
    if version and (same := unchanged(request, score_etag(request, version))):
        return same
    answer = _score(request, match)
    if version and answer.status_code == 200:
        return with_version(answer, score_etag(request, version))
    add_never_cache_headers(answer)
    return answer


def _score(request: PageRequest, match: Match) -> HttpResponse:
    if both_write(match):
        return redirect("own_sheets", pk=match.pk)
    if match.forfeit is None and match.accepted_at is None and not match.games.exists():
        return redirect("game_start", pk=match.pk)
    undone = _undone(match, number_in(request.GET.get("again", "")))
    return evening(request, match, again=undone)


@never_cache
@require_POST
@scorers_only
def hand_check(request: PageRequest, pk: int) -> HttpResponse:
    """The live sum under the form. `?hand=` for a correction. Writes nothing."""
    match, _scorer = at_the_table(request, pk)
    view = load_match(match)
    hand, game = None, view.current
    wanted = request.GET.get("hand", "")
    if wanted:
        for played in view.games:
            for stored in played.hands:
                if str(stored.pk) == wanted:
                    hand, game = stored, played
    if game is None or (wanted and hand is None) or (hand is None and game.over):
        return HttpResponse(status=204)
    form, check, _good = read_form(request, view, game, hand=hand)
    line = sum_line(form, check, view, game, correcting=hand is not None)
    return render(request, "hands/_sum.html", {"form": form, "sum": line})


@never_cache
@require_POST
@scorers_only
def hand_record(request: PageRequest, pk: int) -> HttpResponse:
    """Save the next hand. 422 with what is wrong, 409 with both versions."""
    match, scorer = at_the_table(request, pk)
    view = load_match(match, sheets=True)
    if not view.games:
        messages.warning(request, _("Say first who sits where."))
        return _go(request, reverse("game_start", args=[match.pk]))
    game = next((g for g in view.games if str(g.number) == request.POST.get("game")), None)
    game = game or view.games[-1]
    form, check, good = read_form(request, view, game)
    if "preview" in request.POST:
        return evening(request, match, form=form, check=check)
    data = form.cleaned_data if check is not None else {}
    # What moved on meanwhile is said before what is wrong: the dealer may be right in his place.
    moved = check is not None and _moved_on(view, form)
    if check is not None and data["client_id"] is None:
        form.add_error(None, _("This page is too old to save from. Load the page again."))
        good = moved = False
    if not good and not moved:
        return evening(request, match, form=form, check=check, status=422)
    try:
        hand = record_hand(
            match,
            form.sheet,
            client_id=data["client_id"],
            game=data["game"],
            number=data["number"],
            note=data["note"],
            by=scorer.by,
        )
    except StaleEdit as stale:
        return conflict(request, match, game, form, stale)
    except UnsoundSheet:
        # Somebody changed what stands before it in the very moment: look again.
        form, check, _good = read_form(request, load_match(match, sheets=True), game)
        return evening(request, match, form=form, check=check, status=422)
    except ActionError as refused:
        return evening(request, match, form=form, check=check, note=refused.message, status=422)
    if hand.status == Hand.Status.UNDONE:
        note = _("Hand %(number)d was undone after it was saved.") % {"number": hand.number}
        return _answer(request, match, note=note)
    return _answer(request, match, saved=hand)


@never_cache
@require_POST
@scorers_only
def hand_undo(request: PageRequest, pk: int) -> HttpResponse:
    """Take the last hand off; what it said stands in the form again."""
    match, scorer = at_the_table(request, pk)
    wanted = number_in(request.POST.get("hand", ""))
    try:
        hand = undo_hand(match, hand_id=wanted, by=scorer.by)
    except StaleEdit as stale:
        return evening(request, match, note=stale.message, status=409)
    except ActionError as refused:
        return evening(request, match, note=refused.message, status=422)
    note = _("Hand %(number)d is off the sheet. It stands in the form again.") % {
        "number": hand.number
    }
    if request.htmx:
        return evening(request, match, again=_undone(match, hand.pk), note=note)
    messages.info(request, note)
    return redirect(f"{reverse('score', args=[match.pk])}?again={hand.pk}")


@require_safe
def hand(request: PageRequest, pk: int) -> HttpResponse:
    """One hand with its sum and its corrections; everybody may read it."""
    found = hand_named(pk)
    match = found.game.match = match_to_read(request, found.game.match_id)
    view = load_match(match, sheets=True)
    game = next(played for played in view.games if played.game.pk == found.game_id)
    sheet = game_sheet(view, game, changes_of(match))
    line = next(line for line in sheet.lines if line.hand.pk == found.pk)
    context = {"match": match, "view": view, "sheet": sheet, "line": line, "game": game}
    context["may_score"] = scorer_here(request, match) is not None
    of_hand = [one for one in rulings_of_match(match) if one.hand_id == found.pk]
    context["rulings"] = ruling_lines(view, of_hand)
    return render(request, "hands/hand.html", context)


def _moved_on(view: MatchView, form: HandForm) -> bool:
    current = view.games[-1]
    expected = (current.number, len(current.hands) + 1)
    return (form.cleaned_data["game"], form.cleaned_data["number"]) != expected


def _undone(match: Match, pk: int) -> Hand | None:
    found = Hand.objects.filter(pk=pk, game__match=match, status=Hand.Status.UNDONE)
    return found.prefetch_related("runs", "sets").first()


def _answer(
    request: PageRequest, match: Match, *, saved: Hand | None = None, note: str = ""
) -> HttpResponse:
    """After a write: the part again with htmx, else the page by a redirect."""
    if request.htmx:
        return evening(request, match, saved=saved, note=note)
    if saved is not None:
        verdict = verdict_words(saved.verdict)
        note = _("Hand %(number)d saved: %(verdict)s.") % {
            "number": saved.number,
            "verdict": verdict,
        }
    messages.success(request, note)
    return redirect("score", pk=match.pk)


def _go(request: PageRequest, url: str) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)
