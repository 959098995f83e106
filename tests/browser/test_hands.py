"""Hand entry on a phone of 360 x 740: taps, the sum in sight, a second tap, no script, axe."""

import pytest
from playwright.sync_api import expect

from league.models import Game, Hand
from tests.browser.hand_entry import expect_sent, open_entry
from tests.league.evenings import begin, figures, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


def entry(match):
    return f"/matches/{match.pk}/score/"


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, selector):
        self.page.locator(selector).click()
        self.taps += 1

    def key(self, digits):
        self.page.keyboard.type(digits)
        self.taps += len(digits)


def test_an_ordinary_hand_takes_eight_taps_or_fewer(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    thumb = Thumb(phone)
    thumb.tap("label.seat--n")
    thumb.tap("label.choice:has([name=trump][value=H])")
    thumb.tap("#field-runs > summary")
    thumb.tap("label.choice:has([value=E-20])")
    thumb.tap("#id_count_ns")
    thumb.key("96")
    thumb.tap("button[name=save]")
    expect(phone.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert thumb.taps <= 8
    expect_sent(phone)
    assert figures(match) == {1: ("recorded", 96, 86)}
    expect(phone.locator(".scorebar__total").first).to_have_text("96")
    expect(phone.locator("[name=dealer][value=N]")).to_be_checked()


def test_sum_and_verdict_are_in_sight_above_the_save_bar(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    thumb = Thumb(phone)
    thumb.tap("label.seat--e")
    thumb.tap("label.choice:has([name=trump][value=D])")
    thumb.tap("#field-runs > summary")
    thumb.tap("label.choice:has([value=N-70])")
    thumb.tap("#field-bella > summary")
    thumb.tap("label.choice:has([name=bella][value=W])")
    thumb.tap("#id_count_ew")
    thumb.key("104")
    expect(phone.locator("#sum-line")).to_contain_text("= 252; half is 126; callers have 124: bait")
    expect(phone.locator(".sum-line__verdict")).to_be_visible()
    verdict = phone.locator(".sum-line__verdict").bounding_box()
    bar = phone.locator(".save-bar").bounding_box()
    head = phone.locator("#scorebar").bounding_box()
    first = phone.locator("#sum-line").bounding_box()
    assert first["y"] >= head["y"] + head["height"]
    assert verdict["y"] + verdict["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= 740
    expect(phone.locator("#id_count_ns")).to_have_value("58")
    assert not Hand.objects.exists()


def test_a_second_tap_on_save_stores_one_hand(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    thumb = Thumb(phone)
    thumb.tap("label.seat--n")
    thumb.tap("label.choice:has([name=trump][value=S])")
    phone.locator("#id_count_ns").fill("96")
    phone.locator("button[name=save]").dblclick()
    expect(phone.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect_sent(phone)
    assert list(figures(match)) == [1]


def test_a_wrong_count_keeps_the_form_and_says_so(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    thumb = Thumb(phone)
    thumb.tap("label.seat--n")
    thumb.tap("label.choice:has([name=trump][value=S])")
    phone.locator("#id_count_ns").fill("161")
    expect(phone.locator("#sum-line")).to_contain_text("No cards make 161 of 162")
    thumb.tap("button[name=save]")
    expect(phone.locator("#error-count_ns")).to_contain_text("No cards make 161 of 162")
    expect(phone.locator("#id_count_ns")).to_have_value("161")
    expect(phone.locator("[name=caller][value=N]")).to_be_checked()


def test_undo_puts_the_hand_back_to_be_saved_again(match, phone, sign_in, scorekeeper):
    play(match, scorekeeper, 88)
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#id_count_ns")).to_have_value("88")
    phone.get_by_role("button", name="Save hand 1").click()
    expect(phone.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect_sent(phone)
    assert figures(match) == {1: ("recorded", 88, 74)}


def test_another_phone_was_first_and_mine_becomes_the_next_hand(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    play(match, scorekeeper, 80)
    thumb = Thumb(phone)
    thumb.tap("label.seat--n")
    thumb.tap("label.choice:has([name=trump][value=S])")
    phone.locator("#id_count_ns").fill("96")
    thumb.tap("button[name=save]")
    phone.get_by_role("link", name="1 hand in question: look at it").click()
    phone.get_by_role("button", name="Keep it as hand 2").click()
    phone.wait_for_url("**/matches/**")
    open_entry(phone, entry(match))
    expect_sent(phone)
    expect(phone.get_by_role("button", name="Save hand 3")).to_be_visible()
    assert figures(match) == {1: ("recorded", 0, 162), 2: ("recorded", 96, 66)}


def test_without_script_a_hand_is_entered_with_its_sum(
    match, phone_without_script, sign_in, scorekeeper
):
    phone = phone_without_script
    sign_in(phone, scorekeeper)
    phone.goto(entry(match))
    phone.locator("label.seat--n").click()
    phone.locator("label.choice:has([name=trump][value=S])").click()
    phone.locator("#id_count_ns").fill("70")
    phone.get_by_role("button", name="Show the sum").click()
    expect(phone.locator(".sum-line__verdict")).to_have_text("Bait · 0 – 162")
    assert not Hand.objects.exists()
    phone.get_by_role("button", name="Save hand 1").click()
    expect(phone.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert figures(match) == {1: ("recorded", 0, 162)}


@pytest.mark.parametrize("script", [True, False])
def test_seats_are_swapped_and_the_game_begins(make_match, open_page, sign_in, scorekeeper, script):
    match = make_match()
    page = open_page(width=360, height=740, script=script)
    sign_in(page, scorekeeper)
    page.goto(f"/matches/{match.pk}/start/")
    north = page.locator("#id_seat_N").input_value()
    page.get_by_role("button", name="Swap North and South").click()
    expect(page.locator("#id_seat_S")).to_have_value(north)
    page.locator(f"label.choice:has([name=dealer][value='{north}'])").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    game = Game.objects.get()
    assert game.first_dealer == "S"
    assert str(game.seating.get(seat="S").player_id) == north


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_the_pages_of_a_table(
    make_match, open_page, sign_in, scorekeeper, assert_accessible, dark
):
    match = make_match()
    page = open_page(width=360, height=740, dark=dark)
    sign_in(page, scorekeeper)
    page.goto(f"/matches/{match.pk}/start/")
    assert_accessible(page)
    begin(match, scorekeeper)
    hands = play(match, scorekeeper, 96, 72, 81)
    page.goto(entry(match))
    for panel in ("#field-runs", "#field-bella", ".run-more", ".something-else", "#field-dealer"):
        page.locator(f"{panel} > summary").click()
    page.locator("label.choice:has([name=outcome][value=misplay])").click()
    assert_accessible(page)
    page.locator("button[name=save]").click()
    expect(page.locator("[data-problems]")).to_be_visible()
    assert_accessible(page)
    page.goto(f"/matches/{match.pk}/")
    page.locator("details.score-sheet__line > summary").first.click()
    assert_accessible(page)
    page.goto(f"/hands/{hands[0].pk}/correct/")
    assert_accessible(page)
    page.goto(f"/hands/{hands[0].pk}/void/")
    assert_accessible(page)
    play(match, scorekeeper, 162 - 2, 160, 160)
    page.goto(entry(match))
    expect(page.get_by_role("button", name="Sign the sheet")).to_be_visible()
    assert_accessible(page)
