"""Two phones without an account at one table, by its code: hands, handing in, a dispute that an
organizer settles, the other side's signature, and what the clock makes final."""

import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.db.models import F
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import AuditEntry, Hand, Match, TableLink
from tests.browser.hand_entry import Thumb, assert_no_sideways_scroll, expect_sent, totals

Phone = Callable[..., Thumb]


@pytest.fixture
def match(make_match, make_competition, make_player, make_partnership, make_entry) -> Match:
    """Anne & Joe against Mairi & Éloi, two hands; the other side accepts what one hands in."""
    play = {"mode": "hands", "hands": 2, "minutes": None}
    league = make_competition(entries=0, match_play=play, sheets={"acceptance": "other"})
    for names in (("Anne MacNeil", "Joe Boudreau"), ("Mairi NicNèill", "Éloi Samson")):
        make_entry(league, make_partnership(*map(make_player, names)))
    return make_match(league)


@pytest.fixture
def desk(open_page, sign_in, organizer) -> Page:
    """The organizer's laptop."""
    page = open_page()
    sign_in(page, organizer)
    return page


@pytest.fixture
def scan(open_page, desk, match) -> Phone:
    """The organizer makes the links of the round; each call is a phone that scans table 1's."""
    desk.goto(reverse("round_links", args=[match.round_id]))
    desk.get_by_role("button", name="Make a link for 1 table").click()
    desk.get_by_role("link", name=re.compile("^Show")).click()
    address = urlsplit(desk.get_by_label("To copy into a message").input_value()).path

    def open_it(*, script: bool = True) -> Thumb:
        page = open_page(width=360, height=740, script=script)
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text("Score table 1")
        page.get_by_role("button", name="Score table 1 on this phone").tap()
        return Thumb(page, script=script)

    return open_it


def sit_down(phone: Thumb) -> None:
    """Anne & Joe north and south, as they stand there; Éloi, west, won the cut."""
    phone.choose("Who won the cut?", "Éloi")
    phone.page.get_by_role("button", name="Deal").tap()


def write(phone: Thumb, number: int, caller: str, count: int, *, then: list[str]) -> None:
    """One hand; `then` are the running totals after it."""
    phone.say(caller, "hearts")
    phone.count(count)
    phone.save(number)
    expect(totals(phone.page)).to_have_text(then)
    if phone.script:
        expect_sent(phone.page)


def hand_in(phone: Thumb) -> None:
    phone.page.get_by_role("button", name="Anne MacNeil & Joe Boudreau").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("is this what was played?")


def look(phone: Thumb) -> Page:
    """The other phone, on its way by "My table"."""
    page = phone.page
    page.goto(reverse("my_table"))
    page.get_by_role("link", name=re.compile("The sheet|Enter hands")).tap()
    page.get_by_role("link", name=re.compile("Accept or dispute|Look at it")).tap()
    return page


def the_clock_goes_on(match: Match, hours: int) -> None:
    Match.objects.filter(pk=match.pk).update(
        accepted_at=F("accepted_at") - timedelta(hours=hours),
        submitted_at=F("submitted_at") - timedelta(hours=hours),
    )


def dispute(page: Page, words: str) -> None:
    page.get_by_role("link", name="No: dispute it").tap()
    page.get_by_label("What is wrong?").fill(words)
    page.get_by_role("button", name="Dispute it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("This sheet is disputed")


def put_right(desk: Page, match: Match, hand: Hand, count: int, words: str) -> None:
    """The organizer corrects the hand, then settles the dispute."""
    desk.goto(reverse("hand_correct", args=[hand.pk]))
    desk.locator("#field-count_ns input").first.fill(str(count))
    desk.get_by_label("Why").fill(words)
    desk.get_by_role("button", name=f"Correct hand {hand.number}", exact=True).click()
    expect(desk.get_by_text(f"Hand {hand.number} is corrected")).to_be_visible()
    desk.goto(reverse("match_settle", args=[match.pk]))
    desk.get_by_label("The sheet was wrong; it is put right now").check()
    desk.get_by_label("Why").fill(words)
    desk.get_by_role("button", name="Settle it").click()
    expect(desk.get_by_text("The dispute is settled.")).to_be_visible()


def written_with(link: TableLink) -> list[str]:
    """What stands in the log without an account, all of it by this link."""
    log = AuditEntry.objects.filter(by=None).order_by("pk")
    assert {entry.link for entry in log} == {link}
    return [entry.verb for entry in log]


def test_a_sheet_is_handed_in_disputed_settled_and_final_by_the_clock(
    scan, desk, match, phone, assert_accessible
):
    one, other = scan(), scan()
    sit_down(one)
    write(one, 1, "Anne", 96, then=["96", "66"])
    other.page.goto(reverse("score", args=[match.pk]))
    write(other, 2, "Mairi", 60, then=["156", "168"])
    one.page.reload()
    hand_in(one)

    # The other side's phone shows the result, and no empty form.
    page = look(other)
    expect(page.locator(".final-score__total")).to_have_text(["168", "156"])  # own total first
    expect(page.locator(".hand-form")).to_have_count(0)
    assert_no_sideways_scroll(page)
    assert_accessible(page)
    dispute(page, "hand 1 was 69, not 96")
    phone.goto(reverse("match", args=[match.pk]))
    expect(phone.get_by_text("It counts for nobody until it is settled")).to_be_visible()
    expect(phone.get_by_text("hand 1 was 69")).to_have_count(0)  # the words are for this table

    desk.goto(reverse("match_settle", args=[match.pk]))
    expect(desk.get_by_text("hand 1 was 69, not 96")).to_be_visible()
    put_right(desk, match, Hand.objects.get(number=1), 69, "the paper says 69")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("The sheet is accepted")
    expect(page.locator(".final-score__total")).to_have_text(["264", "60"])
    the_clock_goes_on(match, 49)
    page.reload()
    expect(page.get_by_role("link", name="No: dispute it")).to_have_count(0)
    phone.reload()
    head = phone.locator(".page-head")
    expect(head).to_contain_text("Final since")
    expect(head).to_contain_text(re.compile("Corrected .*: the paper says 69"))
    verbs = ["open_link", "open_link", "start_game", "record_hand", "record_hand"]
    assert written_with(TableLink.objects.get()) == [*verbs, "submit_match", "dispute_match"]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_the_other_side_accepts_on_its_own_phone_and_the_clock_makes_it_final(
    scan, match, phone, script
):
    one, other = scan(script=script), scan(script=script)
    sit_down(one)
    write(one, 1, "Anne", 96, then=["96", "66"])
    write(one, 2, "Mairi", 60, then=["156", "168"])
    hand_in(one)
    page = look(other)
    expect(page.get_by_role("button", name="Anne MacNeil")).to_have_count(0)
    page.get_by_role("button", name="Mairi NicNèill").tap()
    page.wait_for_url(f"**{reverse('match', args=[match.pk])}")
    phone.goto(page.url)
    head = phone.locator(".page-head")
    expect(head).to_contain_text("by Mairi NicNèill")
    expect(head).not_to_contain_text("Final since")
    the_clock_goes_on(match, 48)  # to this very minute: no other deadline has passed since
    phone.reload()
    expect(head).to_contain_text("Final since")
    match.refresh_from_db()
    assert (match.submitted_side, match.signed_by.name) == ("a", "Mairi NicNèill")
