"""A hall for the benches: a league's evening in the middle of its games, on a PostgreSQL of its own
that keeps what it commits, under the settings that serve."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from tests.postgres import find_binaries, own_cluster

# Commits reach the disk, as they do where people play.
KEEPS = ("listen_addresses=''", "max_connections=100")
DEALERS = "WNES"


@contextmanager
def own_hall() -> Iterator[dict[str, str]]:
    """The environment of a fresh installation; its database and folder go afterwards."""
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("*** No PostgreSQL server here (Debian's package postgresql) ***")
    with tempfile.TemporaryDirectory() as folder, own_cluster(binaries, KEEPS) as cluster:
        yield {**os.environ, "DATABASE_URL": cluster.url, "DATA_DIR": folder}


def told_by(module: str) -> Any:
    """What a bench prints as JSON when it runs by itself in a hall of its own."""
    with own_hall() as environment:
        done = subprocess.run(
            [sys.executable, "-m", module], env=environment, check=True, stdout=subprocess.PIPE
        )
    return json.loads(done.stdout)


def set_up() -> None:
    """Django as `manage.py serve` has it, with its tables."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    call_command("createcachetable", verbosity=0)


def make_hall(tables: int, *, hands: int = 2, target: int = 500) -> tuple[Any, Any, list[Any]]:
    """(league, scorekeeper, matches): one round, each table with so many hands written."""
    from django.utils import timezone

    from league.actions.games import start_game
    from league.models import (
        Club,
        Competition,
        Entrant,
        Entry,
        Lineup,
        Match,
        Partnership,
        Player,
        Role,
        Round,
        Stage,
        User,
    )
    from scoring import RuleSet, StandingsRules, TieBreak

    club = Club.objects.create(name="Hall", slug="hall")
    keeper = User.objects.create_user("keeper@example.org", None, name="Keeper")
    Role.objects.create(club=club, user=keeper, kind=Role.Kind.SCOREKEEPER)
    league = Competition.objects.create(
        club=club,
        name="Tuesday league",
        state=Competition.State.RUNNING,
        rule_set=RuleSet.from_preset("cape-breton", {"target": target}).to_json(),
        standings_rules=StandingsRules(tie_breaks=(TieBreak.POINTS_DIFFERENCE,)).to_json(),
        match_play={"mode": "target", "hands": None, "minutes": None},
    )
    stage = Stage.objects.create(competition=league, number=1)
    night = Round.objects.create(
        stage=stage, number=1, state=Round.State.PUBLISHED, starts_at=timezone.now()
    )
    matches = []
    for table in range(1, tables + 1):
        people = [
            Player.objects.create(club=club, name=f"Player {table} {letter}") for letter in "ABCD"
        ]
        entries = []
        for first, second in (people[:2], people[2:]):
            pair = Partnership.objects.create(club=club, first=first, second=second)
            entry = Entry.objects.create(competition=league, partnership=pair)
            entries.append(entry)
            for one in (first, second):
                Entrant.objects.create(competition=league, entry=entry, player=one)
        match = Match.objects.create(
            round=night, table=table, entry_a=entries[0], entry_b=entries[1]
        )
        for side, pair_of in (("a", people[:2]), ("b", people[2:])):
            for one in pair_of:
                Lineup.objects.create(round=night, match=match, side=side, player=one)
        seats = dict(zip("NSEW", [one.pk for one in people], strict=True))
        start_game(match, number=1, seats=seats, first_dealer="W", by=keeper)
        write_hands(match, keeper, hands)
        matches.append(match)
    return league, keeper, matches


def write_hands(match: Any, by: Any, hands: int) -> None:
    """Hands that both sides take half of."""
    for number in range(1, hands + 1):
        write_hand(match, by, number)


def write_hand(match: Any, by: Any, number: int) -> None:
    """The next hand of the first game of a match."""
    from league.actions.hands import record_hand
    from scoring import HandSheet, Seat, Trump

    sheet = HandSheet(
        dealer=Seat(DEALERS[(number - 1) % 4]),
        caller=Seat.N,
        trump=Trump.SPADES,
        count_ns=82,
        count_ew=80,
    )
    record_hand(match, sheet, client_id=uuid4(), game=1, number=number, by=by)


def sent(number: int, after: str = "") -> dict[str, Any]:
    """What a phone sends for an ordinary hand of the game, as `POST /matches/N/sent/` takes it."""
    own = str(uuid4())
    return {
        "v": 1,
        "id": own,
        "kind": "record",
        "phone": str(uuid4()),
        "seq": number,
        "hand": own,
        "after": after,
        "game": 1,
        "number": number,
        "dealer": DEALERS[(number - 1) % 4],
        "caller": "N",
        "trump": "S",
        "outcome": "played",
        "bella_call": "last",
        "count_ns": 82,
        "count_ew": 80,
    }


def sign_in(user: Any) -> str:
    """The key of a session of this account."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "league.accounts.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key is not None
    return session.session_key
