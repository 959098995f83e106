"""What is held about me: to be read, and to be taken along."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.models import AuditEntry, Competition
from league.queries.audit import names_for
from league.queries.held import counted, held_about, log_about
from league.views.requests import SignedInRequest
from league.words.audit import sentence_of
from league.words.held import kind_words

LINES = 50


@require_safe
@login_required
@never_cache
def me_data(request: SignedInRequest) -> HttpResponse:
    """All of it in short, and the newest lines of the log."""
    held = held_about(request.user)
    context = {
        "held": held,
        "counts": [(kind_words(kind), n) for kind, n in sorted(counted(held).items())],
        "log": _lines(log_about(request.user)[:LINES]),
        "lines": len(held["log"]),
    }
    return render(request, "held/data.html", context)


def _lines(entries: Iterable[AuditEntry]) -> list[dict[str, Any]]:
    """The newest lines of the log in sentences, with the names that belong to each."""
    found = list(entries)
    by_place: dict[Competition | None, list[AuditEntry]] = {}
    for entry in found:
        by_place.setdefault(entry.competition, []).append(entry)
    names = {place: names_for(place, same) for place, same in by_place.items()}
    return [
        {
            "entry": entry,
            "sentence": sentence_of(entry, names[entry.competition]),
            "where": entry.competition or entry.club,
        }
        for entry in found
    ]


@require_safe
@login_required
@never_cache
def me_data_file(request: SignedInRequest) -> HttpResponse:
    """The same, whole, as a file of JSON."""
    answer = JsonResponse(
        held_about(request.user),
        encoder=DjangoJSONEncoder,
        json_dumps_params={"indent": 1, "ensure_ascii": False},
    )
    answer["Content-Disposition"] = 'attachment; filename="what-is-held-about-me.json"'
    return answer
