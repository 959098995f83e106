"""A page as everybody may meet it: phone and desk, light and dark."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.hand_entry import assert_no_sideways_scroll

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
# Where only the colours differ from the look before, axe looks at the colours.
LOOKS = [
    (PHONE, "light", ""),
    (PHONE, "dark", "color-contrast"),
    (DESK, "dark", ""),
    (DESK, "light", "color-contrast"),
]


def visit(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, f"{address}: {answer.status}"
    assert page.url.endswith(address), f"{address} led to {page.url}"


def faults_of(page: Page, name: str, assert_accessible: Callable[..., None]) -> list[str]:
    """What is wrong with the page that is open, in any look; the phone's comes back at the end."""
    faults = []
    for size, scheme, rule in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        try:
            assert_no_sideways_scroll(page)
            assert_accessible(page, rule)
        except AssertionError as fault:
            faults.append(f"{name}, {scheme}, {size['width']} px: {fault}")
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    return faults
