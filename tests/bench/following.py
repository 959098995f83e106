"""The standings page as the hall asks for it, beside the bare view of `tests.bench.pages`: after
each hand for the first time, then again, then with the version that is known already; and for the
first time after the hand that ends a game, and so changes the table.

On a PostgreSQL of its own, under the settings that serve, through the whole stack. The bare view
reads the 60 entries with one query and puts 60 lines, made beforehand, through a plain template of
the table: no middleware, no facts, no engine, no page around it.

The limit after the end of a game is what is reached and some more, so that it does not grow: most
of it are the places still possible (docs/DECISIONS.md, pages that follow).
"""

import json
import sys
from collections.abc import Callable
from itertools import cycle
from statistics import median
from time import process_time
from typing import Any

from tests.bench.hall import set_up, told_by, write_hand, write_hands
from tests.bench.pages import ENTRIES, bare_view, season

ROUNDS = 9
# Hands of 82 to 80 until somebody has 500.
TO_THE_END = 7
LIMITS = {"first": 1.15, "ended": 8.0, "again": 0.15, "same": 0.12, "packed": 0.15}
WORDS = {
    "first": "standings, first time after a hand / bare view, CPU",
    "ended": "standings, first time after the end of a game / bare view, CPU",
    "again": "standings, asked for again / bare view, CPU",
    "same": "standings, nothing new (304) / bare view, CPU",
    "packed": "standings, asked for again and packed / bare view, CPU",
}

Row = tuple[str, float, float | None, str]


def rows() -> list[Row]:
    """CPU of each way of asking over the bare view's."""
    told = told_by("tests.bench.following")
    return [
        (
            WORDS[name],
            told[name],
            limit,
            f"{told[name + '_ms']:.2f} ms / {told['bare_ms']:.1f} ms, {ENTRIES} entries, 9 nights",
        )
        for name, limit in LIMITS.items()
    ]


def main() -> None:
    """Measure, in the database of the environment, and print it as JSON."""
    set_up()
    from django.conf import settings
    from django.test.utils import override_settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        json.dump(_measured(), sys.stdout)


def _measured() -> dict[str, float]:
    league = season(ENTRIES)
    ask, bare = _page(league), bare_view(league)
    write, end_next = _writers(league)
    clocks: dict[str, list[float]] = {}
    for _round in range(ROUNDS + 2):
        etag = ask()["ETag"]
        calls: dict[str, tuple[Callable[[], object], int]] = {
            "bare": (bare, 4),
            "again": (ask, 20),
            "same": (lambda etag=etag: ask(HTTP_IF_NONE_MATCH=etag), 20),
            "packed": (lambda: ask(HTTP_ACCEPT_ENCODING="gzip"), 20),
        }
        took = {name: _cpu(call, times) for name, (call, times) in calls.items()}
        firsts = []
        for _hand in range(3):
            write()
            firsts.append(_cpu(ask, 1))
        took["first"] = sum(firsts) / len(firsts)
        end_next(ask)
        took["ended"] = _cpu(ask, 1)
        for name, seconds in took.items():
            clocks.setdefault(name, []).append(seconds)
    kept = {name: times[2:] for name, times in clocks.items()}  # the first rounds warm up
    told = {f"{name}_ms": median(times) * 1000 for name, times in kept.items()}
    for name in LIMITS:
        told[name] = median(a / b for a, b in zip(kept[name], kept["bare"], strict=True))
    return told


def _page(league: Any) -> Callable[..., Any]:
    from django.core.handlers.base import BaseHandler
    from django.test import RequestFactory
    from django.urls import reverse

    handler, factory = BaseHandler(), RequestFactory(headers={"host": "localhost"})
    handler.load_middleware()
    address = reverse("standings", args=[league.pk])

    def ask(**headers: str) -> Any:
        answer = handler.get_response(factory.get(address, **headers))
        assert answer.status_code == (304 if "HTTP_IF_NONE_MATCH" in headers else 200)
        return answer

    return ask


def _writers(league: Any) -> tuple[Callable[[], None], Callable[[Callable[[], object]], None]]:
    """Two: one writes the next hand of the night that is on, table by table; the other plays the
    game of one of its last tables to the end, and asks for the page before the hand that ends it.
    """
    from league.actions.games import start_game
    from league.models import Lineup, Match, Role, User
    from league.queries.matches import load_match

    keeper = User.objects.create_user("keeper@example.org", None, name="Keeper")
    Role.objects.create(club=league.club, user=keeper, kind=Role.Kind.SCOREKEEPER)
    matches = list(Match.objects.filter(round__stage__competition=league, round__state="published"))
    for match in matches:
        pairs = (match.entry_a.partnership, match.entry_b.partnership)
        people = [one for pair in pairs for one in (pair.first, pair.second)]
        for side, player in zip("aabb", people, strict=True):
            Lineup.objects.create(round=match.round, match=match, side=side, player=player)
        seats = dict(zip("NSEW", [one.pk for one in people], strict=True))
        start_game(match, number=1, seats=seats, first_dealer="W", by=keeper)
    last = iter(matches[-ROUNDS - 2 :])
    others = matches[: -ROUNDS - 2]
    turns = cycle([(number, match) for number in range(1, 6) for match in others])

    def write() -> None:
        number, match = next(turns)
        write_hand(match, keeper, number)

    def end_next(ask: Callable[[], object]) -> None:
        match = next(last)
        write_hands(match, keeper, TO_THE_END - 1)
        ask()
        write_hand(match, keeper, TO_THE_END)
        assert load_match(match).over

    return write, end_next


def _cpu(call: Callable[[], object], times: int) -> float:
    started = process_time()
    for _time in range(times):
        call()
    return (process_time() - started) / times


if __name__ == "__main__":
    main()
