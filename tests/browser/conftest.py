"""A real Chromium on a phone, with script and without, and axe to look at each page.

`phone(...)` opens a page of 360 px on the running site. A page whose script fails or that
breaks its own content policy fails its test.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from league.models import Match, User
from tests.league.conftest import *  # noqa: F403 - the same people play here
from tests.league.evenings import begin

# Playwright's loop runs in the test's own thread, where Django would refuse its ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ANSWERED = (
    "Failed to load resource",
    "Response Status Error",
    "htmx:sendError",
    "htmx:afterRequest",
)
BARS = """how => document.querySelectorAll(".save-bar, .scorebar").forEach(
  bar => how ? bar.style.position = how : bar.removeAttribute("style"))"""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a Chromium these tests are skipped, which in CI is a failure."""
    if not CHROMIUM:
        missing = pytest.mark.skip(reason="no Chromium here (Debian's package chromium)")
        for item in items:
            if "browser" in item.path.parent.parts:
                item.add_marker(missing)


@pytest.fixture
def match(make_match: Callable[..., Match], scorekeeper: User) -> Match:
    """A table whose first game has begun, nothing written yet; files that need another have it."""
    match = make_match()
    begin(match, scorekeeper)
    return match


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "en-CA", "timezone_id": "America/Glace_Bay"}


@pytest.fixture
def open_page(
    browser: Browser, browser_context_args: dict[str, Any], live_server: Any
) -> Iterator[Callable[..., Page]]:
    """open_page(width=, script=, worker=) -> a page of the running site, a browser of its own."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        # A 4xx answer and a lost line are also written to the console; the test says if rightly.
        if message.type == "error" and not message.text.startswith(ANSWERED):
            faults.append(message.text)

    def open_one(
        *,
        width: int = 1280,
        height: int = 800,
        script: bool = True,
        dark: bool = False,
        worker: bool = False,
    ) -> Page:
        context = browser.new_context(
            **{
                **browser_context_args,
                "base_url": live_server.url,
                "viewport": {"width": width, "height": height},
                "has_touch": width < 600,
                "is_mobile": width < 600,
                "java_script_enabled": script,
                "color_scheme": "dark" if dark else "light",
                # What a service worker fetches, `page.route` does not see.
                "service_workers": "allow" if worker else "block",
            }
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", on_console)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, "the page's own script or content policy: " + "; ".join(faults)


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A phone in one hand: 360 px wide."""
    return open_page(width=360, height=740)


@pytest.fixture
def phone_without_script(open_page: Callable[..., Page]) -> Page:
    return open_page(width=360, height=740, script=False)


@pytest.fixture
def laptop(open_page: Callable[..., Page]) -> Page:
    return open_page(width=1280, height=800)


@pytest.fixture
def sign_in(live_server: Any) -> Callable[[Page, Any], None]:
    """Signs a user in without the form: sign_in(page, user)."""

    def enter(page: Page, user: Any) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
        )

    return enter


@pytest.fixture(scope="session")
def assert_accessible() -> Callable[..., None]:
    """Lets axe, which needs script, look at a page; what it finds is in the message.

    `rule` names the only rule to look at, such as "color-contrast" after colours changed.
    """
    axe = Axe()

    def look(page: Page, rule: str = "") -> None:
        wanted = {"type": "rule", "values": [rule]} if rule else {"type": "tag", "values": WCAG}
        options = {"runOnly": wanted, "resultTypes": ["violations"]}
        # What happens to lie half under a sticky bar is no small target: a thumb scrolls it free.
        page.evaluate(BARS, "static")
        found = axe.run(page, options=options).response["violations"]
        page.evaluate(BARS, "")
        lines = []
        for rule in found:
            places = ", ".join(str(node["target"][0]) for node in rule["nodes"][:5])
            lines.append(f"{rule['id']}: {rule['help']} at {places}")
        assert not lines, f"axe on {page.url}:\n" + "\n".join(lines)

    return look
