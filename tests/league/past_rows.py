"""Every row of a competition as it is stored now, in the form of the log's images."""

import json
from typing import Any

from league.models import Competition
from league.queries.kept_rows import KEPT, image_of, rows_of_competition, rows_of_matches


def rows_now(competition: Competition) -> dict[str, dict[int, dict[str, Any]]]:
    """By kind and number."""
    found = {}
    matches: list[int] = []
    for kept in KEPT:
        rows = (
            rows_of_matches(kept, matches)
            if kept.sheet
            else rows_of_competition(kept, competition.pk)
        )
        images = {row.pk: image_of(kept, row) for row in rows}
        if kept.kind == "match":
            matches = list(images)
        found[kept.kind] = json.loads(json.dumps(images))
    return {kind: {int(pk): one for pk, one in rows.items()} for kind, rows in found.items()}


def differences(one: dict[str, dict[int, Any]], other: dict[str, dict[int, Any]]) -> list[str]:
    """Where two states differ, a line a row: [] when they are the same."""
    return [
        f"{kind}:{pk}: {one[kind].get(pk)} != {other[kind].get(pk)}"
        for kind in sorted({*one, *other})
        for pk in sorted({*one.get(kind, {}), *other.get(kind, {})})
        if one[kind].get(pk) != other[kind].get(pk)
    ]
