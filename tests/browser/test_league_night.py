"""One league night on phones, from an empty club to the signed sheet; with script and without."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Competition, Game, Hand, Match, Partnership
from league.queries.matches import people_of
from tests.browser.hand_entry import Thumb, assert_no_sideways_scroll, expect_sent, totals
from tests.league.conftest import PASSWORD

PEOPLE = """Anne MacNeil & Joe Boudreau
Mairi NicNèill & Éloi Samson
Donna Paul / Sandy Denny
Cyril LeBlanc & Peigi Bàn"""


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def script(request: pytest.FixtureRequest) -> bool:
    return request.param


@pytest.fixture
def look(script, assert_accessible) -> Callable[[Page], None]:
    """Each page passed: nothing sideways, and nothing that axe finds (it needs script)."""

    def look(page: Page) -> None:
        assert_no_sideways_scroll(page)
        if script:
            assert_accessible(page)

    return look


def test_league_night_from_an_empty_club_to_the_signed_sheet(
    open_page, script, look, sign_in, organizer, scorekeeper, club
):
    desk = open_page(width=360, height=740, script=script)
    write_people_down(desk, look, organizer, club)
    league = draw_a_league(desk, look, club)
    match = Match.objects.filter(round__number=1, table=1).get()
    north, south, east, west = (player.name.split()[0] for player in everybody(match))

    guest = open_page(width=360, height=740, script=script)
    guest.goto(reverse("home"))
    expect(guest.get_by_role("heading", level=1)).to_have_text("Tonight")
    look(guest)

    phone = open_page(width=360, height=740, script=script)
    sign_in(phone, scorekeeper)
    # Swapped: the one who was to sit at North sits at South.
    start(phone, look, match, dealer=west)
    north, south = south, north

    thumb = Thumb(phone, script=script)
    ordinary(thumb, look, north)
    guest.goto(reverse("match", args=[match.pk]))
    expect(guest.locator(".score-sheet__total")).to_have_text(["total 96", "total 66"])
    look(guest)
    run(thumb, east)
    refused_then_everything_filled_in(thumb, look, south)
    half_bait_undone_and_written_again(thumb, look, west)
    bait(thumb, north)
    expect(totals(phone)).to_have_text(["364", "455"])
    correct_the_first(phone, look, script)
    expect(totals(phone)).to_have_text(["366", "453"])

    guest.goto(reverse("standings", args=[league.pk]))
    expect(guest.locator(".standings__entry .standings__points")).to_have_text(["0"] * 4)
    misplay_that_ends_the_game(thumb, look, north, south, east)
    sign(phone, look, match, east)
    follow(guest, look, match, league, north)
    assert Hand.objects.filter(status=Hand.Status.RECORDED).count() == 6


def everybody(match: Match) -> list:
    people = people_of(match)
    return people["a"] + people["b"]


def write_people_down(page: Page, look, organizer, club) -> None:
    """The organizer signs in and pastes the list."""
    page.goto(reverse("account_login"))
    look(page)
    page.locator("[name=login]").fill(organizer.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()
    page.goto(reverse("people_paste", args=[club.slug]))
    page.locator("#id_names").fill(PEOPLE)
    page.get_by_role("button", name="Look at it").tap()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    look(page)
    page.get_by_role("button", name="Save all this").tap()
    expect(page.locator("#notices")).to_contain_text("8 new people, 4 new partnerships")
    assert Partnership.objects.count() == 4


def draw_a_league(page: Page, look, club) -> Competition:
    """A league, its entries, the draw for tonight, published."""
    page.goto(reverse("club", args=[club.slug]))
    look(page)
    page.goto(reverse("competition_new", args=[club.slug]))
    look(page)
    page.get_by_label("Name", exact=True).fill("Tuesday league")
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Make it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Setup")
    look(page)
    league = Competition.objects.get()
    page.goto(reverse("entries_edit", args=[league.pk]))
    for box in page.locator("[name=partnerships]").all():
        box.check()
    look(page)
    page.get_by_role("button", name="Enter those ticked").tap()
    page.get_by_role("link", name="On to the draw").tap()
    page.get_by_label("First night").fill(timezone.localdate().isoformat())
    look(page)
    page.get_by_role("button", name="Draw", exact=True).tap()
    expect(page.get_by_text("This is a draft")).to_be_visible()
    look(page)
    page.get_by_role("button", name="Publish all 3 rounds").tap()
    expect(page.get_by_text("Take the draw back").first).to_be_visible()
    look(page)
    page.goto(reverse("schedule", args=[league.pk]))
    look(page)
    return league


def start(page: Page, look, match: Match, *, dealer: str) -> None:
    """Who sits where, North and South swapped, and who won the cut."""
    page.goto(reverse("match", args=[match.pk]))
    page.get_by_role("link", name="Start the game").tap()
    expect(page.get_by_role("heading", name="who sits where?")).to_be_visible()
    look(page)
    before = page.locator("#id_seat_N").input_value()
    page.get_by_role("button", name="Swap North and South").tap()
    expect(page.locator("#id_seat_S")).to_have_value(before)
    page.get_by_role("group", name="Who won the cut?").locator("label", has_text=dealer).tap()
    page.get_by_role("button", name="Deal", exact=True).tap()
    expect(page.get_by_role("button", name="Save hand 1", exact=True)).to_be_visible()
    expect(page.locator("[data-dealer-name]")).to_have_text(dealer)
    assert str(Game.objects.get().seating.get(seat="S").player_id) == before
    look(page)


def ordinary(thumb: Thumb, look, caller: str) -> None:
    """At most eight taps, and the sum before it is saved."""
    thumb.say(caller, "hearts")
    thumb.count(96)
    thumb.see("Made · 96 – 66")
    expect(thumb.page.locator(".sum-line")).to_contain_text("162; half is 81; callers have 96")
    assert not Hand.objects.exists()
    thumb.save(1)
    assert thumb.taps <= 8
    expect(totals(thumb.page)).to_have_text(["96", "66"])
    if thumb.script:
        expect_sent(thumb.page)
    look(thumb.page)


def run(thumb: Thumb, caller: str) -> None:
    thumb.say(caller, "spades")
    thumb.run(caller, 50)
    thumb.count(62)
    thumb.see("Made · 62 – 150")
    thumb.save(2)
    expect(totals(thumb.page)).to_have_text(["158", "216"])


def refused_then_everything_filled_in(thumb: Thumb, look, caller: str) -> None:
    """A count that cannot be comes back on its field; nothing else that was typed is lost."""
    page = thumb.page
    thumb.say(caller, "clubs")
    thumb.run(caller, 20)
    thumb.bella(caller)
    thumb.count(185)
    thumb.save(3)
    expect(page.locator("[data-problems]")).to_contain_text("Not saved yet")
    expect(page.locator("#field-count_ns .field-error").first).to_contain_text("185")
    assert Hand.objects.count() == 2
    assert page.locator("[name=caller]:checked").get_attribute("value") == "S"
    assert page.locator("[name=trump]:checked").get_attribute("value") == "C"
    assert page.locator("[name=bella]:checked").get_attribute("value") == "S"
    assert page.locator("#field-runs input:checked").last.get_attribute("value") == "S-20"
    expect(page.locator("#field-count_ns input").first).to_have_value("185")
    expect(page.locator("#field-runs > summary")).to_contain_text(f"{caller} 20")
    expect(page.locator("#field-bella > summary")).to_contain_text(caller)
    look(page)
    thumb.count(85)
    thumb.see("Made · 125 – 77")
    expect(page.locator(".sum-line")).to_contain_text("(Bella, ")
    thumb.save(3)
    expect(totals(page)).to_have_text(["283", "293"])


def half_bait_undone_and_written_again(thumb: Thumb, look, caller: str) -> None:
    page = thumb.page
    thumb.say(caller, "diamonds")
    thumb.count(81)
    thumb.see("Half-bait · 81 – 0")
    thumb.save(4)
    expect(totals(page)).to_have_text(["364", "293"])
    page.get_by_role("button", name="Undo").tap()
    expect(totals(page)).to_have_text(["283", "293"])
    expect(page.get_by_text("Hand 4 is off the sheet")).to_be_visible()
    expect(page.locator("#field-count_ns input").first).to_have_value("81")
    look(page)
    thumb.save(4)
    expect(totals(page)).to_have_text(["364", "293"])


def bait(thumb: Thumb, caller: str) -> None:
    thumb.say(caller, "clubs")
    thumb.count(60)
    thumb.see("Bait · 0 – 162")
    thumb.save(5)
    expect(thumb.page.locator("#hand-1-5 s")).to_have_text("60")


def correct_the_first(page: Page, look, script: bool) -> None:
    """Hands follow it, so a reason is wanted; what moves is shown before it is saved."""
    if script:
        expect_sent(page)
    page.reload()
    line = page.locator("#hand-1-1")
    line.locator("summary").tap()
    line.get_by_role("link", name="Correct this hand").tap()
    expect(page.locator(".scorebar__state")).to_have_text("correcting hand 1")
    thumb = Thumb(page, script=script)
    thumb.count(98)
    if not script:  # without it nothing reckons the other side anew
        page.locator("#field-count_ns input").last.fill("64")
    thumb.see("Made · 98 – 64")
    expect(page.locator(".moves")).to_contain_text("366 – 453")
    look(page)
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#field-reason .field-error")).to_be_visible()
    page.get_by_label("Why is it corrected?").fill("counted again, a nine was left")
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#notices")).to_contain_text("Hand 1 is corrected")
    expect(page.locator("#hand-1-1")).to_contain_text("corrected")
    page.get_by_role("link", name="Enter hands").tap()


def misplay_that_ends_the_game(thumb: Thumb, look, north: str, south: str, caller: str) -> None:
    page = thumb.page
    thumb.say(caller, "hearts")
    thumb.something_else(
        ("How did it end?", "Misplay claimed"),
        ("Who claimed it?", f"{north} & {south}"),
        ("Was it proved?", "Proved"),
    )
    thumb.see("Misplay · 162 – 0")
    expect(page.locator(".sum-line")).to_contain_text("Game over")
    look(page)
    thumb.save(6)
    expect(page.get_by_role("status").filter(has_text="Game over")).to_have_text(
        f"Game over: {north} & {south} win, 528 – 453. They reached 500."
    )
    look(page)


def sign(page: Page, look, match: Match, player: str) -> None:
    page.get_by_role("group", name="Who signs the sheet?").locator("label", has_text=player).tap()
    page.get_by_role("button", name="Sign the sheet").tap()
    signed = page.locator(".page-head__quiet").filter(has_text="Signed")
    expect(signed).to_contain_text(f"by {player}")
    match.refresh_from_db()
    assert match.accepted_at is not None
    look(page)


def follow(guest: Page, look, match: Match, league: Competition, winner: str) -> None:
    """Everybody sees it: the match, the hand with its sum, the standings, home."""
    guest.goto(reverse("match", args=[match.pk]))
    expect(guest.locator(".score-sheet__end")).to_contain_text("528 – 453")
    expect(guest.get_by_role("link", name="Correct this hand")).to_have_count(0)
    guest.locator("#hand-1-5 summary").tap()
    expect(guest.locator("#hand-1-5")).to_contain_text("callers have 60")
    look(guest)
    guest.goto(reverse("hand", args=[Hand.objects.filter(number=3).last().pk]))
    expect(guest.locator(".score-sheet__sum")).to_contain_text("half is 101")
    look(guest)
    guest.goto(reverse("standings", args=[league.pk]))
    first = guest.locator(".standings__entry").first
    expect(first).to_contain_text(winner)
    expect(first.locator(".standings__points")).to_have_text("2")
    look(guest)
    guest.goto(reverse("home"))
    expect(guest.locator(".is-winner").first).to_contain_text("528")
    look(guest)
