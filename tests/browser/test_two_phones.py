"""Two phones at one table, a second tap, a sign-in that ends: nothing is lost or doubled."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.urls import reverse
from playwright.sync_api import expect

from league.models import Hand, Match
from tests.browser.hand_entry import Thumb, assert_no_sideways_scroll, expect_sent, totals
from tests.league.conftest import PASSWORD
from tests.league.evenings import begin


@pytest.fixture
def match(live_server, make_match, make_competition, make_player, make_partnership, make_entry,
          scorekeeper) -> Match:  # fmt: skip
    """Anne & Joe at North and South, Mairi & Éloi at East and West; West deals."""
    league = make_competition(entries=0)
    for names in (("Anne MacNeil", "Joe Boudreau"), ("Mairi NicNèill", "Éloi Samson")):
        make_entry(league, make_partnership(*map(make_player, names)))
    match = make_match(league)
    begin(match, scorekeeper)
    return match


@pytest.fixture
def at_the_table(open_page, sign_in, match, scorekeeper) -> Callable[..., Thumb]:
    """A phone with the entry page of the match open, the scorekeeper signed in."""

    def sit_down(*, script: bool = True) -> Thumb:
        page = open_page(width=360, height=740, script=script)
        sign_in(page, scorekeeper)
        page.goto(reverse("score", args=[match.pk]))
        return Thumb(page, script=script)

    return sit_down


def recorded() -> list[tuple[int, int, int]]:
    """The hands on the sheet: number and what both sides write."""
    hands = Hand.objects.filter(status=Hand.Status.RECORDED).order_by("number")
    return [(hand.number, hand.score_ns, hand.score_ew) for hand in hands]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_the_second_phone_sees_both_versions_and_loses_nothing(
    at_the_table, assert_accessible, match, script
):
    first, second = at_the_table(script=script), at_the_table(script=script)
    first.say("Anne", "hearts")
    first.count(96)
    second.say("Joe", "spades")
    second.bella("Joe")
    second.count(100)
    first.save(1)
    expect(totals(first.page)).to_have_text(["96", "66"])
    if script:
        expect_sent(first.page)
    second.save(1)
    page = second.page
    if script:
        expect(totals(page)).to_have_text(["96", "66"])
        assert_accessible(page)
        page.get_by_role("link", name="1 hand in question: look at it").tap()
    both = page.locator(".conflict__one")
    expect(both).to_have_count(2)
    expect(both.first).to_contain_text("Joe")
    expect(both.first).to_contain_text("spades")
    expect(both.last).to_contain_text("Anne")
    expect(both.last).to_contain_text("hearts")
    assert_no_sideways_scroll(page)
    if script:
        assert_accessible(page)
    assert recorded() == [(1, 96, 66)]
    mine = "Keep it as hand 2" if script else "Keep mine as hand 2"
    page.get_by_role("button", name=mine).tap()
    if script:
        page.wait_for_url("**/matches/**")
        page.goto(reverse("score", args=[match.pk]))
        expect_sent(page)
    expect(totals(page)).to_have_text(["216", "128"])
    assert recorded() == [(1, 96, 66), (2, 120, 62)]
    assert Hand.objects.get(number=2).bella_seat == "S"


def test_the_second_phone_may_put_its_version_in_the_place_of_the_first(at_the_table, match):
    first, second = at_the_table(), at_the_table()
    for thumb, figure in ((first, 96), (second, 98)):
        thumb.say("Anne", "hearts")
        thumb.count(figure)
    first.save(1)
    expect(totals(first.page)).to_have_text(["96", "66"])
    expect_sent(first.page)
    second.save(1)
    page = second.page
    page.get_by_role("link", name="1 hand in question: look at it").tap()
    page.get_by_role("button", name="Put it in the place of hand 1").tap()
    page.wait_for_url("**/matches/**")
    page.goto(reverse("score", args=[match.pk]))
    expect_sent(page)
    expect(totals(page)).to_have_text(["98", "64"])
    assert recorded() == [(1, 98, 64)]


def test_a_correction_of_a_hand_undone_meanwhile_is_kept_and_can_be_saved_anew(at_the_table):
    first = at_the_table()
    first.say("Anne", "hearts")
    first.count(96)
    first.save(1)
    expect(totals(first.page)).to_have_text(["96", "66"])
    expect_sent(first.page)
    second = at_the_table()
    line = second.page.locator("#hand-1-1")
    line.locator("summary").tap()
    line.get_by_role("link", name="Correct this hand").tap()
    expect(second.page.locator(".scorebar__state")).to_have_text("correcting hand 1")
    first.page.get_by_role("button", name="Undo").tap()
    expect(totals(first.page)).to_have_text(["0", "0"])
    expect_sent(first.page)
    second.count(98)
    second.page.get_by_role("button", name="Correct hand 1", exact=True).tap()
    expect(second.page.locator(".conflict")).to_contain_text("Hand 1 was undone meanwhile")
    assert recorded() == []
    second.page.get_by_role("button", name="Keep mine as hand 1").tap()
    expect(totals(second.page)).to_have_text(["98", "64"])
    assert recorded() == [(1, 98, 64)]


def test_back_and_reload_after_saving_make_no_second_hand(at_the_table):
    thumb = at_the_table()
    page = thumb.page
    thumb.say("Anne", "hearts")
    thumb.count(96)
    thumb.save(1)
    expect(totals(page)).to_have_text(["96", "66"])
    page.reload()
    expect(totals(page)).to_have_text(["96", "66"])
    page.goto(reverse("home"))
    page.go_back()
    expect(page.get_by_role("button", name="Save hand 2", exact=True)).to_be_visible()
    assert recorded() == [(1, 96, 66)]


def test_without_script_back_and_save_again_make_no_second_hand(at_the_table):
    thumb = at_the_table(script=False)
    page = thumb.page
    thumb.say("Anne", "hearts")
    thumb.count(96)
    thumb.save(1)
    expect(totals(page)).to_have_text(["96", "66"])
    page.reload()
    assert recorded() == [(1, 96, 66)]
    page.go_back()
    again = page.get_by_role("button", name="Save hand 1", exact=True)
    if again.is_visible():  # the browser kept the old page: its hand is known by its id
        again.tap()
    expect(page.get_by_role("button", name="Save hand 2", exact=True)).to_be_visible()
    assert recorded() == [(1, 96, 66)]


def test_two_taps_on_save_while_the_line_is_slow_make_one_hand(at_the_table):
    thumb = at_the_table()
    thumb.say("Anne", "hearts")
    thumb.count(96)
    save = thumb.page.get_by_role("button", name="Save hand 1", exact=True)
    place = save.bounding_box()
    for _tap in range(2):
        thumb.page.touchscreen.tap(place["x"] + 40, place["y"] + 20)
    expect(totals(thumb.page)).to_have_text(["96", "66"])
    expect_sent(thumb.page)
    assert recorded() == [(1, 96, 66)]


def test_a_hand_that_found_no_line_waits_and_goes_out_later(at_the_table):
    thumb = at_the_table()
    page = thumb.page
    thumb.say("Anne", "hearts")
    thumb.count(96)
    thumb.see("Made · 96 – 66")
    page.context.set_offline(True)
    thumb.save(1)
    expect(page.locator("[data-waiting]")).to_contain_text("1 hand on this phone, not sent yet")
    expect(totals(page)).to_have_text(["96", "66"])
    assert recorded() == []
    page.context.set_offline(False)
    expect_sent(page)
    expect(totals(page)).to_have_text(["96", "66"])
    assert recorded() == [(1, 96, 66)]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_sign_in_that_ends_in_the_middle_of_a_hand_costs_nothing(
    at_the_table, scorekeeper, script
):
    thumb = at_the_table(script=script)
    page = thumb.page
    Session.objects.all().delete()
    for cache in caches.all():
        cache.clear()
    thumb.say("Anne", "hearts")
    thumb.count(96)
    # The live sum asks in vain and leaves its place alone; saving leads to the sign-in page, or
    # says the way there.
    thumb.save(1)
    if script:
        page.get_by_role("link", name="Sign in again to send 1 hand").tap()
    page.wait_for_url("**/accounts/login/**")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("#sum-line, #evening")).to_have_count(0)
    page.locator("[name=login]").fill(scorekeeper.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    if not script:
        page.wait_for_url("**/carry-on/")
        page.get_by_role("button", name="Send it now").tap()
    expect(totals(page)).to_have_text(["96", "66"])
    if script:
        expect_sent(page)
    assert recorded() == [(1, 96, 66)]


def test_a_guest_who_opens_the_score_page_is_sent_to_sign_in_and_back(
    phone, match, scorekeeper, assert_accessible
):
    phone.goto(reverse("score", args=[match.pk]))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert_accessible(phone)
    phone.locator("[name=login]").fill(scorekeeper.email)
    phone.locator("[name=password]").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in", exact=True).tap()
    expect(phone.get_by_role("button", name="Save hand 1", exact=True)).to_be_visible()
