"""A penalty on a phone: what it moves is seen and ticked, and taken off it leaves no trace."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from league.actions.entrants import add_players
from league.actions.money import change_money
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Competition, Stage, User
from league.queries.money import Money
from tests.browser.looks import PHONE, faults_of, visit
from tests.league.cross_tables import play_cross_table

PLAYED = """
        Anne    Joe      Mairi    Donna
Anne     -    512-400  512-390  520-210
Joe             -      512-380  510-300
Mairi                    -      510-300
Donna                             -
"""


def _table(page: Page, competition: Competition, name: str = "standings") -> str:
    """The table as it stands on the page."""
    visit(page, reverse(name, args=[competition.pk]))
    return page.locator("table.standings").inner_html()


def _save(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.click()


def _see_and_tick(page: Page, button: str) -> None:
    expect(page.get_by_role("heading", name="What this moves")).to_be_visible()
    page.get_by_label("I have seen this. Do it.").check()
    page.locator("form", has=page.locator("#impact")).get_by_role("button", name=button).click()


def _line(page: Page, name: str) -> Locator:
    return page.locator(".standings__entry").filter(has=page.locator("th", has_text=name))


@pytest.mark.parametrize("script", [True, False])
def test_a_penalty_taken_off_leaves_the_table_as_it_was(
    open_page, sign_in, assert_accessible, organizer, make_competition, script
):
    league = make_competition(entries=0, season={"best_nights": 1})
    play_cross_table(league, PLAYED)
    page, guest = open_page(**PHONE, script=script), open_page(**PHONE)
    sign_in(page, organizer)
    before, nights = _table(guest, league), _table(guest, league, "season_nights")

    _apply(page, league)
    assert _table(guest, league) == before  # nothing is stored before the tick
    _see_and_tick(page, "Save")
    expect(page.get_by_text("Saved. The standings follow at once.")).to_be_visible()
    assert _table(guest, league) != before
    line = _line(guest, "Anne One")
    expect(line.locator("summary")).to_contain_text("−2½ points")
    line.locator("summary").click()
    expect(line.locator(".why__box")).to_contain_text("−2½ points: Late sheets")
    assert "−2½ points: <bdi>Late sheets</bdi>" in _table(guest, league, "season_nights")
    guest.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert not faults_of(guest, "season by nights", assert_accessible)

    visit(page, reverse("adjustments", args=[league.pk]))
    _save(page, "Take off")
    expect(page.locator("#impact")).to_contain_text("Anne One & Anne Two: from 2nd to 1st.")
    if script:
        assert not faults_of(page, "taking a penalty off", assert_accessible)
    _see_and_tick(page, "Take off")
    expect(
        page.get_by_text("Taken off. The standings are as they were without it.")
    ).to_be_visible()
    assert _table(guest, league) == before
    assert _table(guest, league, "season_nights") == nights


def _apply(page: Page, league: Competition) -> None:
    """Types a penalty, first one that cannot be; what it moves is shown."""
    visit(page, reverse("adjustments", args=[league.pk]))
    page.get_by_label("Partnership").select_option(label="Anne One & Anne Two")
    page.get_by_label("Match points").fill("-2,3")
    page.get_by_label("Why", exact=True).fill("Late sheets")
    _save(page, "Save")
    said = page.get_by_text("Write a whole number or a half from -999 to 999")
    expect(said.first).to_be_visible()
    page.get_by_label("Match points").fill("−2½")
    _save(page, "Save")
    expect(page.locator("#impact")).to_contain_text("Anne One & Anne Two: from 1st to 2nd.")
    assert page.get_by_label("Match points").input_value() == "−2½"


@pytest.fixture
def evening(make_competition, make_player, organizer: User) -> Competition:
    """Five players with rotating partners, one round played, five dollars each."""
    evening = make_competition(entries=0, state="open", kind="tournament")
    stage = add_stage(evening, StagePlan(kind=Stage.Kind.ROTATING, rounds=3), by=organizer)
    add_players(evening, [make_player() for _number in range(5)], by=organizer)
    first = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(evening, [first], by=organizer)
    totals = [Totals(number=1, a=510, b=300)]
    record_totals(first.matches.get(), totals, stamp="", by=organizer)
    change_money(evening, Money(fee=500, prizes=(60, 40)), by=organizer)
    return evening


def test_a_players_penalty_and_his_money_on_a_phone(
    open_page, sign_in, assert_accessible, organizer, evening
):
    page = open_page(**PHONE)
    sign_in(page, organizer)
    before = _table(page, evening)
    leader = page.locator(".standings__entry").first.locator("th").inner_text()
    visit(page, reverse("money", args=[evening.pk]))
    for amount in page.locator("main ul.list-plain input[type=text]").all():
        amount.fill("5")
    _save(page, "Save payments")
    expect(page.get_by_text("5 payments saved.")).to_be_visible()
    paid = page.locator("main").inner_text()
    assert "Paid in: $25 of $25." in paid
    assert leader in paid
    assert not faults_of(page, "money of players", assert_accessible)

    visit(page, reverse("adjustments", args=[evening.pk]))
    page.get_by_label("Player").select_option(label=leader)
    page.get_by_label("Match points").fill("-1½")
    page.get_by_label("Why", exact=True).fill("Late sheet")
    _save(page, "Save")
    if page.locator("#impact").count():
        _see_and_tick(page, "Save")
    expect(page.get_by_text("Saved. The standings follow at once.")).to_be_visible()
    assert not faults_of(page, "adjustments of players", assert_accessible)
    assert _table(page, evening) != before
    expect(_line(page, leader).locator("summary")).to_contain_text("−1½ points")
    visit(page, reverse("adjustments", args=[evening.pk]))
    _save(page, "Take off")
    if page.locator("#impact").count():
        _see_and_tick(page, "Take off")
    expect(
        page.get_by_text("Taken off. The standings are as they were without it.")
    ).to_be_visible()
    assert _table(page, evening) == before
