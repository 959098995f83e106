"""Every page that can be reached by links, as somebody sees it; for comparing before and after."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client

LINK = re.compile(r'(?:href|action)="(/[^"#]*)"')
# What differs between two visits and means nothing: form tokens, ids made for a new hand, how much
# was written so far, the minute.
VARYING = [
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(r'name="(?:client_id|sheet_id)" value="[^"]*"'),
    re.compile(r'name="csrf-token" content="[^"]*"'),
    re.compile(r'"X-CSRFToken": *"[^"]*"'),
    re.compile(r'"/static/[^"]*"'),
    re.compile(r'data-version="[^"]*"'),
    re.compile(r"[Aa]s of [^<]*<time[^>]*>[^<]*"),
]


def steady(text: str) -> str:
    """A page without what differs between two visits and means nothing."""
    for pattern in VARYING:
        text = pattern.sub("", text)
    return text


@contextmanager
def nothing_kept(settings: Any) -> Iterator[None]:
    """Every page is made anew in here."""
    kept = settings.CACHES
    none = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = {**kept, "pages": none, "facts": none}
    yield
    settings.CACHES = kept


def every_page(
    client: Client, start: str = "/", *, most_of_a_kind: int | None = None
) -> dict[str, str]:
    """All pages behind `start`, address -> HTML; signing out is left alone.

    Addresses that differ in their numbers alone are of a kind; `most_of_a_kind` is how many of
    them are looked at, None for all.
    """
    pages: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    waiting = [start]
    while waiting:
        address = waiting.pop()
        if address in pages or address.startswith(("/static/", "/accounts/")):
            continue
        kind = re.sub(r"\d+", "N", address)
        if kinds[kind] == most_of_a_kind:
            continue
        kinds[kind] += 1
        answer = client.get(address)
        if answer.status_code == 405:
            continue
        assert answer.status_code in (200, 302), f"{address}: {answer.status_code}"
        text = steady(answer.content.decode())
        pages[address] = text
        waiting += [link.replace("&amp;", "&") for link in LINK.findall(text)]
    return pages
