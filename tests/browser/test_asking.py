"""Forms sent while the server cannot be reached: the page stays, says so, and each goes once."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from league.models import Adjustment, AuditEntry, Partnership
from tests.browser.looks import PHONE, faults_of, visit
from tests.league.cross_tables import play_cross_table
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db(transaction=True)

PLAYED = """
        Anne    Joe      Mairi
Anne     -    512-400  512-390
Joe             -      512-380
Mairi                    -
"""
NO_LINE = "No line just now: nothing was sent. What you typed is still here"
OURS = {"Content-Security-Policy": "default-src 'self'"}


def _posts(page: Page) -> list[str]:
    """What the page posts from now on, by what is in it."""
    posts: list[str] = []
    page.on("request", lambda one: one.method == "POST" and posts.append(one.post_data or ""))
    return posts


def _held(page: Page) -> list[Route]:
    """The questions whether the server is there, each of which waits until the test answers it."""
    held: list[Route] = []
    page.route("**/here/", lambda route: held.append(route))
    return held


def _said(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text=NO_LINE)


@pytest.fixture
def paste(open_page, sign_in, organizer, club) -> Page:
    """A phone at the page on which names are pasted, with two of them in it."""
    page = open_page(**PHONE)
    sign_in(page, organizer)
    visit(page, reverse("people_paste", args=[club.slug]))
    page.locator("#id_names").fill("Morag Gillis & Étienne Boudreau")
    return page


def _look(page: Page) -> Locator:
    return page.get_by_role("button", name="Look at it")


def test_a_penalty_typed_without_a_line_stays_and_is_stored_once_when_the_line_is_back(
    open_page, sign_in, assert_accessible, organizer, make_competition
):
    league = make_competition(entries=0)
    play_cross_table(league, PLAYED)
    page = open_page(**PHONE)
    sign_in(page, organizer)
    visit(page, reverse("adjustments", args=[league.pk]))
    page.get_by_label("Partnership").select_option(label="Anne One & Anne Two")
    page.get_by_label("Match points").fill("-3")
    page.get_by_label("Why", exact=True).fill("Late sheets")
    posts = _posts(page)
    save = page.get_by_role("button", name="Save")
    page.context.set_offline(True)
    for _time in range(2):
        save.click()
        expect(_said(page)).to_have_count(1)
    expect(_said(page)).to_be_in_viewport()
    expect(save).to_be_in_viewport()
    expect(page.get_by_label("Why", exact=True)).to_have_value("Late sheets")
    page.context.set_offline(False)
    assert not faults_of(page, "a penalty without a line", assert_accessible)
    assert not posts

    save.dblclick()
    page.get_by_label("I have seen this. Do it.").check()
    page.context.set_offline(True)
    save.click()
    expect(_said(page)).to_be_in_viewport()
    expect(page.get_by_label("I have seen this. Do it.")).to_be_checked()
    page.context.set_offline(False)
    save.dblclick()
    expect(page.get_by_text("Saved. The standings follow at once.")).to_be_visible()
    assert Adjustment.objects.get().reason == "Late sheets"
    assert len(posts) == 2


def test_a_sheet_handed_in_without_a_line_stays_in_the_hand_and_goes_once_when_it_is_back(
    open_page, sign_in, scorekeeper, make_competition, make_match
):
    match = make_match(make_competition(entries=2, sheets={"acceptance": "other"}))
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    page = open_page(**PHONE)
    sign_in(page, scorekeeper)
    visit(page, reverse("score", args=[match.pk]))
    side = page.get_by_role("group", name="Who hands the sheet in?").get_by_role("button").first
    posts = _posts(page)
    page.context.set_offline(True)
    for _time in range(2):
        side.click()
        said = page.get_by_text("No line just now")
        expect(said).to_be_in_viewport()
    assert said.bounding_box()["width"] > side.bounding_box()["width"]
    page.context.set_offline(False)
    assert not posts

    side.dblclick()
    expect(page.get_by_text("is this what was played?")).to_be_visible()
    assert len(posts) == 1
    assert AuditEntry.objects.filter(verb__startswith="submit").count() == 1


def test_pasted_names_are_saved_by_the_button_that_was_tapped_once_however_often(paste):
    _look(paste).click()
    save = paste.get_by_role("button", name="Save all this")
    expect(save).to_be_visible()
    posts = _posts(paste)
    paste.context.set_offline(True)
    save.click()
    expect(_said(paste)).to_be_in_viewport()
    paste.context.set_offline(False)

    held = _held(paste)
    with paste.expect_request("**/here/"):
        save.click()
    expect(_said(paste)).to_have_count(0)
    save.click()
    save.click()
    held[0].continue_()
    expect(paste.locator("#notices")).to_contain_text("Saved: 2 new people, 1 new partnership.")
    assert len(held) == len(posts) == 1
    assert "confirm" in posts[0]
    assert Partnership.objects.count() == 1


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        ({"status": 502, "body": "Bad gateway"}, False),
        ({"status": 503, "headers": OURS}, False),
        ({"status": 200, "body": "<h1>Sign in to this network</h1>"}, False),
        ({"status": 302, "headers": {"Location": "/"}}, False),
        ({"status": 404, "headers": OURS}, True),
    ],
)
def test_only_an_answer_of_ours_lets_a_form_go(paste, answer, sent):
    posts = _posts(paste)
    paste.route("**/here/", lambda route: route.fulfill(**answer))
    _look(paste).click()
    expect(
        paste.get_by_role("button", name="Save all this") if sent else _said(paste)
    ).to_be_visible()
    assert len(posts) == sent
    if not sent:
        expect(paste.locator("#id_names")).to_have_value("Morag Gillis & Étienne Boudreau")


def test_an_answer_that_does_not_come_is_waited_for_some_seconds_then_longer(paste):
    paste.clock.install()
    paste.reload()
    paste.locator("#id_names").fill("Morag Gillis")
    held = _held(paste)
    for seconds in (5, 10):
        with paste.expect_request("**/here/"):
            _look(paste).click()
        paste.clock.run_for(seconds * 1000 - 500)
        expect(_said(paste)).to_have_count(0)
        paste.clock.run_for(1000)
        expect(_said(paste)).to_be_visible()
    with paste.expect_request("**/here/"):
        _look(paste).click()
    held[-1].continue_()
    expect(paste.get_by_role("button", name="Save all this")).to_be_visible()


ANEW = """() => {
  const form = document.querySelector("main form"), fresh = form.cloneNode(true);
  fresh.querySelector("textarea").value = "";
  form.replaceWith(fresh);
}"""


def test_a_form_of_a_part_that_came_anew_while_asking_is_sent_as_it_was_tapped(paste):
    held = _held(paste)
    with paste.expect_request("**/here/"):
        _look(paste).click()
    paste.evaluate(ANEW)
    held[0].continue_()
    expect(paste.get_by_text("Étienne Boudreau").first).to_be_visible()


FORMS = """() => { document.getElementById("main").innerHTML = `
  <form method="post" action="/answer/" enctype="multipart/form-data">
    <input name="file" type="file"><input name="empty" required>
    <button id="post" name="step" value="later" formnovalidate>Send</button>
    <button id="get" formmethod="get" formnovalidate>Look</button></form>
  <form method="get" action="/answer/"><button id="search">Find</button></form>
  <dialog open><form method="dialog"><button id="close">Close</button></form></dialog>`; }"""


def test_files_buttons_and_forms_that_post_nothing_do_as_the_browser_has_them(paste):
    asked: list[str] = []
    paste.on("request", lambda one: "/here/" in one.url and asked.append(one.url))
    posts = _posts(paste)
    paste.route(
        "**/answer/**", lambda route: route.fulfill(body="<p>It came</p>", content_type="text/html")
    )
    paste.evaluate(FORMS)
    paste.locator("#close").click()
    expect(paste.locator("dialog")).to_be_hidden()
    for button, asks in (("#get", 0), ("#search", 0), ("#post", 1)):
        paste.evaluate(FORMS)
        names = {"name": "names.txt", "mimeType": "text/plain", "buffer": b"Morag"}
        paste.locator("[type=file]").set_input_files(names)
        paste.locator(button).click()
        expect(paste.get_by_text("It came")).to_be_visible()
        assert len(asked) == asks
        if button != "#post":
            paste.go_back()
    assert len(posts) == 1
    assert 'name="step"' in posts[0]
    assert "names.txt" in posts[0]
