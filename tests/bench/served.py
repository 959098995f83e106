"""The program beside the bare insert view, behind one server, for `tests.bench.saving_wire`."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings
from django.urls import path

from league.wsgi import application as program
from tests.bench.saving import bare_insert


class Bare(WSGIHandler):
    """Django's handler without middleware, and one address."""

    urls = (path("bare/<int:game>/", bare_insert),)

    def get_response(self, request: Any) -> Any:
        request.urlconf = self.urls
        return super().get_response(request)


with override_settings(MIDDLEWARE=[]):
    bare = Bare()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """What the server loads."""
    chosen = bare if environ["PATH_INFO"].startswith("/bare/") else program
    answer: Iterable[bytes] = chosen(environ, start_response)
    return answer
