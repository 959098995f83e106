"""Saving what moves a table: shown first, then ticked, as an organizer does."""

from typing import Any

from django.http import HttpResponse
from django.test import Client


def post_seen(client: Client, address: str, data: dict[str, Any] | None = None) -> HttpResponse:
    """Post it; when the page shows what it would move, tick that and post again."""
    data = data or {}
    answer = client.post(address, data)
    if answer.status_code == 422 and answer.context and "impact_stamp" in answer.context:
        answer = client.post(
            address, {**data, "impact": answer.context["impact_stamp"], "impact_seen": "on"}
        )
    return answer
