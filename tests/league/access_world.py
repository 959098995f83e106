"""A club in the middle of its winter, with one thing behind every address, for the access table."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core import serializers
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

TABLE = Path(__file__).resolve().parents[2] / "docs" / "ACCESS.md"
PERSONAS = (
    "guest",
    "link",
    "stranger",
    "member",
    "scorekeeper",
    "organizer",
    "owner",
    "site_admin",
)
GO, SIGN_IN, FORBIDDEN, NOTHING, NO_METHOD = "go", "sign in", 403, 404, 405
SILENT = "silent"
ONES_OWN = frozenset({GO, NOTHING, NO_METHOD})
_GUESTS = {"guest": SIGN_IN, "link": SIGN_IN}
_CLUB = {**_GUESTS, "stranger": NOTHING, "site_admin": GO}
_ORGANIZER = {**_CLUB, "member": FORBIDDEN, "scorekeeper": FORBIDDEN, "organizer": GO, "owner": GO}

# What each word of docs/ACCESS.md means for each of those who come.
WORDS: dict[str, dict[str, object]] = {
    "everybody": dict.fromkeys(PERSONAS, GO),
    "signed in": {**dict.fromkeys(PERSONAS, GO), "guest": SIGN_IN, "link": SIGN_IN},
    "member": {**_ORGANIZER, "member": GO, "scorekeeper": GO},
    "scorer": {**_ORGANIZER, "link": GO, "scorekeeper": GO},
    "phone": {
        **dict.fromkeys(PERSONAS, GO),
        **dict.fromkeys(("guest", "stranger", "member"), FORBIDDEN),
    },
    "scorekeeper": {**_ORGANIZER, "scorekeeper": GO},
    "organizer": _ORGANIZER,
    "owner": {**_ORGANIZER, "organizer": FORBIDDEN},
    "founder": {**_ORGANIZER, "stranger": GO},
    "site admin": {**dict.fromkeys(PERSONAS, FORBIDDEN), **_CLUB, "stranger": FORBIDDEN},
    "visitor": {**dict.fromkeys(PERSONAS, GO), "guest": SIGN_IN},
    "holder": {**dict.fromkeys(PERSONAS, NOTHING), **_GUESTS, "member": GO},
    # The tests run without such a certificate.
    "hall": dict.fromkeys(PERSONAS, NOTHING),
    "first visitor": {**dict.fromkeys(PERSONAS, frozenset({GO, NOTHING})), "guest": NOTHING},
    # Of the account library, about what somebody may have or not: a key, a code that was asked for.
    "one's own": {**dict.fromkeys(PERSONAS, ONES_OWN), "guest": SIGN_IN, "link": SIGN_IN},
    "–": dict.fromkeys(PERSONAS, NO_METHOD),
}


@dataclass(frozen=True, slots=True)
class Route:
    """A named address: its pattern and the names of its parts."""

    name: str
    pattern: str
    parts: tuple[str, ...]


@dataclass(slots=True)
class World:
    """What stands behind the parts of an address; `own` where one route needs another thing."""

    things: dict[str, Any] = field(default_factory=dict)
    own: dict[str, dict[str, Any]] = field(default_factory=dict)

    def address(self, route: Route) -> str:
        """The address of the thing this route is about."""
        if not route.parts:
            return reverse(route.name)
        kind = route.pattern.partition("/")[0]
        own = self.own.get(route.name, {})
        return reverse(
            route.name,
            kwargs={part: own.get(part, self.things.get(f"{kind}.{part}")) for part in route.parts},
        )


def routes() -> list[Route]:
    """Every address the site answers, read from the URL table itself; of two with one pattern the
    first answers."""
    found: dict[str, Route] = {}
    for route in _walk(get_resolver().url_patterns, "", ()):
        found.setdefault(route.pattern, route)
    return list(found.values())


def _walk(
    patterns: list[URLPattern | URLResolver], before: str, held: tuple[str, ...]
) -> Iterator[Route]:
    for one in patterns:
        text = before + str(one.pattern).lstrip("^").rstrip("$")
        parts = (*held, *one.pattern.regex.groupindex)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, text, parts)
        else:
            yield Route(one.name or f"unnamed: {text}", text, parts)


def written_table() -> dict[str, tuple[str, str]]:
    """docs/ACCESS.md: the name of a route -> (who may read, who may write)."""
    row = re.compile(r"^\| `(\S+)` \|[^|]*\| ([^|]+) \| ([^|]+) \|", re.MULTILINE)
    found = row.findall(TABLE.read_text(encoding="utf-8"))
    assert len({name for name, *_ in found}) == len(found), "a route stands there twice"
    return {name: (read.strip(), write.strip()) for name, read, write in found}


def fits(told: object, may: object) -> bool:
    """Whether somebody was told what the table says; who may not come at all may hear that first
    where the address does not answer that way to anybody."""
    if may == NO_METHOD:
        return told in {NO_METHOD, SIGN_IN, FORBIDDEN, NOTHING}
    if told == SILENT:  # a check while typing: nothing changes on the page
        return may in {GO, SIGN_IN}
    return told in may if isinstance(may, frozenset) else told == may


def seen(answer: Any) -> object:
    """What the one who asked is told: go, sign in, or a refusal's number."""
    code = answer.status_code
    if code == 204:
        return SILENT
    if code == 302 and answer["Location"].startswith(reverse("account_login")):
        return SIGN_IN
    if code in {400, 403, 404, 405, 429} or code >= 500:
        return code
    return GO


def digest() -> dict[str, str]:
    """One figure for the rows of every table; another one after whatever write."""
    tables = set(apps.get_models()) - {Session}  # what a guest typed is kept there on purpose
    return {
        model._meta.db_table: hashlib.sha256(
            serializers.serialize("json", model._base_manager.order_by("pk")).encode()
        ).hexdigest()
        for model in tables
    }


def changed(before: dict[str, str]) -> list[str]:
    """The tables in which anything is another than `before`."""
    return sorted(table for table, figure in digest().items() if before[table] != figure)


def ask(client: Client, method: str, address: str) -> Any:
    """Send it with nothing in it."""
    return client.generic(method, address)
