"""A Saturday evening on an organizer's phone: made, drawn, published, by hand, to the bell."""

import re

import pytest
from django.urls import reverse

from league.models import Competition, Round
from tests.browser.hand_entry import assert_no_sideways_scroll


def _send(page, button: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()


def _make(page, club, look) -> None:
    page.goto(reverse("competition_new", args=[club.slug]))
    look()
    page.get_by_label("A Saturday tournament").check()
    page.get_by_label("Name", exact=True).fill("Saturday Swiss")
    page.get_by_text("For a Saturday tournament").click()
    page.get_by_label("At the bell").check()
    page.get_by_label("Rounds", exact=True).fill("3")
    look()
    _send(page, "Make it")
    look()


def _enter(page, pairs, look) -> None:
    competition = Competition.objects.get()
    page.goto(reverse("entries_edit", args=[competition.pk]))
    for pair in pairs:
        page.locator(f"input[name=partnerships][value='{pair.pk}']").check()
    _send(page, "Enter those ticked")
    page.get_by_text("5 partnerships entered.").wait_for()
    page.goto(reverse("competition_setup", args=[competition.pk]))
    page.get_by_role("link", name=re.compile("The draws: Swiss")).click()
    look()


def _draw_and_change_by_hand(page, look) -> None:
    _send(page, "Draw round 1")
    look()
    page.get_by_role("link", name=re.compile("Tables by hand")).click()
    page.locator("#id_one").select_option(index=1)
    page.locator("#id_other").select_option(index=3)
    page.get_by_label("Why").fill("They share a ride")
    look()
    _send(page, "Change places")
    look()
    page.get_by_role("link", name="Back").click()
    assert "They share a ride" in page.locator("main").inner_text()
    _send(page, "Publish Round 1")


def _ring(page, look, script) -> None:
    page.get_by_role("link", name=re.compile("The bell")).click()
    _send(page, "Start 25 minutes")
    look()
    face = page.locator(".bell-clock__face")
    assert re.fullmatch(r"2[45]:\d\d", face.inner_text())
    if script:
        before = face.inner_text()
        page.wait_for_function(
            "before => document.querySelector('.bell-clock__face').textContent !== before",
            arg=before,
        )
    _send(page, "Stop the clock")
    assert "The clock stands" in page.locator("main").inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_a_saturday_is_made_drawn_and_rung_on_a_phone(
    open_page, sign_in, assert_accessible, club, organizer, make_partnership, script
):
    pairs = [make_partnership() for _number in range(5)]
    page = open_page(width=360, height=740, script=script)
    sign_in(page, organizer)

    def look() -> None:
        assert_no_sideways_scroll(page)
        if script:
            assert_accessible(page)

    _make(page, club, look)
    _enter(page, pairs, look)
    _draw_and_change_by_hand(page, look)
    _ring(page, look, script)
    competition = Competition.objects.get()
    assert Round.objects.get().state == "published"
    page.goto(reverse("stage", args=[competition.stages.get().pk]))
    _send(page, "Draw round 2")
    assert "No result yet from: round 1, table 1" in page.locator("main").inner_text()
    look()
