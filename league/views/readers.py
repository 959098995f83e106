"""Whose names a page tells: paper hangs on the wall and lies on the tables, whoever prints it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse

from league.models import read_by


def for_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that names people as a guest reads them, also to those who know the full names."""

    @wraps(view)
    def page(*args: Any, **kwargs: Any) -> HttpResponse:
        with read_by():
            return view(*args, **kwargs)

    return page
