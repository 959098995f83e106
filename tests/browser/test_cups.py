"""Brackets, divisions, money, leavers: their pages in every look, and a cup played on a phone."""

from types import SimpleNamespace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Competition, Match, Stage
from league.queries.brackets import bracket_state
from league.queries.matches import load_match
from tests.browser.cups import Season, open_season
from tests.browser.hand_entry import assert_no_sideways_scroll
from tests.browser.looks import DESK, PHONE, faults_of, visit
from tests.league.brackets import match_in


@pytest.fixture
def season(
    live_server, organizer, make_competition, make_player, make_partnership, make_entry
) -> Season:
    make = SimpleNamespace(
        competition=make_competition,
        player=make_player,
        partnership=make_partnership,
        entry=make_entry,
    )
    return open_season(make, organizer)


@pytest.mark.parametrize("whose", ["public", "organizer"])
def test_a_page_of_cups_and_seasons_fits_phone_and_desk_light_or_dark(
    open_page, season, organizer, sign_in, assert_accessible, whose
):
    page = open_page(**PHONE)
    if whose == "organizer":
        sign_in(page, organizer)
    faults = []
    for name, address in getattr(season, whose).items():
        visit(page, address)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        faults += faults_of(page, name, assert_accessible)
    assert not faults, "\n".join(faults)


def _send(page: Page, button: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=button, exact=True).click()


def test_what_a_change_moves_is_readable_before_it_is_done(
    open_page, season, organizer, sign_in, assert_accessible
):
    """Totals, a forfeit, a penalty, who goes up and down: asked first, in any look."""
    page = open_page(**DESK)
    page.set_viewport_size(PHONE)
    sign_in(page, organizer)
    league = season.league
    match = Match.objects.filter(round__stage__competition=league, round__number=2).first()
    faults = []

    visit(page, reverse("match_totals", args=[match.pk]))
    a, b = page.locator("input[name=a1]"), page.locator("input[name=b1]")
    left, right = a.input_value(), b.input_value()
    a.fill(right)
    b.fill(left)
    page.get_by_label("Why it changes").fill("The two were mixed up")
    _send(page, "Save")
    expect(page.get_by_role("heading", name="What this moves")).to_be_visible()
    faults += faults_of(page, "totals", assert_accessible)
    assert a.input_value() == right

    visit(page, reverse("match_forfeit", args=[match.pk]))
    page.locator(f"input[name=who][value={'a' if int(left) > int(right) else 'b'}]").check()
    page.get_by_label("Why", exact=True).fill("Sat at the wrong table")
    page.locator("main form button[type=submit]").last.click()
    expect(page.get_by_role("heading", name="What this moves")).to_be_visible()
    faults += faults_of(page, "forfeit", assert_accessible)

    visit(page, reverse("adjustments", args=[league.pk]))
    page.get_by_label("Match points").fill("-4")
    page.get_by_label("Partnership").select_option(index=1)
    page.get_by_label("Why", exact=True).fill("Late sheets")
    page.locator("main form button[type=submit]").last.click()
    expect(page.get_by_role("heading", name="What this moves")).to_be_visible()
    faults += faults_of(page, "penalty", assert_accessible)

    visit(page, reverse("promotion", args=[league.pk]))
    _send(page, "See who moves")
    expect(page.get_by_role("heading", name="Who moves")).to_be_visible()
    faults += faults_of(page, "promotion", assert_accessible)
    assert not faults, "\n".join(faults)


def test_a_cut_that_ends_in_a_tie_asks_for_the_order_on_a_phone(
    phone, season, organizer, sign_in, assert_accessible
):
    """One of five in the Swiss has a penalty, the four others are level, and three are wanted."""
    sign_in(phone, organizer)
    visit(phone, reverse("bracket_new", args=[season.swiss.pk]))
    phone.get_by_label("By the table").check()
    phone.get_by_label("How many of the table").fill("3")
    _send(phone, "Make it")
    expect(phone.get_by_role("group", name="Level at the line")).to_be_visible()
    assert not faults_of(phone, "tie at the cut", assert_accessible)


def _totals(page: Page, match: Match, *games: tuple[int, int], why: str = "") -> None:
    """Writes the totals of a match; what a correction moves is seen and ticked."""
    page.goto(reverse("match_totals", args=[match.pk]))
    for number, (a, b) in enumerate(games, 1):
        page.locator(f"input[name=a{number}]").fill(str(a))
        page.locator(f"input[name=b{number}]").fill(str(b))
    if why:
        page.get_by_label("Why it changes").fill(why)
    _send(page, "Save")
    assert_no_sideways_scroll(page)
    if why:
        expect(page.locator("#impact")).to_be_visible()
        _send(page, "Save")  # not ticked: nothing is done
        expect(page.locator("#impact")).to_be_visible()
        page.get_by_label("I have seen this. Do it.").check()
        _send(page, "Save")
    expect(page.locator("main")).to_contain_text(f"Table {match.table}")


CHOICES = [("keep", True), ("swap", False), ("replay", True)]


@pytest.mark.parametrize(("choice", "script"), CHOICES)
def test_a_cup_of_four_best_of_three_is_played_on_a_phone_with_a_wrong_semi_final(
    open_page, sign_in, assert_accessible, organizer, make_competition, choice, script
):
    cup = make_competition(entries=4, name="The cup", state=Competition.State.OPEN)
    page = open_page(**PHONE, script=script)
    sign_in(page, organizer)
    stage = _made_on(page, cup)
    one, other = match_in(stage, "W1-1"), match_in(stage, "W1-2")
    _totals(page, one, (512, 300), (505, 488))
    _totals(page, other, (512, 300), (400, 510), (530, 120))
    final = match_in(stage, "F1-1")
    began = {final.entry_a, final.entry_b}
    assert began == {one.entry_a, other.entry_a}
    _totals(page, final, (500, 320))
    _totals(page, one, (300, 512), (488, 505), why="Sides were mixed up")
    assert {final.entry_a, final.entry_b} == began  # those who sit there play on until it is said

    page.goto(reverse("bracket", args=[stage.pk]))
    held = page.get_by_role("alert").filter(has_text="A correction meets a match that has begun")
    expect(held).to_be_visible()
    assert_no_sideways_scroll(page)
    if script:
        assert_accessible(page)
    held.locator(f"input[value={choice}]").check()
    held.get_by_label("Why", exact=True).fill("Agreed at the table")
    _send(page, "Do it")
    expect(page.locator("main")).not_to_contain_text("A correction meets a match that has begun")

    final = match_in(stage, "F1-1")
    right = {one.entry_b, other.entry_a}
    assert {final.entry_a, final.entry_b} == (began if choice == "keep" else right)
    games = [] if choice == "replay" else [(500, 320)]
    assert [(game.a, game.b) for game in load_match(final).games] == games
    _finish(page, stage, final, choice)


def _made_on(page: Page, cup: Competition) -> Stage:
    page.goto(reverse("bracket_new", args=[cup.pk]))
    page.get_by_label("Championship: who loses").check()
    page.get_by_label("in the order in which they were entered").check()
    page.get_by_label("Each match").select_option("3")
    _send(page, "Make it")
    expect(page.get_by_text("only organizers of the club see it")).to_be_visible()
    assert_no_sideways_scroll(page)
    _send(page, "Publish all rounds")
    expect(page.get_by_text("Published: everybody sees it now.")).to_be_visible()
    return cup.stages.get()


def _finish(page: Page, stage: Stage, final: Match, choice: str) -> None:
    """The final is played to its end, and everybody reads who has won it."""
    if choice == "replay":
        _totals(page, final, (300, 510), (508, 500), (120, 540))
    else:
        page.goto(reverse("match_totals", args=[final.pk]))
        for field, points in (("a2", 300), ("b2", 510), ("a3", 120), ("b3", 540)):
            page.locator(f"input[name={field}]").fill(str(points))
        page.get_by_label("Why it changes").fill("Games two and three")
        _send(page, "Save")
        if page.locator("#impact").count():
            page.get_by_label("I have seen this. Do it.").check()
            _send(page, "Save")
    champion = bracket_state(Stage.objects.select_related("competition__club").get(pk=stage.pk))
    assert champion.champion == final.entry_b
    page.goto(reverse("bracket", args=[stage.pk]))
    expect(page.locator("main")).to_contain_text("Champions of The cup")
    for player in (final.entry_b.partnership.first, final.entry_b.partnership.second):
        expect(page.locator("main")).to_contain_text(player.name)


def test_a_wide_bracket_scrolls_in_itself_and_is_reached_by_the_keyboard(
    open_page, season, assert_accessible
):
    page = open_page(**DESK)
    visit(page, season.public["double knockout"])
    tree = page.locator(".tree").first
    tree.focus()
    expect(tree).to_be_focused()
    assert_no_sideways_scroll(page)
