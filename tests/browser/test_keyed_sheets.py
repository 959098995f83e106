"""A whole game keyed from paper with the keyboard alone, every key counted."""

import pytest
from playwright.sync_api import expect

from league.models import Hand
from league.queries.matches import load_match
from tests.browser.hand_entry import assert_no_sideways_scroll

pytestmark = pytest.mark.django_db(transaction=True)

# The hands as their keys: a letter goes on by itself, | is Enter. Some with a run, Bella, or both.
HANDS = [
    "ns||96|", "ehe2|90|", "sd|s101|", "wcn5|70|", "nh||88|", "ese2w120|",
    "ss||95|", "wds4|104|", "nc|n110|", "ehw7e99|", "sd||85|", "ws||101|",
]  # fmt: skip
MOST_KEYS = 9


@pytest.fixture
def match(make_match, make_competition):
    play = {"mode": "hands", "hands": 12, "minutes": None}
    return make_match(make_competition(entries=2, match_play=play))


def press(page, keys):
    for key in keys:
        page.keyboard.press("Enter" if key == "|" else key)


def test_twelve_hands_are_keyed_without_a_mouse_in_nine_keys_each(
    match, laptop, sign_in, scorekeeper, assert_accessible
):
    sign_in(laptop, scorekeeper)
    laptop.goto(f"/matches/{match.pk}/key/")
    expect(laptop.locator("#id_seat_N")).to_be_focused()
    assert_accessible(laptop)
    # The cut: on from North over the other seats, and the last of the four names.
    for key in ("Tab", "Tab", "Tab", "Tab", "Space", "ArrowUp", "Tab"):
        laptop.keyboard.press(key)
    for number, keys in enumerate(HANDS, 1):
        expect(laptop.locator(f"#caller-{number}")).to_be_focused()
        press(laptop, keys)
        assert len(keys) <= MOST_KEYS
    expect(laptop.locator("[data-line='2'] [data-total=a]")).to_have_text("168")
    expect(laptop.locator("[data-line='2'] [data-total=b]")).to_have_text("176")
    expect(laptop.locator(".key-sheet__said:visible")).to_have_count(0)
    shown = [
        int(laptop.locator(f"[data-line='12'] [data-total={side}]").inner_text()) for side in "ab"
    ]
    # The row after the last one came by itself; Enter in it goes to Save.
    expect(laptop.locator("#caller-13")).to_be_focused()
    laptop.keyboard.press("Enter")
    laptop.keyboard.press("Enter")
    laptop.wait_for_url(f"**/matches/{match.pk}/score/")
    assert Hand.objects.count() == len(HANDS)
    game = load_match(match).games[0]
    assert [game.a, game.b] == shown


def test_what_is_wrong_is_said_in_its_row_when_it_is_left_and_corrected_there(
    match, laptop, sign_in, scorekeeper
):
    sign_in(laptop, scorekeeper)
    laptop.goto(f"/matches/{match.pk}/key/")
    laptop.locator("#caller-1").focus()
    press(laptop, "ns||200|")
    said = laptop.locator("[data-line='1'] .key-sheet__said")
    expect(said).to_contain_text("cannot have 200")
    laptop.locator("#count-1").focus()
    laptop.keyboard.press("Control+a")
    press(laptop, "100|")
    expect(said).to_be_hidden()
    expect(laptop.locator("[data-line='1'] [data-total=b]")).to_have_text("62")


def test_a_row_that_cannot_be_read_says_so_and_no_total_below_pretends_to_be_known(
    match, laptop, sign_in, scorekeeper
):
    sign_in(laptop, scorekeeper)
    laptop.goto(f"/matches/{match.pk}/key/")
    laptop.locator("#caller-1").focus()
    press(laptop, "ns||100|")
    press(laptop, "300|s|d|100|")
    press(laptop, "eh||90|")
    said = laptop.locator("[data-line='2'] .key-sheet__said")
    expect(said).to_contain_text("This cannot be read: “300”, “d”.")
    expect(laptop.locator("[data-line='1'] [data-total=a]")).to_have_text("100")
    expect(laptop.locator("[data-line='3'] [data-written=b]")).to_have_text("90")
    for line in ("2", "3"):
        expect(laptop.locator(f"[data-line='{line}'] [data-total=a]")).to_have_text("")
    for field, keys in (("caller", "n"), ("bella", "|")):
        laptop.locator(f"#{field}-2").focus()
        laptop.keyboard.press("Control+a")
        laptop.keyboard.press("Delete")
        press(laptop, keys)
    laptop.locator("#caller-4").focus()
    expect(said).to_be_hidden()
    expect(laptop.locator("[data-line='3'] [data-total=a]")).to_have_text("272")


def test_what_was_typed_is_there_again_after_a_reload_until_the_sheet_moves_on(
    match, laptop, sign_in, scorekeeper, assert_accessible
):
    sign_in(laptop, scorekeeper)
    laptop.goto(f"/matches/{match.pk}/key/")
    again = laptop.get_by_text("What you typed before is here again")
    ready = laptop.locator("#id_seat_N")
    expect(ready).to_be_focused()
    laptop.locator("[name=dealer]").last.check()
    laptop.locator("#caller-12").focus()
    press(laptop, HANDS[0])  # the thirteenth line comes by itself
    laptop.locator("#caller-1").focus()
    press(laptop, "".join(HANDS[:2]))
    expect(again).to_be_hidden()
    laptop.reload()
    expect(again).to_be_visible()
    assert_accessible(laptop)
    expect(laptop.locator("[name=dealer]").last).to_be_checked()
    expect(laptop.locator("#count-2")).to_have_value("90")
    expect(laptop.locator("[data-line='2'] [data-total=b]")).to_have_text("176")
    expect(laptop.locator("#caller-13")).to_have_count(1)
    laptop.get_by_role("button", name="Begin with an empty sheet").click()
    expect(laptop.locator("#count-2")).to_have_value("")
    expect(again).to_be_hidden()
    expect(ready).to_be_focused()
    laptop.locator("[name=dealer]").last.check()
    laptop.locator("#caller-1").focus()
    press(laptop, "".join(HANDS[:2]))
    laptop.locator("#key-save").click()
    laptop.wait_for_url(f"**/matches/{match.pk}/score/")
    laptop.goto(f"/matches/{match.pk}/key/")
    expect(laptop.locator("#caller-3")).to_have_value("")
    expect(again).to_be_hidden()


def test_a_sheet_saved_without_a_line_stays_on_the_page_and_is_saved_later(
    match, laptop, sign_in, scorekeeper
):
    sign_in(laptop, scorekeeper)
    laptop.goto(f"/matches/{match.pk}/key/")
    laptop.locator("[name=dealer]").first.check()
    laptop.locator("#caller-1").focus()
    press(laptop, "".join(HANDS[:2]))
    laptop.context.set_offline(True)
    save = laptop.get_by_role("button", name="Save the sheet")
    save.click()
    said = laptop.get_by_role("alert").filter(has_text="What you typed is still here")
    expect(said).to_be_in_viewport()
    expect(save).to_be_in_viewport()
    expect(laptop.locator("#count-2")).to_have_value("90")
    laptop.context.set_offline(False)
    save.dblclick()
    laptop.wait_for_url(f"**/matches/{match.pk}/score/")
    assert Hand.objects.count() == 2


def test_the_page_fits_a_phone(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    phone.goto(f"/matches/{match.pk}/key/")
    assert_no_sideways_scroll(phone)
