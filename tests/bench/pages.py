"""The standings page beside a bare view, and its statements at 10 and at 60 entries.

The bare view reads the 60 entries with one query and puts the same 60 lines, made beforehand,
through a plain template of the table (`bare_table.html`, a loop, as the page had it when the floor
was laid), without middleware. The page answers a request through the whole
stack: middleware, facts of a season of nine nights, engine, sentences, template.
"""

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any
from uuid import UUID

ROUNDS = 7
NIGHTS = 9
ENTRIES = 60

Row = tuple[str, float, float | None, str]


def rows() -> list[Row]:
    """CPU of the page over the bare view's, and how many statements more entries cost."""
    with _database():
        few, many = season(10), season(ENTRIES)
        ratio, page, bare = _beside_a_bare_view(many)
        places = _places_still_possible(many)
        at_few, at_many = _statements(few), _statements(many)
    hands = f"{ENTRIES} entries, {NIGHTS} nights"
    return [
        (
            "standings page with nothing kept / bare view, CPU",
            ratio,
            None,
            f"{page * 1000:.1f} ms / {bare * 1000:.1f} ms, {hands}",
        ),
        (
            "standings page, statements at 60 / at 10 entries",
            at_many / at_few,
            1.0,
            f"{at_many} / {at_few}",
        ),
        (
            "places still possible, first load / page with nothing kept, CPU",
            places / page,
            1.2,
            f"{places * 1000:.1f} ms, {hands}, one to come",
        ),
    ]


@contextmanager
def _database() -> Iterator[None]:
    """A database of its own, thrown away afterwards; Django is set up on the way."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATA_DIR", folder)
        import django

        django.setup()
        from django.conf import settings
        from django.test.utils import (
            override_settings,
            setup_databases,
            setup_test_environment,
            teardown_databases,
            teardown_test_environment,
        )

        plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
        setup_test_environment(debug=False)
        made = setup_databases(verbosity=0, interactive=False)
        try:
            storages = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
            with override_settings(STORAGES=storages):
                yield
        finally:
            teardown_databases(made, verbosity=0)
            teardown_test_environment()


def _places_still_possible(league: Any) -> float:
    """Seconds of CPU to work the places out anew; later loads of the same results keep them."""
    from league.queries import reach
    from league.queries.standings import standings_of

    clocks = []
    for _round in range(3):
        table = standings_of(league)  # another one each time: what is made of it stays with it
        reach._places.cache_clear()
        start = process_time()
        assert len(reach.places_of(table)) == ENTRIES
        clocks.append(process_time() - start)
    return median(clocks)


def season(entries: int) -> Any:
    """A league of so many entries: nine nights played to the end in hands, one to come."""
    from django.utils import timezone

    from league.models import (
        Club,
        Competition,
        Entry,
        Game,
        Match,
        Partnership,
        Player,
        Round,
        Stage,
    )
    from scoring import RuleSet, StandingsRules, TieBreak

    chance = random.Random(entries)
    club = Club.objects.create(name=f"Club of {entries}", slug=f"club-{entries}")
    ties = (TieBreak.POINTS_DIFFERENCE, TieBreak.BUCHHOLZ, TieBreak.BEST_GAME)
    league = Competition.objects.create(
        club=club,
        name="Tuesday league",
        state="running",
        rule_set=RuleSet.from_preset("cape-breton", {}).to_json(),
        standings_rules=StandingsRules(tie_breaks=ties).to_json(),
        match_play={"mode": "target", "hands": None, "minutes": None},
    )
    ring = []
    for number in range(entries):
        one, other = (
            Player.objects.create(club=club, name=f"Player {number} {word}")
            for word in ("One", "Two")
        )
        pair = Partnership.objects.create(club=club, first=one, second=other)
        ring.append(Entry.objects.create(competition=league, partnership=pair))
    stage = Stage.objects.create(competition=league, number=1)
    for night in range(NIGHTS + 1):
        found = Round.objects.create(
            stage=stage,
            number=night + 1,
            state="published" if night == NIGHTS else "closed",
            starts_at=timezone.now() + timedelta(weeks=night - NIGHTS + 1),
        )
        for table in range(entries // 2):
            match = Match.objects.create(
                round=found, table=table + 1, entry_a=ring[table], entry_b=ring[-1 - table]
            )
            if night < NIGHTS:
                _play(Game.objects.create(match=match, number=1, first_dealer="N"), chance)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return league


def _play(game: Any, chance: random.Random) -> None:
    """Hands of 162, the callers going bait one time in four, until somebody is out."""
    from league.models import Hand

    hands: list[Hand] = []
    ns_total = ew_total = 0
    while max(ns_total, ew_total) < 500:
        ns = chance.randint(30, 132)
        caller = chance.choice("NESW")
        bait = chance.random() < 0.25
        if bait:
            ns = 0 if caller in "NS" else 162
        hands.append(
            Hand(
                game=game,
                number=len(hands) + 1,
                client_id=UUID(int=chance.getrandbits(128), version=4),
                trump=chance.choice("SHDC"),
                dealer="NESW"[len(hands) % 4],
                caller=caller,
                count_ns=ns,
                count_ew=162 - ns,
                verdict="bait" if bait else "made",
                total=162,
                score_ns=ns,
                score_ew=162 - ns,
            )
        )
        ns_total += ns
        ew_total += 162 - ns
    Hand.objects.bulk_create(hands)


def _beside_a_bare_view(league: Any) -> tuple[float, float, float]:
    """(ratio, page, bare): medians of the interleaved rounds, seconds of CPU a request."""
    from django.core.handlers.base import BaseHandler
    from django.http import HttpResponse
    from django.http.response import HttpResponseBase
    from django.test import RequestFactory
    from django.urls import reverse

    bare = bare_view(league)
    handler = BaseHandler()
    handler.load_middleware()
    address = reverse("standings", args=[league.pk])

    def page() -> HttpResponseBase:
        _forget()
        return handler.get_response(RequestFactory().get(address))

    assert page().status_code == 200
    table = bare().content.split(b"<tbody", 1)[1]
    response = page()
    assert isinstance(response, HttpResponse)
    assert table in response.content
    pages, bares = [], []
    for _round in range(ROUNDS):
        pages.append(_cpu(page, 3))
        bares.append(_cpu(bare, 12))
    ratios = [one / other for one, other in zip(pages, bares, strict=True)]
    return median(ratios), median(pages), median(bares)


def bare_view(league: Any) -> Callable[[], Any]:
    """The floor: what a page costs that has nothing to work out. Called, it gives its answer."""
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest, HttpResponse
    from django.template import engines
    from django.test import RequestFactory

    from league.models import Entry
    from league.queries.reach import places_of
    from league.queries.standings import standings_of
    from league.views.entry_lines import lines_of
    from league.views.standings import table_context

    standings, guest = standings_of(league), AnonymousUser()
    context = table_context(standings, guest, lines_of(standings, guest, places_of(standings)))

    source = (Path(__file__).parent / "bare_table.html").read_text()
    table = engines["django"].from_string(source)

    def view(request: HttpRequest) -> HttpResponse:
        found = list(
            Entry.objects.filter(competition=league).select_related(
                "partnership__first", "partnership__second", "partnership__club"
            )
        )
        assert len(found) == ENTRIES
        return HttpResponse(table.render(context))

    return lambda: view(RequestFactory().get("/"))


def _statements(league: Any) -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    _forget()
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(reverse("standings", args=[league.pk])).status_code == 200
    return len(captured)


def _forget() -> None:
    """As on a server that has just started."""
    from django.core.cache import caches

    for name in ("pages", "facts"):
        caches[name].clear()


def _cpu(call: Callable[[], object], times: int) -> float:
    started = process_time()
    for _time in range(times):
        call()
    return (process_time() - started) / times
