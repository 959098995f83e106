"""What waits on a phone is read on a page of the phone's own, sent again, and let go of by hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from league.models import Hand
from tests.browser.hand_entry import Thumb, expect_sent
from tests.browser.looks import faults_of
from tests.browser.offline import cut, enter, let_pass, restore, stored, waiting
from tests.league.evenings import figures

pytestmark = pytest.mark.django_db(transaction=True)

# Puts the clock of what was refused back by so many ms.
PUT_BACK = """by => new Promise(done => {
  indexedDB.open("tarabish").onsuccess = ({ target: { result } }) => {
    const things = result.transaction("things", "readwrite").objectStore("things");
    things.openCursor().onsuccess = ({ target: { result: at } }) => {
      if (!at) return;
      at.update({ ...at.value, since: at.value.since - by });
      at.continue();
    };
    things.transaction.oncomplete = () => done(result.close());
  };
})"""
MORE_THAN_A_DAY = 90_000_000


@pytest.fixture
def sit_down(open_page, sign_in, match, scorekeeper) -> Callable[..., Thumb]:
    def sit(*, worker: bool = False) -> Thumb:
        page = open_page(width=360, height=740, worker=worker)
        sign_in(page, scorekeeper)
        page.goto(f"/matches/{match.pk}/score/")
        expect(waiting(page)).to_have_attribute("data-count", "0")
        return Thumb(page)

    return sit


@pytest.fixture
def thumb(sit_down) -> Thumb:
    return sit_down()


def look(thumb: Thumb) -> Page:
    """From the bar to the page of what waits."""
    waiting(thumb.page).get_by_role("link", name="Look at").click()
    expect(thumb.page.get_by_role("heading", level=1)).to_have_text("Waiting on this phone")
    return thumb.page


def hand(page: Page, number: int) -> Locator:
    heading = page.get_by_role("heading", name=f"Hand {number} of game 1", exact=True)
    return page.get_by_role("article").filter(has=heading)


def kept_and_cut(sit_down) -> Thumb:
    """A phone whose browser keeps the page, without a line."""
    thumb = sit_down(worker=True)
    thumb.page.wait_for_function("navigator.serviceWorker.ready")
    thumb.page.reload()
    cut(thumb)
    return thumb


def let_go(page: Page, number: int) -> None:
    hand(page, number).get_by_role("button", name="Let it go").click()
    page.get_by_role("button", name="Yes, let it go").click()
    expect(page.get_by_text(f"Hand {number} is let go.")).to_be_visible()


def test_what_waits_is_read_without_a_line_with_its_figures_and_its_table(sit_down, match):
    thumb = kept_and_cut(sit_down)
    page = thumb.page
    thumb.say("Anne", "spades")
    thumb.run("Mairi", 20)
    thumb.count(110)
    thumb.something_else()
    page.get_by_label("Note").fill("the dog barked")
    thumb.save(1)
    enter(thumb, 2)
    page = look(thumb)
    one = hand(page, 1)
    expect(page.get_by_role("link", name="Table 1 · Round 1", exact=True)).to_have_attribute(
        "href", f"/matches/{match.pk}/score/"
    )
    expect(page.get_by_role("region", name="On this phone, not sent yet")).to_contain_text(
        "2 hands"
    )
    for said in ("Anne", "spades", "Mairi 20", "the dog barked", "It has not answered yet."):
        expect(one).to_contain_text(said)
    expect(one).to_contain_text("Anne & Joe 110 – Mairi & Éloi 72")
    expect(one.get_by_role("button")).to_have_count(0)  # nobody has refused it
    page.get_by_role("button", name="Send again now").click()
    expect(page.locator("#notices")).to_contain_text("The server does not answer.")
    restore(thumb)  # and nobody has to tap once more
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    expect(page.locator("#notices")).to_be_empty()
    assert len(figures(match)) == 2


def test_opened_without_a_line_it_sends_by_itself_when_the_line_is_back(sit_down, match):
    thumb = kept_and_cut(sit_down)
    page = thumb.page
    enter(thumb, 1)
    page.add_init_script("Object.defineProperty(navigator, 'onLine', { get: () => false })")
    page = look(thumb)
    expect(hand(page, 1)).to_be_visible()
    restore(thumb)
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    assert figures(match) == stored([1])


def test_a_table_tapped_without_a_line_opens_though_the_line_comes_back_that_moment(sit_down):
    thumb = sit_down(worker=True)
    page = thumb.page
    page.wait_for_function("navigator.serviceWorker.ready")
    page.reload()
    score = page.url
    cut(thumb)
    page.goto("/clubs/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No line just now")
    table = page.get_by_role("link", name="hand entry")
    expect(table).to_be_visible()
    table.evaluate("link => { link.click(); dispatchEvent(new Event('online')); }")
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    assert page.url == score


def test_a_line_that_comes_back_without_a_word_is_tried_again(thumb, match):
    """The phone holds on to the hall's network, which leads nowhere for a while."""
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1)
    page.route("**/js/sending*.js", lambda route: route.abort())
    page.clock.install()
    page.goto("/waiting/")
    expect(page.locator("#notices")).to_contain_text("The server does not answer.")
    page.unroute("**/js/sending*.js")
    page.unroute("**/sent/")
    let_pass(page, 16)
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    assert figures(match) == stored([1])


def test_a_store_that_never_opens_is_said(open_page):
    """Some browsers neither open it nor say that they will not."""
    page = open_page(width=360, height=740)
    page.add_init_script("IDBFactory.prototype.open = () => ({})")
    page.goto("/waiting/")
    expect(page.get_by_text("This browser does not show what it keeps.")).to_be_visible()
    expect(page.get_by_text("Scripts are off")).to_have_count(0)
    expect(page.get_by_text("Nothing waits")).to_be_hidden()


def test_where_no_page_may_be_kept_what_waits_is_sent_all_the_same(thumb, match):
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1)
    page.add_init_script(
        "CacheStorage.prototype.open = () => Promise.reject(new DOMException('no'))"
    )
    page.unroute("**/sent/")
    page.goto("/waiting/")
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    assert figures(match) == stored([1])


def test_hands_of_a_table_that_is_not_ones_own_any_more_are_let_go_with_a_second_look(
    thumb, match, scorekeeper, assert_accessible
):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1, 2)
    scorekeeper.roles.all().delete()
    restore(thumb)
    expect(waiting(page)).to_contain_text("You do not score at this table")
    page = look(thumb)
    expect(hand(page, 1)).to_contain_text("You do not score at this table")
    assert not faults_of(page, "what waits", assert_accessible)
    hand(page, 1).get_by_role("button", name="Let it go").click()
    sure = page.locator(".conflict")
    expect(sure).to_contain_text("Let hand 1 go?")
    expect(sure).to_contain_text("Anne & Joe 96 – Mairi & Éloi 66")
    assert not faults_of(page, "let go?", assert_accessible)
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("article")).to_have_count(2)
    let_go(page, 1)
    let_go(page, 2)
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    page.goto("/clubs/")
    expect(page.get_by_text("Not sent yet, on this phone:")).to_have_count(0)
    assert not Hand.objects.exists()


@pytest.mark.parametrize("by", [MORE_THAN_A_DAY, -MORE_THAN_A_DAY], ids=["", "clock put back"])
def test_what_waits_for_a_hand_that_never_comes_is_let_go_after_a_day_alone(thumb, match, by):
    """The hand before it was stored, and lost with a backup that was put back."""
    page = thumb.page
    enter(thumb, 1)
    expect_sent(page)
    cut(thumb)
    enter(thumb, 2, 3)
    Hand.objects.all().delete()
    restore(thumb)
    expect(waiting(page)).to_contain_text("The hand before this one has not come yet.")
    page = look(thumb)
    expect(hand(page, 2)).to_contain_text("The hand before this one has not come yet.")
    expect(page.get_by_role("button", name="Let it go")).to_have_count(0)
    page.evaluate(PUT_BACK, by)
    page.reload()
    let_go(page, 2)
    # What was written after it is not lost with it: it comes as a hand in question.
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    page.goto(f"/matches/{match.pk}/score/")
    expect(page.get_by_role("link", name="1 hand in question: look at it")).to_be_visible()


def test_without_a_line_and_a_worker_nothing_leads_away_from_the_page_that_holds_the_hands(thumb):
    cut(thumb)
    enter(thumb, 1)
    expect(waiting(thumb.page)).to_contain_text("1 hand on this phone, not sent yet")
    expect(waiting(thumb.page).get_by_role("link")).to_have_count(0)


def test_what_the_server_cannot_even_read_is_here_alone_and_can_be_let_go(thumb, match):
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1)
    page.evaluate(
        """() => new Promise(done => {
          indexedDB.open("tarabish").onsuccess = ({ target: { result } }) => {
            const things = result.transaction("things", "readwrite").objectStore("things");
            things.openCursor().onsuccess = ({ target }) =>
              target.result?.update({ ...target.result.value, kind: "correct", hand: "?" });
            things.transaction.oncomplete = () => done(result.close());
          };
        })"""
    )
    page.unroute("**/sent/")
    page.reload()
    expect(waiting(page)).to_contain_text("write it down on the sheet")
    page = look(thumb)
    expect(hand(page, 1)).to_contain_text("Anne & Joe 96")
    let_go(page, 1)
    expect(page.get_by_text("Nothing waits")).to_be_visible()


@pytest.mark.parametrize("where", ["score page", "page of what waits"])
def test_hands_of_another_account_are_sent_after_a_tap_alone(
    thumb, match, scorekeeper, organizer, sign_in, assert_accessible, where
):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1, 2)
    sign_in(page, organizer)
    restore(thumb)
    question = f"2 hands were written by {scorekeeper.name}. Send them as {organizer.name}?"
    expect(waiting(page)).to_contain_text(question)
    assert_accessible(page)
    if where == "page of what waits":
        look(thumb)
        expect(page.locator("[data-list]")).to_contain_text(question)
        expect(page.get_by_role("button", name="Let it go")).to_have_count(0)
        assert not faults_of(page, "send as?", assert_accessible)
    assert not Hand.objects.exists()
    page.get_by_role("button", name=f"Send as {organizer.name}").click()
    if where == "page of what waits":
        expect(page.get_by_text("Nothing waits")).to_be_visible()
    else:
        expect_sent(page)
    assert figures(match) == stored([1, 2])
    assert {one.recorded_by for one in Hand.objects.all()} == {organizer}


def test_a_hand_in_question_is_put_right_in_the_form_and_the_phone_lets_go_of_it(
    thumb, match, assert_accessible
):
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1)
    page.evaluate(
        """() => new Promise(done => {
          indexedDB.open("tarabish").onsuccess = ({ target: { result } }) => {
            const things = result.transaction("things", "readwrite").objectStore("things");
            things.openCursor().onsuccess = ({ target }) => {
              const { fields, ...thing } = target.result?.value ?? { fields: [] };
              const wrong = fields.map(([name, value]) =>
                [name, name === "count_ew" ? "60" : value]);
              target.result?.update({ ...thing, fields: wrong });
            };
            things.transaction.oncomplete = () => done(result.close());
          };
        })"""
    )
    page.unroute("**/sent/")
    page.reload()
    page.get_by_role("link", name="1 hand in question: look at it").tap()
    page.get_by_role("link", name="Put it right as hand 1").tap()
    expect(page.get_by_role("alert")).to_contain_text("together they must be 162")
    assert not faults_of(page, "put right", assert_accessible)
    page.locator("#field-count_ns input").last.fill("66")
    thumb.see("Made · 96 – 66")
    thumb.save(1)
    page.wait_for_url(f"**/matches/{match.pk}/")
    assert figures(match) == stored([1])
    page.goto(f"/matches/{match.pk}/score/")
    expect_sent(page)


def test_without_scripts_the_page_says_so(phone_without_script):
    page = phone_without_script
    page.goto("/waiting/")
    expect(page.locator("main")).to_contain_text("Scripts are off in this browser")
    expect(page.get_by_role("heading", level=1)).to_have_text("Waiting on this phone")


def test_on_paper_there_are_the_figures_and_no_buttons(thumb, match):
    cut(thumb)
    enter(thumb, 1)
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    restore(thumb)
    page.goto("/waiting/")
    page.emulate_media(media="print")
    expect(hand(page, 1)).to_be_visible()
    expect(page.get_by_role("button").locator("visible=true")).to_have_count(0)
    expect(hand(page, 1)).to_contain_text("96 – Mairi & Éloi 66")
