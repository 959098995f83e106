"""A line of a table of standings and a match in a tile, put into HTML once for as long as they
say the same."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag(takes_context=True)
def standings_line(context: Any, line: Any) -> SafeString:
    """In `standings/_table.html`: after a hand most lines are what they were before."""
    leads = line.rank == 1 and bool(getattr(context.get("standings"), "begun", False))
    draws, key = bool(context.get("has_draws")), str(context.get("key", ""))
    return _html(line, leads, draws, key, get_language())


@register.simple_tag
def match_tile(line: Any) -> SafeString:
    """A match (`league.views.schedule.MatchLine`) on a page that is made anew with every hand."""
    return _tile(line, get_language())


@lru_cache(maxsize=2000)
def _tile(line: Any, _language: str | None) -> SafeString:
    """All that is on the tile is in what it is kept under; nothing else reaches its template."""
    return render_to_string("home/_tile.html", {"line": line})


@lru_cache(maxsize=2000)
def _html(line: Any, leads: bool, has_draws: bool, key: str, _language: str | None) -> SafeString:
    """All that is on the line is in what it is kept under; nothing else reaches its template."""
    told = {"line": line, "leads": leads, "has_draws": has_draws, "key": key}
    return render_to_string("standings/_line.html", told)
