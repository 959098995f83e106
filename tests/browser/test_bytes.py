"""How many bytes a phone gets and gives, counted by a proxy in front of the packed site; and what
it opens on a line that hangs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.files.storage import FileSystemStorage
from django.test.testcases import LiveServerThread
from playwright.sync_api import Page, expect

from league.models import Hand, Match
from league.packed_files import PackedFiles
from league.views import workers
from tests.browser.hand_entry import Thumb, open_entry
from tests.browser.offline import KEPT
from tests.faults.proxy import Line, Proxy
from tests.league.evenings import play

pytestmark = pytest.mark.django_db(transaction=True)


class PackingProxy(Proxy):
    """Has the server pack as for another browser: `packing` is what that one can open."""

    packing = b"gzip, br"

    async def _ask(self, request):
        named = [*request.without(b"accept-encoding"), b"Accept-Encoding: " + self.packing]
        request.headers = named
        return await super()._ask(request)


@pytest.fixture(scope="session")
def packed(tmp_path_factory) -> Path:
    """The static files as production has them."""
    folder = tmp_path_factory.mktemp("packed")
    source = project.BASE_DIR / "static"
    shutil.copytree(source, folder, dirs_exist_ok=True)
    names = [path.relative_to(source).as_posix() for path in source.rglob("*.*")]
    plain = FileSystemStorage(location=source)
    storage = PackedFiles(location=folder, base_url="/static/")
    done = storage.post_process({name: (plain, name) for name in names})
    assert not [processed for _, _, processed in done if isinstance(processed, Exception)]
    return folder


@pytest.fixture
def line(packed, settings, transactional_db) -> Iterator[PackingProxy]:
    """The way to a site that serves the packed files."""
    settings.STATIC_ROOT = str(packed)
    backend = {"BACKEND": "league.packed_files.PackedFiles"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    settings.ALLOWED_HOSTS = ["localhost"]
    workers._script.cache_clear()
    server = LiveServerThread("localhost", lambda app: app)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    assert server.error is None
    with PackingProxy(("localhost", server.port)) as proxy:
        yield proxy
    server.terminate()
    workers._script.cache_clear()


@pytest.fixture
def match(match, scorekeeper) -> Match:
    play(match, scorekeeper, 96)
    return match


@pytest.fixture
def page(open_page, sign_in, scorekeeper, line) -> Page:
    page = open_page(width=360, height=740, worker=True)
    sign_in(page, scorekeeper)
    return page


def weighed(line: Proxy, before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Bytes down and up, headers too, since `before`."""
    now = (line.counts["bytes_down"], line.counts["bytes_up"])
    return now[0] - before[0], now[1] - before[1]


# Over https a browser takes brotli and has a service worker, which fetches what it keeps; over
# plain http it takes gzip and has none. Of the first visit 6 kB are the headers of a dozen answers,
# of which HTTP/2 sends a third.
@pytest.mark.parametrize("packing", [b"gzip, br", b"gzip"], ids=["https", "http"])
def test_first_visit_repeat_visit_and_a_hand_stay_small(
    open_page, sign_in, scorekeeper, line, match, packing
):
    line.packing, kept = packing, packing != b"gzip"
    page = open_page(width=360, height=740, worker=kept)
    sign_in(page, scorekeeper)
    path = f"/matches/{match.pk}/score/"

    def visit() -> None:
        open_entry(page, line.url + path)
        expect(page.locator("#evening > h1")).to_have_text("Hand 2")
        if kept:
            page.evaluate(KEPT, path)

    visit()
    first = weighed(line)
    visit()  # the token in the browser's cookie is new since the first time
    before = weighed(line)
    page.goto("about:blank")
    visit()
    if kept:
        page.evaluate("navigator.serviceWorker.ready.then(ready => ready.update())")
    again = weighed(line, before)
    thumb = Thumb(page)
    thumb.say("Anne", "hearts")
    thumb.count(100)
    thumb.see("Made · 100 – 62")
    with page.expect_response("**/sent/") as sent:
        thumb.save(2)
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    hand = sent.value.request.sizes()
    print(f"first {first}, again {again}, a hand {hand}")
    assert first[0] < 60_000
    assert again[0] < 2_000
    assert hand["responseHeadersSize"] + hand["responseBodySize"] < 1_000
    assert hand["requestHeadersSize"] + hand["requestBodySize"] < 1_024
    assert Hand.objects.count() == 2


def test_a_slow_line_that_loses_a_tenth_still_takes_a_hand(page, line, match):
    """400 ms there and back, 50 kB a second, one packet in ten lost: no visit before this one."""
    page.set_default_timeout(60_000)
    line.line = Line(round_trip=0.4, bytes_per_second=50_000, loss=0.1)
    page.goto(f"{line.url}/matches/{match.pk}/score/")
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    thumb = Thumb(page)
    thumb.say("Anne", "hearts")
    thumb.count(100)
    thumb.see("Made · 100 – 62")
    thumb.save(2)
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")  # before the line has carried it
    expect(page.locator("[data-waiting]")).to_be_empty(timeout=60_000)
    expect(page.locator("#scorebar")).to_contain_text("saved", timeout=60_000)
    assert Hand.objects.filter(number=2, status="recorded").count() == 1


# Not beside the other tests of the worker: names without a digest are asked for each time.
def test_on_a_line_that_hangs_the_kept_page_stands_there_in_seconds(page, line, match):
    path = f"/matches/{match.pk}/score/"
    page.goto(line.url + path)
    page.evaluate(KEPT, path)
    line.line = Line(round_trip=40)
    page.reload(timeout=25_000)
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    page.goto(line.url + "/waiting/", timeout=25_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting on this phone")
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    line.line = Line()
