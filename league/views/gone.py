"""The second of two taps that take a thing off."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.queries.gone import Gone, gone_for
from league.views.requests import SignedInRequest

Answer = Callable[..., HttpResponse]


def or_gone(kind: str, to: str, need: str = "organizer") -> Callable[[Answer], Answer]:
    """A view of one thing: where it was taken off before, say so and lead to the page `to` of its
    competition, or of its club. Whoever may not take it off gets the 404 as ever."""

    def around(view: Answer) -> Answer:
        @wraps(view)
        def answer(request: SignedInRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, pk, *args, **kwargs)
            except Http404:
                gone = gone_for(request.user, f"{kind}:{pk}", need)
                if gone is None:
                    raise
            messages.info(request, gone_words())
            return redirect(*_page(gone, to))

        return answer

    return around


def gone_words() -> str:
    """What the second of two taps is told."""
    return _("It is gone already: somebody took it off before.")


def _page(gone: Gone, to: str) -> tuple[str, int | str]:
    return (to, gone.club.slug if gone.competition is None else gone.competition.pk)
