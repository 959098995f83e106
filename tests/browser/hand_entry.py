"""A thumb at the hand form: taps as a scorekeeper makes them, each one counted."""

import re

from playwright.sync_api import Locator, Page, expect


class Thumb:
    """Taps on the phone that lies on the table. `taps` counts them, a key of the keypad too."""

    def __init__(self, page: Page, *, script: bool = True) -> None:
        self.page = page
        self.script = script
        self.taps = 0

    def tap(self, place: Locator) -> None:
        place.tap()
        self.taps += 1

    def say(self, caller: str, trump: str) -> None:
        """Who called, by the short name, and the suit, such as "hearts"."""
        self.choose("Whose say was it?", caller)
        self.choose("Trump", trump)

    def run(self, holder: str, points: int) -> None:
        picker = self.page.locator("#field-runs")
        self.tap(picker.locator("> summary"))
        row = picker.get_by_role("radiogroup", name=f"Runs of {holder}", exact=True)
        self.tap(row.locator("label", has_text=re.compile(rf"^\s*{points}\s*$")))
        if picker.evaluate("picker => picker.open"):
            self.tap(picker.locator("> summary"))

    def bella(self, holder: str) -> None:
        picker = self.page.locator("#field-bella")
        self.tap(picker.locator("> summary"))
        self.tap(picker.locator("label.choice", has_text=holder))
        if picker.evaluate("picker => picker.open"):
            self.tap(picker.locator("> summary"))

    def count(self, figure: int | str) -> None:
        """The left side's count, key by key."""
        field = self.page.locator("#field-count_ns input").first
        self.tap(field)
        field.fill("")
        field.press_sequentially(str(figure))
        self.taps += len(str(figure))

    def something_else(self, *choices: tuple[str, str]) -> None:
        """Opens the rare things; each choice is (question, answer)."""
        self.tap(self.page.get_by_text("Something else happened"))
        for question, answer in choices:
            self.choose(question, answer)

    def see(self, verdict: str) -> None:
        """The verdict stands there before anything is saved; without script a button shows it."""
        if not self.script:
            self.page.get_by_role("button", name="Show the sum").tap()
        expect(self.page.locator(".sum-line__verdict")).to_have_text(verdict)

    def save(self, number: int) -> None:
        self.tap(self.page.get_by_role("button", name=f"Save hand {number}", exact=True))

    def choose(self, question: str, answer: str) -> None:
        """A tap on the button with this answer; its name is what a screen reader hears."""
        group = self.page.get_by_role("group", name=question, exact=True)
        button = self.page.get_by_role("radio", name=answer)
        self.tap(group.locator("label").filter(has=button))


def totals(page: Page) -> Locator:
    """Both running totals in the bar at the top."""
    return page.locator(".scorebar__total")


def open_entry(page: Page, path: str) -> None:
    """The entry page with its scripts at work: before that the server answers a tap instead."""
    page.goto(path)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-count", re.compile("[0-9]"))


def expect_sent(page: Page) -> None:
    """The server has all that this phone kept."""
    expect(page.locator("[data-waiting]")).to_have_attribute("data-count", "0")
    expect(page.get_by_text("not sent yet")).to_have_count(0)


def assert_no_sideways_scroll(page: Page) -> None:
    """The page is no wider than the screen (a phone's own `innerWidth` grows with the page).

    Through a locator, which waits for a page that has only begun to come.
    """
    wide = page.locator("html").evaluate("html => html.scrollWidth")
    screen = page.viewport_size["width"]
    assert wide <= screen, f"{page.url} is {wide} px wide on a screen of {screen} px"
