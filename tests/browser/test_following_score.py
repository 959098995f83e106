"""The score page of a second phone follows what the first one writes."""

import pytest
from playwright.sync_api import Page, expect

from league.actions.acceptance import accept_match
from league.actions.hands import undo_hand
from league.queries.matches import load_match, people_of, stamp_of
from tests.browser.hand_entry import Thumb, expect_sent, open_entry, totals
from tests.browser.offline import cut, enter, let_pass, restore, waiting
from tests.league.evenings import begin, figures, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thumb(open_page, sign_in, match, scorekeeper) -> Thumb:
    page = open_page(width=360, height=740)
    sign_in(page, scorekeeper)
    page.clock.install()
    open_entry(page, f"/matches/{match.pk}/score/")
    return Thumb(page)


def asked_of(page: Page) -> list[str]:
    asked: list[str] = []
    page.on(
        "request", lambda one: asked.append(f"{one.method} {one.url.rpartition('/matches')[2]}")
    )
    return asked


def test_a_hand_of_another_phone_comes_within_seconds_and_what_is_typed_stays(
    thumb, match, scorekeeper
):
    page = thumb.page
    thumb.say("Anne", "hearts")
    thumb.count(12)
    play(match, scorekeeper, 96)
    let_pass(page, 11)
    expect(totals(page)).to_have_text(["96", "66"])
    expect(page.locator("#hand-1-1")).to_be_visible()
    expect(page.locator("[name=trump]:checked")).to_have_value("H")
    expect(page.locator("#field-count_ns input").first).to_have_value("12")
    undo_hand(match, hand_id=match.games.get().hands.get().pk, by=scorekeeper)
    let_pass(page, 11)
    expect(totals(page)).to_have_text(["0", "0"])
    assert not figures(match)


def test_while_nothing_happens_little_is_asked_and_nothing_fetched(thumb, match):
    page = thumb.page
    asked = asked_of(page)
    let_pass(page, 45)
    assert set(asked) == {f"GET /{match.pk}/sent/"}
    assert len(asked) in (3, 4)
    cut(thumb)
    enter(thumb, 1)
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    asked.clear()
    let_pass(page, 22)
    assert not [one for one in asked if one.startswith("GET")]


def test_a_sheet_signed_elsewhere_is_signed_here_too(thumb, match, scorekeeper):
    page = thumb.page
    play(match, scorekeeper, *[150] * 4)
    let_pass(page, 11)
    expect(page.locator("[data-ending]")).to_be_visible()
    open_entry(page, f"/matches/{match.pk}/score/")
    view = load_match(match)
    signer = people_of(match)["a"][0].pk
    accept_match(match, player_id=signer, stamp=stamp_of(view), by=scorekeeper)
    let_pass(page, 11)
    expect(page.locator("[data-ending]")).to_contain_text("This sheet is signed.")


def test_a_question_about_what_was_typed_stays_while_others_write(thumb, match, scorekeeper):
    page = thumb.page
    thumb.say("Anne", "hearts")
    thumb.count(12)
    page.locator("[name=dealer][value=N]").evaluate("dealer => dealer.checked = true")
    play(match, scorekeeper, 96)
    thumb.save(1)
    expect(page.get_by_role("heading", name="What you wrote")).to_be_visible()
    with page.expect_response("**/score/"):
        let_pass(page, 11)
    let_pass(page, 1)
    expect(page.get_by_role("heading", name="What you wrote")).to_be_visible()


def test_a_hand_taken_off_to_be_put_right_stays_in_the_form_while_others_write(
    thumb, match, scorekeeper
):
    page = thumb.page
    enter(thumb, 1)
    let_pass(page, 1)
    thumb.tap(page.get_by_role("button", name="Undo hand 1"))
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    expect_sent(page)
    play(match, scorekeeper, 60)
    with page.expect_response("**/score/"):
        let_pass(page, 11)
    expect(page.locator("#hand-1-1")).to_be_visible()
    expect(page.locator("#field-count_ns input").first).to_have_value("96")
    expect(page.get_by_role("button", name="Save hand 1", exact=True)).to_be_visible()


def test_seats_that_are_changed_elsewhere_come_before_the_first_hand(thumb, match, scorekeeper):
    page = thumb.page
    thumb.say("Anne", "spades")
    begin(match, scorekeeper, turned=True)
    let_pass(page, 11)
    expect(page.locator("[data-state]")).to_have_text("seats changed: enter this hand again")
    expect(page.locator("[name=caller]:checked")).to_have_count(0)
    enter(thumb, 1, figures={1: 96})
    expect(page.locator("[data-state]")).to_have_text("hand 1 saved ✓")
    assert figures(match) == {1: ("recorded", 66, 96)}


def test_a_first_hand_written_without_a_line_in_seats_that_were_changed_is_asked_about(
    thumb, match, scorekeeper
):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1)
    begin(match, scorekeeper, turned=True)
    restore(thumb)
    let_pass(page, 3)
    expect(waiting(page)).to_contain_text("1 hand in question")
    assert not figures(match)
