"""The program with a fault put into it: python -m tests.faults.canaries NAME --port ...

Only here, in a process of the tests' own, is the action for what phones send replaced. What the
checks find of it says that their eyes are open.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from league.actions import sent_hands  # noqa: E402
from league.actions.journal import End  # noqa: E402
from league.actions.sent_hands import Taken, take_sent  # noqa: E402
from league.management.commands import serve  # noqa: E402
from league.models import Actor, Hand, Match  # noqa: E402
from league.queries.games import dealer_turn  # noqa: E402
from league.queries.matches import load_match  # noqa: E402
from league.queries.sent_hands import Sent  # noqa: E402
from league.views import sent_hands as views  # noqa: E402

_recorded = sent_hands._record


def no_key() -> None:
    """What a phone sends is not looked up by its id: a hand goes to where the next one stands."""
    sent_hands.came_before = lambda number: (None, None)
    sent_hands._record = _append


def key_outside() -> None:
    """It is looked up before the transaction, and noted after it: two at once get in between."""

    def take(match: Match, sent: Sent, *, by: Actor) -> Taken:
        if _noted(sent):
            return _already(match)
        taken = take_sent(match, sent, by=by)
        _note(sent)
        return taken

    no_key()
    views.take_sent = take


def key_before() -> None:
    """It is noted in a transaction of its own, before what it stands for."""

    def take(match: Match, sent: Sent, *, by: Actor) -> Taken:
        if _noted(sent):
            return _already(match)
        _note(sent)
        return take_sent(match, sent, by=by)

    views.take_sent = take


CANARIES: dict[str, Callable[[], None]] = {
    "no_key": no_key,
    "key_outside": key_outside,
    "key_before": key_before,
}


def _append(match: Match, sent: Sent, by: Actor, end: End | None = None) -> Taken:
    view = load_match(match, sheets=True)
    game = view.current
    assert game is not None
    taken = Hand.objects.filter(client_id=sent.id).exists()
    sheet = sent.sheet and replace(sent.sheet, dealer=dealer_turn(game, view.rules))
    own = uuid4() if taken else sent.id
    return _recorded(match, replace(sent, id=own, number=len(game.hands) + 1, sheet=sheet), by, end)


def _already(match: Match) -> Taken:
    return Taken(answer="already", words="It is there.", view=load_match(match))


def _noted(sent: Sent) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM canary_notes WHERE id = %s", [str(sent.id)])
        return cursor.fetchone() is not None


def _note(sent: Sent) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO canary_notes VALUES (%s) ON CONFLICT DO NOTHING", [str(sent.id)]
        )


def main(name: str, options: list[str]) -> None:
    """Serve as `manage.py serve` does, on a database that is ready."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS canary_notes (id varchar(36) PRIMARY KEY)")
    CANARIES[name]()  # the workers are forked from here
    nothing: Any = lambda *_words, **_options: None  # noqa: E731
    serve.call_command = nothing
    call_command("serve", *options)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
