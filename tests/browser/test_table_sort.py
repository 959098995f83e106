"""The standings in another order: from the keyboard, said to a screen reader, with nothing lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.hand_entry import assert_no_sideways_scroll
from tests.league.cross_tables import play_cross_table

pytestmark = pytest.mark.django_db(transaction=True)

PLAYED = """
        Zita     Éloi     Anne     Bé
Zita     -       512-300  512-480  500-502
Éloi             -        512-90   512-510
Anne                      -        300-505
Bé                                 -
"""


@pytest.fixture
def address(make_competition):
    league = make_competition(entries=0)
    play_cross_table(league, PLAYED)
    return f"/competitions/{league.pk}/standings/"


def column(page, number):
    cells = page.locator(f".standings__entry > tr:first-child > :nth-child({number})").all()
    return [cell.inner_text() for cell in cells]


def test_the_standings_are_sorted_from_the_keyboard_and_say_so(address, laptop, assert_accessible):
    laptop.goto(address)
    places, names = column(laptop, 1), column(laptop, 2)
    scored = laptop.get_by_role("button", name="Scored")
    scored.focus()
    laptop.keyboard.press("Enter")
    heading = laptop.get_by_role("columnheader", name="Scored")
    expect(heading).to_have_attribute("aria-sort", "descending")
    figures = [int(one.replace(",", "")) for one in column(laptop, 5)]
    assert figures[0] > 1000 > figures[-1]
    assert figures == sorted(figures, reverse=True)
    # Who has which place stays beside the name.
    assert dict(zip(column(laptop, 2), column(laptop, 1), strict=True)) == dict(
        zip(names, places, strict=True)
    )
    assert_accessible(laptop)
    laptop.keyboard.press("Space")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert [int(one.replace(",", "")) for one in column(laptop, 5)] == figures[::-1]
    laptop.keyboard.press("Enter")
    expect(laptop.locator("[aria-sort]")).to_have_count(0)
    assert column(laptop, 2) == names
    expect(scored).to_be_focused()


def test_names_go_by_the_letter_and_a_figure_below_nothing_comes_last(address, phone):
    phone.goto(address)
    phone.get_by_role("button", name="Partnership").tap()
    names = [name.split()[0] for name in column(phone, 2)]
    assert names == ["Anne", "Bé", "Éloi", "Zita"]
    phone.get_by_role("button", name="+/−").tap()
    differences = [int(one.replace("−", "-").replace("+", "")) for one in column(phone, 6)]
    assert differences == sorted(differences, reverse=True)
    assert differences[-1] < 0
    assert_no_sideways_scroll(phone)


def test_what_comes_by_itself_is_put_in_the_chosen_order_and_keeps_the_focus(address, laptop):
    laptop.goto(address)
    fresh = laptop.evaluate("fetch(location).then((answer) => answer.text())")
    button = laptop.get_by_role("button", name="Scored")
    button.focus()
    laptop.keyboard.press("Enter")
    sorted_so = column(laptop, 2)
    laptop.evaluate(
        """(text) => {
          const page = new DOMParser().parseFromString(text, "text/html");
          const table = document.querySelector("table.standings");
          table.replaceWith(page.querySelector("table.standings"));
          document.dispatchEvent(new CustomEvent("live:arrived"));
        }""",
        fresh,
    )
    assert column(laptop, 2) == sorted_so
    expect(button).to_be_focused()
