"""What is held about me: to be read, and to be taken along."""

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.queries.held import counted, held_about, log_about
from league.views.requests import SignedInRequest
from league.words.held import kind_words

LINES = 100


@require_safe
@login_required
@never_cache
def me_data(request: SignedInRequest) -> HttpResponse:
    """All of it in short, and the newest lines of the log."""
    held = held_about(request.user)
    context = {
        "held": held,
        "counts": [(kind_words(kind), n) for kind, n in sorted(counted(held).items())],
        "log": log_about(request.user)[:LINES],
        "lines": len(held["log"]),
    }
    return render(request, "held/data.html", context)


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
