"""Every page that can be reached by links, as somebody sees it; for comparing before and after."""

import re

from django.test import Client

LINK = re.compile(r'(?:href|action)="(/[^"#]*)"')
# What differs between two visits and means nothing: form tokens, ids made for a new hand.
VARYING = [
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(r'name="client_id" value="[^"]*"'),
    re.compile(r'name="csrf-token" content="[^"]*"'),
    re.compile(r'"X-CSRFToken": *"[^"]*"'),
    re.compile(r'"/static/[^"]*"'),
]


def every_page(client: Client, start: str = "/") -> dict[str, str]:
    """All pages behind `start`, address -> HTML; signing out is left alone."""
    pages: dict[str, str] = {}
    waiting = [start]
    while waiting:
        address = waiting.pop()
        if address in pages or address.startswith(("/static/", "/accounts/")):
            continue
        answer = client.get(address)
        if answer.status_code == 405:
            continue
        assert answer.status_code in (200, 302), f"{address}: {answer.status_code}"
        text = answer.content.decode()
        for pattern in VARYING:
            text = pattern.sub("", text)
        pages[address] = text
        waiting += [link.replace("&amp;", "&") for link in LINK.findall(text)]
    return pages
