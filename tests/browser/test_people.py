"""From an empty site to people at the tables, on a phone; and a sign-in that runs out meanwhile."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from league.models import Club, Hand, Partnership
from tests.browser.hand_entry import assert_no_sideways_scroll
from tests.league.evenings import begin

PASSWORD = "three-quiet-herons"


@pytest.mark.parametrize("script", [True, False])
def test_first_owner_club_and_pasted_list_on_a_phone(open_page, assert_accessible, db, script):
    page = open_page(width=360, height=740, script=script)
    page.goto(reverse("welcome"))
    if script:
        assert_accessible(page)
    page.get_by_label("Your name").fill("Morag Gillis")
    page.get_by_label("Your e-mail").fill("morag@example.com")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Name of your club").fill("Bras d’Or Legion")
    page.get_by_role("button", name="Open the book").click()
    page.get_by_role("link", name="Paste a list").click()
    page.locator("#id_names").fill(
        "Morag Gillis & Étienne Boudreau\nנועה כהן / Iain Bàn\nTanis Paul"
    )
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("button", name="Save all this")).to_be_visible()
    assert not Partnership.objects.exists()
    if script:
        assert_accessible(page)
    assert_no_sideways_scroll(page)
    page.get_by_role("button", name="Save all this").click()
    saved = page.locator("#notices")
    expect(saved).to_contain_text("Saved: 5 new people, 2 new partnerships.")
    if script:
        assert_accessible(page)
    assert Club.objects.get().players.count() == 5


def test_hand_typed_while_the_sign_in_runs_out_is_sent_after_it(
    open_page, sign_in, make_match, scorekeeper
):
    """Without scripts; with them the phone keeps it (`test_offline_hands.py`)."""
    match = make_match()
    begin(match, scorekeeper)
    page = open_page(width=360, height=740, script=False)
    sign_in(page, scorekeeper)
    page.goto(reverse("score", args=[match.pk]))
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.locator("input[name=caller][value=N]").check(force=True)
    page.locator("input[name=trump][value=H]").check(force=True)
    page.locator("#id_count_ns").fill("96")
    page.locator("#id_count_ew").fill("66")
    page.locator("button[name=save]").click()
    page.wait_for_url("**/accounts/login/**")
    assert "What you typed is kept" in page.locator("#notices").inner_text()
    page.locator("[name=login]").fill(scorekeeper.email)
    page.locator("[name=password]").fill("a-good-long-password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/carry-on/")
    page.get_by_role("button", name="Send it now").click()
    page.wait_for_url("**/score/")
    hand = Hand.objects.get()
    assert (hand.count_ns, hand.count_ew, hand.trump, hand.recorded_by) == (
        96,
        66,
        "H",
        scorekeeper,
    )


def test_part_of_a_page_never_becomes_the_sign_in_page(phone, sign_in, organizer, make_player):
    make_player("Anne MacNeil")
    sign_in(phone, organizer)
    people = reverse("people", args=[organizer.roles.get().club.slug])
    phone.goto(people)
    phone.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    phone.get_by_label("Find a name").press_sequentially("ann")
    phone.wait_for_url("**/accounts/login/**")
    assert phone.locator("h1").count() == 1
    phone.locator("[name=login]").fill(organizer.email)
    phone.locator("[name=password]").fill("a-good-long-password")
    phone.get_by_role("button", name="Sign in", exact=True).click()
    phone.wait_for_url(f"**{people}**")
