"""Every page on a phone and a desk, light and dark, with names that no form foresaw; paper too."""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.browser.halls import IMAGE, LONG, MARKUP, PAIRS, Hall, open_hall
from tests.browser.hand_entry import assert_no_sideways_scroll
from tests.browser.looks import PHONE, faults_of, visit


@pytest.fixture
def hall(
    live_server, owner, make_competition, make_player, make_partnership, make_entry, make_round,
    make_match, make_user,
) -> Hall:  # fmt: skip
    make = SimpleNamespace(
        competition=make_competition,
        player=make_player,
        partnership=make_partnership,
        entry=make_entry,
        round=make_round,
        match=make_match,
        user=make_user,
    )
    return open_hall(make, owner)


@pytest.mark.parametrize("whose", ["public", "organizer", "table"])
def test_a_page_fits_phone_and_desk_and_axe_finds_nothing_light_or_dark(
    open_page, hall, owner, sign_in, assert_accessible, whose
):
    page = open_page(**PHONE)
    if whose != "public":
        sign_in(page, owner)
    faults = []
    for name, address in getattr(hall, whose).items():
        visit(page, address)
        faults += faults_of(page, name, assert_accessible)
    assert not faults, "\n".join(faults)


def test_text_of_twice_the_size_still_fits_a_phone(open_page, hall, owner, sign_in):
    page = open_page(**PHONE)
    sign_in(page, owner)
    wanted = ("home", "standings", "schedule", "match over", "match playing", "final")
    for address in [*(hall.public[name] for name in wanted), hall.table["hand entry"]]:
        visit(page, address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_no_sideways_scroll(page)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert_no_sideways_scroll(page)


def test_a_name_is_shown_as_it_was_written_whatever_is_in_it(open_page, hall, owner, sign_in):
    page = open_page(**PHONE)
    sign_in(page, owner)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    everybody = [name for pair in PAIRS for name in pair]
    for address in (
        *(hall.public[name] for name in ("standings", "schedule", "entries", "club")),
        *(hall.public[name] for name in ("tables on paper", "names on paper")),
        hall.organizer["people"],
        hall.organizer["entries_edit"],
        hall.organizer["audit"],
    ):
        visit(page, address)
        expect(page.locator("img[src=x]")).to_have_count(0)
        if "audit" in address:
            continue
        text = page.locator("main").inner_text()
        missing = [name for name in everybody if name not in text]
        assert not missing, f"{address} does not show {missing}"
    assert not asked
    visit(page, hall.table["hand entry"])
    expect(page.locator("label.seat", has_text=MARKUP)).to_be_visible()
    expect(page.locator("#scorebar")).to_contain_text(IMAGE.split()[0])
    visit(page, hall.public["match playing"])
    expect(page.get_by_role("link", name=LONG)).to_be_visible()


def test_a_long_word_never_covers_its_neighbour_on_the_hand_sheet(open_page, hall, owner, sign_in):
    """The question, the dealer and the four seats keep apart, and a thumb hits each of them."""
    page = open_page(**PHONE)
    sign_in(page, owner)
    visit(page, hall.table["hand entry"])
    places = [
        *page.locator("label.seat").all(),
        page.locator(".seat-grid legend.seat-grid__corner"),
        page.locator("#field-dealer > summary"),
    ]
    boxes = [place.bounding_box() for place in places]
    for at, one in enumerate(boxes):
        assert one["height"] >= 20
        for other in boxes[at + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= one["x"] + 1
                or one["y"] + one["height"] <= other["y"] + 6
                or other["y"] + other["height"] <= one["y"] + 6
            )
            assert apart, (one, other)


def test_paper_comes_out_on_as_many_letter_pages_as_it_should(open_page, hall):
    page = open_page()
    sheets = hall.public["sheets on paper"]
    expected = {
        hall.public["blank sheet"]: 1,
        f"{hall.public['blank sheet']}?half=1": 1,
        hall.public["match on paper"]: 1,
        hall.public["final"] + "print/": 3,
        sheets.partition("?")[0]: 3,
        sheets: 2,
        hall.public["tables on paper"]: 1,
        hall.public["names on paper"]: 1,
        hall.public["all on paper"]: 6,  # names, tables, standings, and the three sheets
        hall.public["standings on paper"]: 1,
    }
    found = {}
    for address in expected:
        visit(page, address)
        paper = page.pdf(format="Letter", prefer_css_page_size=True)
        found[address] = len(re.findall(rb"/Type\s*/Page\b", paper))
    assert found == expected


COLOURS = """[...new Set([...document.querySelectorAll("main, main *")].flatMap((one) => {
  const { color, backgroundColor, borderTopColor } = getComputedStyle(one);
  return [color, backgroundColor, borderTopColor];
}))]"""


def test_paper_is_black_on_white_whatever_the_screen_is(open_page, hall):
    page = open_page()
    page.emulate_media(media="print", color_scheme="dark")
    coloured = {}
    for name in ("all on paper", "match on paper", "standings on paper"):
        visit(page, hall.public[name])
        for colour in page.evaluate(COLOURS):
            red, green, blue, *alpha = re.findall(r"[\d.]+", colour)
            if not red == green == blue and alpha != ["0"]:
                coloured.setdefault(name, []).append(colour)
        assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") in {
            "rgb(0, 0, 0)",
            "rgba(0, 0, 0, 1)",
        }
    assert coloured == {}
