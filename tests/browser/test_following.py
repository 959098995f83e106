"""A match page on one phone while another writes: it follows, rests, says when it is stale."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Match
from tests.league.evenings import begin, play


@pytest.fixture
def match(make_match, organizer) -> Match:
    found = make_match()
    begin(found, organizer)
    play(found, organizer, 96)
    return found


def address(match: Match) -> str:
    return reverse("match", args=[match.pk])


def hands(page: Page):
    return page.locator(".score-sheet__hands > li")


def test_a_hand_is_on_the_other_phone_within_seconds_and_what_is_open_stays(
    phone, match, organizer, assert_accessible
):
    phone.goto(address(match))
    phone.locator("#hand-1-1 summary").click()
    phone.locator("#hand-1-1 summary").focus()
    play(match, organizer, 100)
    expect(hands(phone)).to_have_count(2, timeout=8000)
    expect(phone.locator("#hand-1-1")).to_have_attribute("open", "")
    expect(phone.locator("#hand-1-1 summary")).to_be_focused()
    expect(phone.locator(".follows")).to_contain_text(re.compile(r"As of \d\d:\d\d\."))
    assert_accessible(phone)


def test_a_hidden_tab_asks_nothing_and_a_dead_server_is_said_aloud(phone, match, organizer):
    asked: list[str] = []
    phone.clock.install(time=datetime.now(UTC))
    phone.add_init_script(
        "Object.defineProperty(document, 'hidden', {get: () => Boolean(window.asleep)})"
    )
    phone.goto(address(match))
    phone.route("**/matches/**", lambda one: (asked.append(one.request.url), one.continue_()))
    phone.evaluate("window.asleep = true")
    phone.clock.run_for(60_000)
    assert asked == []
    phone.context.set_offline(True)
    play(match, organizer, 100)
    phone.evaluate("window.asleep = false; document.dispatchEvent(new Event('visibilitychange'))")
    for _wait in range(4):
        phone.clock.run_for(15_000)
    stale = phone.locator(".follows [role=status]")
    expect(stale).to_contain_text("No line: this is as of")
    expect(stale).to_be_in_viewport()
    assert len(asked) <= 6  # less often each time
    phone.context.set_offline(False)  # and it asks at once
    expect(hands(phone)).to_have_count(2, timeout=8000)
    expect(stale).to_have_text("")


def test_news_waits_while_a_form_is_filled_in(
    phone, make_competition, make_round, make_match, organizer
):
    match = make_match(round=make_round(make_competition(entries=2)))
    phone.goto(reverse("schedule", args=[match.round.stage.competition_id]))
    phone.clock.install(time=datetime.now(UTC))
    phone.reload()
    phone.get_by_label("Partnership").select_option(index=1)
    begin(match, organizer)
    play(match, organizer, 96)
    phone.clock.run_for(12_000)
    expect(phone.locator(".follows")).to_contain_text("There is news.")
    assert phone.get_by_label("Partnership").input_value() != ""
    expect(phone.locator(".match-line")).not_to_contain_text("hand 1")
    phone.get_by_label("Partnership").select_option(index=0)
    phone.locator("h1").click()
    phone.clock.run_for(12_000)
    expect(phone.locator(".match-line")).to_contain_text("hand 1")
    expect(phone.locator(".follows [role=status]")).to_have_text("")


def test_without_script_the_page_simply_stands(phone_without_script, match):
    phone_without_script.goto(address(match))
    expect(hands(phone_without_script)).to_have_count(1)
    expect(phone_without_script.locator(".follows")).to_contain_text("As of")
