"""The codes of tables: on paper however long the names, on screen, and in the hand of a holder."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.actions.links import make_night_links, make_round_links
from league.models import Round, TableLink
from league.queries.links import secret_of
from tests.browser.halls import LEAGUE, LONG
from tests.browser.hand_entry import assert_no_sideways_scroll
from tests.browser.looks import visit

TABLES = 9


@pytest.fixture
def night(organizer, make_competition, make_round, make_match, make_player, make_partnership,
          make_entry) -> Round:  # fmt: skip
    """Nine tables of people with the longest names, with codes for the round and the evening."""
    league = make_competition(entries=0, name=LEAGUE)
    for at in range(2 * TABLES):
        names = [f"{LONG[:97]}{at}{side}" for side in "ab"]
        make_entry(league, make_partnership(*map(make_player, names)))
    found = make_round(league)
    for _table in range(TABLES):
        make_match(league, round=found)
    make_round_links(found, by=organizer)
    make_night_links(league, night=timezone.localdate(), tables=TABLES, by=organizer)
    return found


def test_sheets_and_slips_with_codes_fit_letter_paper(open_page, sign_in, organizer, night):
    page = open_page()
    sign_in(page, organizer)
    sheets = reverse("print_sheets", args=[night.pk])
    evening = reverse("print_night_codes", args=[night.stage.competition_id])
    expected = {
        sheets: TABLES,
        f"{sheets}?half=1": (TABLES + 1) // 2,
        reverse("print_codes", args=[night.pk]): 2,
        f"{evening}?night={timezone.localdate():%Y-%m-%d}": 2,
    }
    found = {}
    for address in expected:
        visit(page, address)
        paper = page.pdf(format="Letter", prefer_css_page_size=True)
        found[address] = len(re.findall(rb"/Type\s*/Page\b", paper))
    assert found == expected
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 960})
    for address in expected:
        visit(page, address)
        widths = [code.bounding_box()["width"] for code in page.locator("img.table-code").all()]
        assert len(widths) == TABLES
        assert min(widths) >= 0.8 * 96, address  # 41 dots to 0.8 inch: half a millimetre each


def test_every_page_of_table_links_is_fit_for_a_phone(
    open_page, sign_in, organizer, night, assert_accessible
):
    desk, phone = open_page(width=360, height=740), open_page(width=360, height=740)
    sign_in(desk, organizer)
    match = night.matches.first()
    for name, pk in (
        ("round_links", night.pk),
        ("match_link", match.pk),
        ("links", night.stage.competition_id),
    ):
        visit(desk, reverse(name, args=[pk]))
        assert_no_sideways_scroll(desk)
        assert_accessible(desk)
    link = TableLink.objects.filter(night__isnull=False).first()
    visit(phone, reverse("link_enter", args=[secret_of(link)]))
    assert_no_sideways_scroll(phone)
    assert_accessible(phone)
    phone.get_by_role("button", name="Score table 1 on this phone").tap()
    expect(phone.get_by_role("button", name="Deal")).to_be_visible()
    assert secret_of(link) not in phone.evaluate("document.referrer")
    phone.get_by_role("link", name="My table").tap()
    expect(phone.get_by_role("link", name="Start the game")).to_be_visible()
    assert_no_sideways_scroll(phone)
    assert_accessible(phone)
