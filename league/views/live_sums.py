"""What the phone needs to make the live sum by itself (static/js/live-sum.js), and whether its sum
is ours: the server's answer stands, a difference is written to the log."""

import json
import logging
from functools import cache
from hashlib import sha256
from typing import Any
from zlib import crc32

from allauth.core import ratelimit
from django.conf import settings
from django.forms import Field
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from league.forms.cards import CardsField
from league.forms.fields import PointsField
from league.forms.sheet_values import values_of
from league.models import Hand
from league.queries.checks import Check
from league.queries.games import GameView, seated_of, table_side
from league.queries.matches import MatchView, stamp_of
from league.words.live_sums import page_sentences, sum_sentences
from league.words.names import TableNames
from scoring import RuleSet

_log = logging.getLogger("league.sheet_check")
_STANDARD = RuleSet().to_json()
# What the log is told of a form: the sheet, nothing that somebody wrote in words.
_UNTOLD = {
    *("csrfmiddlewaretoken", "client_id", "note", "reason", "reckoned"),
    *("v", "id", "kind", "phone", "seq", "hand", "after", "base", "as", "begins", "seated"),
}
_LONGEST = 400
_A_YEAR = 365 * 24 * 3600


def phone_words() -> dict[str, Any]:
    """Sentences in the reader's language and the standard rules: the same for every table."""
    points, cards = PointsField.default_error_messages, CardsField.default_error_messages
    return {
        **sum_sentences(),
        "page": page_sentences(),
        "fields": {
            "required": str(Field.default_error_messages["required"]),
            **{name: str(points[name]) for name in ("digits", "range")},
            **{name: str(cards[name]) for name in ("card", "many")},
        },
        "rules": _STANDARD,
    }


@cache
def _written(language: str) -> tuple[str, str]:
    """`phone_words` in a language as JSON, and the digest that its address holds."""
    with override(language):
        text = json.dumps(phone_words(), ensure_ascii=False, separators=(",", ":"))
    return text, sha256(text.encode()).hexdigest()[:12]


def words_address() -> str:
    """Where the phone finds its words, in the reader's language: an address that other words, or
    another release, do not have."""
    language = get_language() or settings.LANGUAGE_CODE
    return reverse("live_sum_words", args=[language, _written(language)[1]])


@require_safe
def words(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """The words for the phone, kept by the browser for good. A page of before an update gets those
    of today, which it does not keep."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    text, now = _written(language)
    response = HttpResponse(text, content_type="application/json")
    if digest == now:
        patch_cache_control(response, public=True, max_age=_A_YEAR, immutable=True)
    else:
        patch_cache_control(response, no_store=True)
    return response


def table_data(
    view: MatchView,
    game: GameView,
    names: TableNames,
    hand: Hand | None = None,
    *,
    read_at: int | None = None,
) -> str:
    """This table for the phone, as JSON: names, rules that differ from the standard, and the game
    as it stands; `hand` is the one that is corrected. With `read_at`, the time (ms) before
    the match was read, each hand says all that its form said, so that it is corrected without a
    line: load the match with `sheets=True`."""
    competition = view.match.round.stage.competition
    play = competition.match_play
    rules = view.rules.to_json()
    bell = game.game.bell_after
    later = [other for other in view.games if other.number > game.number]
    data: dict[str, Any] = {
        "stamp": table_stamp(view),
        "rules": {name: value for name, value in rules.items() if value != _STANDARD[name]},
        "lowered": list(competition.lowered),
        "seats": dict(names.seats),
        "sides": dict(names.sides),
        "left": str(table_side(game.game, "a")),
        "number": hand.number if hand else len(game.hands) + 1,
        "correcting": hand is not None,
        "first_dealer": game.game.first_dealer,
        "play": [play.get("mode") or "target", play.get("hands"), bell and bell - 1],
        "hands": [_hand(stored) for stored in game.hands],
        "game": game.number,
        "best_of": view.best_of,
        "games": [[g.over, g.winner] for g in view.games] if later else [],
        "before": [[g.over, g.winner] for g in view.games if g.number < game.number],
    }
    if read_at is not None:
        one_runner = view.rules.run_scope == "player"
        for told, stored in zip(data["hands"], game.hands, strict=True):
            told += [str(stored.client_id), stored.revision, _form_values(stored, one_runner)]
        data["at"] = read_at
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _form_values(hand: Hand, one_runner: bool) -> dict[str, Any]:
    """What its form says, but for dealer and caller, and for what an empty form says."""
    empty = {"outcome": "played", "bella_call": "last", "dealer": hand.dealer}
    values = {**values_of(hand, one_runner=one_runner), "caller": None}
    return {n: v for n, v in values.items() if v not in (None, "", False) and v != empty.get(n)}


def _hand(hand: Hand) -> list[Any]:
    """What each side wrote, waiting points, dealer, caller, whether passed out, whether void."""
    void = hand.status == Hand.Status.VOID
    passed = hand.outcome == Hand.Outcome.PASSED_OUT
    figures = [hand.score_ns, hand.score_ew, hand.hanging]
    return [*figures, hand.dealer, hand.caller, int(passed), int(void)]


def table_stamp(view: MatchView) -> str:
    """What the phone reckons from: the sheet as it stands, the rules, how the game is seated."""
    competition = view.match.round.stage.competition
    seated = seated_of(view.current.game) if view.current is not None else ""
    terms = [view.rules.to_json(), competition.lowered, competition.match_play, seated]
    return f"{stamp_of(view)}.{crc32(json.dumps(terms).encode()):x}"


def reckoned(check: Check | None) -> str:
    """What a sheet comes to in one line of figures and codes, as the phone tells it too."""
    if check is None:
        return "unread"
    codes = sorted(f"{'?' if p.warning else ''}{p.code}@{p.field}" for p in check.problems)
    score, after = check.score, check.after
    told: list[object] = [",".join(codes) or "-"]
    if score is not None:
        told += [score.verdict, score.total, score.ns, score.ew, score.hanging]
    if after is not None:
        told += [after.ns, after.ew, after.reason, after.winner or "-", check.blocked or "-"]
    return " ".join(map(str, told))


def note_difference(request: HttpRequest, view: MatchView, check: Check | None) -> None:
    """Log that the phone's own sum is another than ours. A form without one says nothing, nor does
    one from a page on which the game stood otherwise."""
    stamp, _space, theirs = request.POST.get("reckoned", "").partition(" ")
    ours = reckoned(check)
    if theirs == ours or stamp != table_stamp(view):
        return
    if ratelimit.consume(request, action="phone_differs"):
        sheet = {name: v for name, v in request.POST.items() if v and name not in _UNTOLD}
        _log.warning(
            "The phone reckons another sum. Match %s. Here: %s. Phone: %r. Sheet: %r",
            view.match.pk,
            ours,
            theirs[:_LONGEST],
            str(sheet)[:_LONGEST],
        )
