"""Saving a hand beside a bare view that inserts one row: time, statements, commits.

The bare view takes the same fields, puts the same row into the same table and answers: Django's
handler and nothing else, no middleware, no session, no check, no lock, no log. The hand comes in
as a phone sends it, from a scorekeeper signed in, through the whole stack. Both commit once, to a
PostgreSQL that waits for its disk. How long the hand waits for its statements alone, its commit
apart, is told beside it: no program around them can be faster than that.
"""

import json
import sys
from collections.abc import Callable
from itertools import count
from statistics import median
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from tests.bench.hall import make_hall, sent, set_up, sign_in, told_by

TABLES, EACH = 48, 4
FORM = "application/x-www-form-urlencoded"

Row = tuple[str, float, float | None, str]


def rows() -> list[Row]:
    """Saving over the bare insert, by the clock and by CPU, and what it asks the database."""
    told = told_by("tests.bench.saving")

    def beside(clock: str) -> str:
        return f"{told[clock + '_hand']:.2f} ms / {told[clock + '_bare']:.2f} ms"

    return [
        ("saving a hand / bare insert view, time", told["wall"], 2.5, beside("wall")),
        ("saving a hand / bare insert view, CPU", told["cpu"], None, beside("cpu")),
        ("its statements alone / bare insert view, time", told["asking"], None, beside("asking")),
        ("saving a hand, statements", told["statements"], 12, "signed in, over the wire"),
        ("saving a hand, commits", told["commits"], 1, ""),
    ]


def main() -> None:
    """Measure, in the database of the environment, and print it as JSON."""
    set_up()
    _league, keeper, matches = make_hall(TABLES, target=50_000)
    stack, bare = _whole_stack(keeper), _bare(matches[0])
    statements = _statements(stack(matches[0], 3))
    clocks: dict[str, list[float]] = {}
    number = 3
    for place in range(2 * EACH):
        # A few of one, a few of the other: what else the machine does falls on both.
        tables = matches[1 + place % 2 :: 2]
        for name, make in (("hand", stack), ("bare", bare)):
            calls = [make(match, number) for match in tables]
            cpu, wall = process_time(), perf_counter()
            for call in calls:
                call()
            clocks.setdefault(f"cpu_{name}", []).append((process_time() - cpu) / len(calls))
            clocks.setdefault(f"wall_{name}", []).append((perf_counter() - wall) / len(calls))
        number += place % 2
    clocks["asking_hand"] = [_asking(stack(match, number)) for match in matches[1:]]
    clocks["asking_bare"] = clocks["wall_bare"]
    told = {name: median(times) * 1000 for name, times in clocks.items()}
    told["asking"] = told["asking_hand"] / told["asking_bare"]
    for clock in ("cpu", "wall"):
        pairs = zip(clocks[f"{clock}_hand"], clocks[f"{clock}_bare"], strict=True)
        told[clock] = median(hand / floor for hand, floor in pairs)
    json.dump(told | statements, sys.stdout)


Make = Callable[[Any, int], Callable[[], None]]


def _whole_stack(keeper: Any) -> Make:
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import RequestFactory
    from django.urls import reverse

    handler, key, token = WSGIHandler(), sign_in(keeper), "t" * 32

    def make(match: Any, number: int) -> Callable[[], None]:
        factory = RequestFactory(headers={"X-CSRFToken": token, "host": "localhost"})
        factory.cookies[settings.SESSION_COOKIE_NAME] = key
        factory.cookies[settings.CSRF_COOKIE_NAME] = token
        address = reverse("hand_sent", args=[match.pk])
        request = factory.post(address, urlencode(sent(number)), content_type=FORM)

        def call() -> None:
            response = handler.get_response(request)
            assert response.status_code == 200, response.content
            response.close()

        return call

    return make


def _bare(match: Any) -> Make:
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import RequestFactory, override_settings
    from django.urls import path

    with override_settings(MIDDLEWARE=[]):
        handler = WSGIHandler()
    game, urls = match.games.get(), (path("bare/<int:game>/", bare_insert),)
    free = count(1000)

    def make(_match: Any, _number: int) -> Callable[[], None]:
        fields, factory = urlencode(sent(next(free))), RequestFactory(headers={"host": "localhost"})
        request = factory.post(f"/bare/{game.pk}/", fields, content_type=FORM)
        request.urlconf = urls

        def call() -> None:
            response = handler.get_response(request)
            assert response.status_code == 200, response.content
            response.close()

        return call

    return make


def bare_insert(request: Any, game: int) -> Any:
    """One row from the fields that came, committed by itself."""
    from django.http import JsonResponse

    from league.models import Hand

    post = request.POST
    hand = Hand.objects.create(
        game_id=game,
        number=int(post["number"]),
        client_id=UUID(post["id"]),
        trump=post["trump"],
        dealer=post["dealer"],
        caller=post["caller"],
        count_ns=int(post["count_ns"]),
        count_ew=int(post["count_ew"]),
        bella_call=post["bella_call"],
        verdict="made",
        total=162,
        score_ns=int(post["count_ns"]),
        score_ew=int(post["count_ew"]),
    )
    return JsonResponse({"id": str(hand.client_id), "number": hand.number})


def _asking(call: Callable[[], None]) -> float:
    """Seconds that a hand waits for its statements."""
    from django.db import connection

    took = 0.0

    def ask(execute: Any, *what: Any) -> Any:
        nonlocal took
        started = perf_counter()
        try:
            return execute(*what)
        finally:
            took += perf_counter() - started

    with connection.execute_wrapper(ask):
        call()
    return took


def _statements(call: Callable[[], None]) -> dict[str, int]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        call()
    said = [one["sql"].split(None, 1)[0].rstrip(";") for one in captured.captured_queries]
    print(*(one["sql"][:90] for one in captured.captured_queries), sep="\n", file=sys.stderr)
    return {
        "statements": len([word for word in said if word not in ("BEGIN", "COMMIT")]),
        "commits": said.count("COMMIT"),
    }


if __name__ == "__main__":
    main()
