"""Hands without a line: kept on the phone, shown as they stand, sent and stored once later."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from playwright.sync_api import Route, expect

from league.actions.kept_hands import drop
from league.actions.links import make_match_link, revoke_link
from league.models import Hand, SentHand, TableLink
from league.queries.links import secret_of
from tests.browser.hand_entry import Thumb, expect_sent, open_entry, totals
from tests.browser.offline import EVENING, KEPT, cut, enter, let_pass, restore, stored, waiting
from tests.league.conftest import PASSWORD
from tests.league.evenings import begin, figures, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sit_down(open_page, sign_in, match, scorekeeper) -> Callable[..., Thumb]:
    """A phone with the entry page open, the scorekeeper signed in; `before` runs before scripts."""

    def sit(before: str = "", *, width: int = 360) -> Thumb:
        page = open_page(width=width, height=740)
        if before:
            page.context.add_init_script(before)
        sign_in(page, scorekeeper)
        page.goto(f"/matches/{match.pk}/score/")
        expect(page.locator("[data-waiting]")).to_have_attribute("data-count", "0")
        return Thumb(page)

    return sit


@pytest.fixture
def thumb(sit_down) -> Thumb:
    return sit_down()


def test_five_hands_in_airplane_mode_are_stored_once_and_in_order(thumb, match, assert_accessible):
    page = thumb.page
    cut(thumb)
    enter(thumb, *EVENING)
    expect(waiting(page)).to_contain_text("5 hands on this phone, not sent yet")
    expect(totals(page)).to_have_text(["406", "404"])
    expect(page.locator("#hand-1-2")).to_contain_text("bait")
    expect(page.locator("#hand-1-5")).to_contain_text("not sent yet")
    assert_accessible(page)
    assert not Hand.objects.exists()
    restore(thumb)
    expect_sent(page)
    assert figures(match) == stored(EVENING)
    assert [hand.number for hand in Hand.objects.order_by("pk")] == list(EVENING)
    expect(totals(page)).to_have_text(["406", "404"])


def test_online_a_hand_is_kept_shown_and_sent_and_nothing_is_fetched_again(thumb, match):
    page = thumb.page
    asked: list[str] = []
    page.on(
        "request", lambda sent: asked.append(f"{sent.method} {sent.url.partition('/matches')[2]}")
    )
    enter(thumb, 1)
    expect(page.locator("[data-state]")).to_have_text("hand 1 saved ✓")
    expect(totals(page)).to_have_text(["96", "66"])
    expect(page.locator("[name=dealer]:checked")).to_have_value("N")
    expect_sent(page)
    assert figures(match) == stored([1])
    told = [one for one in asked if not one.endswith("/check/")]
    assert told == [f"POST /{match.pk}/sent/"]


def test_a_second_tap_on_save_makes_no_second_hand(thumb, match):
    cut(thumb)
    thumb.say("Anne", "spades")
    thumb.count(96)
    thumb.page.get_by_role("button", name="Save hand 1").dblclick()
    expect(waiting(thumb.page)).to_contain_text("1 hand on this phone, not sent yet")
    expect(thumb.page.locator("[data-problems]")).to_have_count(0)
    restore(thumb)
    expect_sent(thumb.page)
    assert figures(match) == stored([1])


def test_what_is_wrong_is_not_kept_and_stands_there_to_be_put_right(thumb):
    cut(thumb)
    thumb.say("Anne", "spades")
    thumb.count(161)
    thumb.save(1)
    expect(thumb.page.locator("#sum-line")).to_contain_text("No cards make 161 of 162")
    expect(thumb.page.locator("#evening > h1")).to_have_text("Hand 1")
    thumb.count(162)
    thumb.save(1)
    expect(thumb.page.locator("#evening > h1")).to_have_text("Hand 1")
    thumb.page.locator("#sum-line").get_by_role("checkbox").check()
    thumb.save(1)
    expect(waiting(thumb.page)).to_contain_text("1 hand on this phone, not sent yet")


def test_an_answer_that_got_lost_after_the_hand_was_stored_doubles_nothing(thumb, match):
    page = thumb.page
    lost: list[int] = []

    def lose_answer(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/sent/", lose_answer)
    enter(thumb, 1)
    expect(page.locator("[data-state]")).to_have_text("hand 1 saved ✓", timeout=10_000)
    enter(thumb, 2)
    expect_sent(page)
    assert lost == [200]
    assert figures(match) == stored([1, 2])


def test_a_proxys_page_in_place_of_the_answer_is_no_answer(thumb, match):
    page = thumb.page
    login = "<!DOCTYPE html><title>Hotel network</title><form>Room number</form>"
    answers = [("text/html", login), ("application/json", '{"answer": "stored"}')]
    answers += [("application/json", "{"), ("text/html", "")]
    given: list[str] = []

    def answer(route: Route) -> None:
        if len(given) < len(answers):
            content_type, body = answers[len(given)]
            given.append(body)
            assert not Hand.objects.exists()
            route.fulfill(body=body, content_type=content_type)
        else:
            route.continue_()

    page.route("**/sent/", answer)
    enter(thumb, 1)
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    while len(given) < len(answers):
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(20)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_sent(page)
    assert figures(match) == stored([1])


def test_a_page_in_the_place_of_one_table_s_answer_holds_up_no_other_table(
    thumb, match, make_competition, make_match, scorekeeper
):
    """A proxy that takes exception to what one hand says does so each time."""
    page = thumb.page
    refused = {"status": 403, "content_type": "text/html", "body": "<h1>Blocked</h1>"}
    page.route(f"**/matches/{match.pk}/sent/", lambda route: route.fulfill(**refused))
    enter(thumb, 1)
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    other = make_match(make_competition(entries=2))
    begin(other, scorekeeper)
    open_entry(page, f"/matches/{other.pk}/score/")
    page.locator("#field-caller label.seat").first.tap()
    thumb.choose("Trump", "spades")
    thumb.count(100)
    thumb.save(1)
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    expect_sent(page)
    assert len(figures(other)) == 1
    assert not figures(match)


def test_after_a_sign_in_that_ran_out_the_hand_is_sent_by_a_fresh_one(thumb, match, scorekeeper):
    page = thumb.page
    enter(thumb, 1)
    expect_sent(page)
    Session.objects.all().delete()
    for cache in caches.all():
        cache.clear()
    enter(thumb, 2, 3)
    link = waiting(page).get_by_role("link", name="Sign in again to send 2 hands")
    link.tap()
    page.locator("[name=login]").fill(scorekeeper.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.wait_for_url("**/score/")
    expect_sent(page)
    expect(totals(page)).to_have_text(["196", "290"])
    assert figures(match) == stored([1, 2, 3])


def test_a_phone_whose_table_link_was_revoked_is_told_of_the_new_code(open_page, match, organizer):
    make_match_link(match, by=organizer)
    link = TableLink.objects.get()
    thumb = Thumb(open_page(width=360, height=740))
    page = thumb.page
    page.goto(f"/t/{secret_of(link)}/")
    page.get_by_role("button", name="Score table 1 on this phone").tap()
    page.wait_for_url("**/score/")
    cut(thumb)
    enter(thumb, 1)
    revoke_link(link, by=organizer)
    restore(thumb)
    expect(waiting(page)).to_contain_text("scan the table’s new code, or sign in")
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    make_match_link(match, by=organizer)
    anew = TableLink.objects.exclude(pk=link.pk).get()
    page.goto(f"/t/{secret_of(anew)}/")
    page.get_by_role("button", name="Score table 1 on this phone").tap()
    page.wait_for_url("**/score/")
    expect_sent(page)
    assert figures(match) == stored([1])


def test_an_evening_with_the_line_cut_three_times_loses_and_doubles_nothing(thumb, match):
    for number in EVENING:
        (cut if number % 2 else restore)(thumb)
        enter(thumb, number)
    restore(thumb)
    expect_sent(thumb.page)
    assert figures(match) == stored(EVENING)


def test_a_browser_that_keeps_nothing_says_so_before_the_first_hand(
    sit_down, match, assert_accessible
):
    thumb = sit_down("indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }")
    page = thumb.page
    expect(waiting(page)).to_contain_text("This browser keeps nothing")
    assert_accessible(page)
    cut(thumb)
    enter(thumb, 1, 2)
    expect(waiting(page)).to_contain_text("2 hands on this phone, not sent yet")
    restore(thumb)
    expect_sent(page)
    expect(waiting(page)).to_contain_text("This browser keeps nothing")
    assert figures(match) == stored([1, 2])


def test_a_store_that_never_opens_holds_nothing_up(sit_down, match):
    """Some browsers neither open it nor say that they will not."""
    thumb = sit_down("IDBFactory.prototype.open = () => ({})")
    expect(waiting(thumb.page)).to_contain_text("This browser keeps nothing")
    cut(thumb)
    enter(thumb, 1, 2)
    restore(thumb)
    expect_sent(thumb.page)
    assert figures(match) == stored([1, 2])


# What becomes of a store half way through the evening: what is put in it comes out again; it takes
# nothing for a while; and it is well again.
FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...what) {
    queueMicrotask(() => this.transaction.error ?? this.transaction.abort());
    return put.apply(this, what);
  };
}"""
GONE_FOR_A_WHILE = """() => {
  window.open_to = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, ...how) {
    if (mode === "readwrite") throw new DOMException("lost", "UnknownError");
    return window.open_to.call(this, names, mode, ...how);
  };
}"""
ANSWERS_NOTHING = """() => {
  window.refused = 0;
  window.open_to = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = () => {
    window.refused += 1;
    throw new DOMException("lost", "UnknownError");
  };
}"""
WELL_AGAIN = "() => { IDBDatabase.prototype.transaction = window.open_to; }"


def test_a_store_that_is_full_half_way_leaves_the_sheet_as_it_was_written(thumb, match):
    page = thumb.page
    enter(thumb, 1)
    expect_sent(page)
    page.evaluate(FULL)
    enter(thumb, 2)
    expect_sent(page)
    expect(waiting(page)).to_contain_text("This browser keeps nothing")
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    expect(page.locator("#hand-1-2")).to_contain_text("bait")
    expect(totals(page)).to_have_text(["96", "228"])
    enter(thumb, 3)
    expect_sent(page)
    assert figures(match) == stored([1, 2, 3])


def test_what_was_kept_before_the_store_was_full_is_sent_and_waits_no_more(thumb, match):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1, 2)
    page.evaluate(FULL)
    restore(thumb)
    expect_sent(page)
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    assert figures(match) == stored([1, 2])


def test_a_hand_that_the_store_did_not_take_is_sent_in_its_turn(thumb, match):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1, 2)
    page.evaluate(GONE_FOR_A_WHILE)
    enter(thumb, 3)
    page.evaluate(WELL_AGAIN)
    enter(thumb, 4)
    expect(waiting(page)).to_contain_text("4 hands on this phone, not sent yet")
    restore(thumb)
    expect_sent(page)
    assert figures(match) == stored([1, 2, 3, 4])


def test_a_store_that_answers_nothing_for_a_while_has_its_hands_still(thumb, match):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1, 2)
    page.evaluate(ANSWERS_NOTHING)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_function("window.refused > 2")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-count", "2")
    expect(waiting(page)).to_contain_text("2 hands on this phone, not sent yet")
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    page.evaluate(WELL_AGAIN)
    restore(thumb)
    expect_sent(page)
    assert figures(match) == stored([1, 2])


def test_a_store_that_is_cleared_half_way_does_not_stop_the_sheet(thumb, match):
    """Somebody clears what this site keeps, while the page is open."""
    page = thumb.page
    enter(thumb, 1)
    expect_sent(page)
    told = {"origin": page.evaluate("origin"), "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", told)
    enter(thumb, 2, 3)
    expect_sent(page)
    expect(page.locator("#evening > h1")).to_have_text("Hand 4")
    assert figures(match) == stored([1, 2, 3])


def test_a_tab_that_died_before_the_clock_was_put_right_holds_no_hand_up(sit_down, match):
    """Without the browser's locks tabs go by the clock, which may have been a day ahead."""
    thumb = sit_down("Object.defineProperty(navigator, 'locks', {value: undefined})")
    thumb.page.evaluate(
        """() => new Promise(done => {
          indexedDB.open("tarabish").onsuccess = ({ target: { result } }) => {
            const own = result.transaction("own", "readwrite").objectStore("own");
            own.put({ tab: "gone", until: Date.now() + 86400000 }, "sender");
            own.transaction.oncomplete = () => done(result.close());
          };
        })"""
    )
    enter(thumb, 1)
    expect_sent(thumb.page)
    assert figures(match) == stored([1])


def test_a_server_whose_clock_was_put_back_is_believed_all_the_same(thumb, match, scorekeeper):
    page = thumb.page
    enter(thumb, 1)
    expect_sent(page)
    page.evaluate(
        """key => new Promise(done => {
          indexedDB.open("tarabish").onsuccess = ({ target: { result } }) => {
            const own = result.transaction("own", "readwrite").objectStore("own");
            const at = Date.now() + 86400000;
            own.get(key).onsuccess = ({ target }) => own.put({ ...target.result, at }, key);
            own.transaction.oncomplete = () => done(result.close());
          };
        })""",
        f"table-{match.pk}",
    )
    play(match, scorekeeper, EVENING[2])
    with page.expect_response(lambda answer: "hx-request" in answer.request.headers):
        page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    enter(thumb, 3)
    expect_sent(page)
    assert figures(match) == stored([1, 2, 3])


def test_a_settled_question_goes_though_the_phones_clock_was_put_back(thumb, match, scorekeeper):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1)
    play(match, scorekeeper, 70)
    restore(thumb)
    expect(page.get_by_role("link", name="1 hand in question: look at it")).to_be_visible()
    expect(page.locator("[data-state]")).to_be_empty()  # no "hand 1 noted" any more
    drop(SentHand.objects.get(), by=scorekeeper)
    page.evaluate(
        """() => new Promise(done => {
          indexedDB.open("tarabish").onsuccess = ({ target: { result } }) => {
            const things = result.transaction("things", "readwrite").objectStore("things");
            const asked = Date.now() + 86400000;
            things.openCursor().onsuccess = ({ target }) =>
              target.result?.update({ ...target.result.value, asked });
            things.transaction.oncomplete = () => done(result.close());
          };
        })"""
    )
    page.reload()
    expect_sent(page)


def test_the_last_hand_of_a_game_that_was_over_written_anew_leaves_no_old_end(
    thumb, match, scorekeeper
):
    page, end = thumb.page, thumb.page.get_by_text("520 – 128")
    play(match, scorekeeper, 130, 130, 130, 130)
    page.reload()
    expect(end).not_to_have_count(0)
    cut(thumb)
    page.get_by_role("button", name="Undo hand 4").tap()
    expect(page.get_by_text("Game over").locator("visible=true")).to_have_count(0)
    thumb.count(120)
    thumb.save(4)
    expect(page.locator(".score-sheet__end")).to_contain_text("510 – 138")
    restore(thumb)
    expect_sent(page)
    expect(page.locator("[data-ending]")).to_contain_text("510 – 138")
    expect(end).to_have_count(0)


def test_on_a_wide_screen_the_end_without_a_line_stands_over_the_sheet(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 130, 130, 130)
    thumb = sit_down(width=1280)
    page = thumb.page
    cut(thumb)
    page.get_by_role("radio", name="Anne").first.check(force=True)
    page.get_by_role("group", name="Trump").get_by_role("radio", name="spades").check(force=True)
    page.locator("#field-count_ns input").first.fill("130")
    page.get_by_role("button", name="Save hand 4").click()
    over, sheet = page.locator("[data-over]"), page.locator(".score-sheet").first
    expect(over).to_contain_text("520")
    boxes = [place.bounding_box() for place in (over, sheet)]
    left, right = ({box["x"] for box in boxes}, {box["x"] + box["width"] for box in boxes})
    assert max(left) - min(left) < 2
    assert max(right) - min(right) < 2
    assert abs((min(left) + max(right)) / 2 - 640) < 10


def test_the_game_that_ends_without_a_line_says_how_and_takes_no_further_hand(
    thumb, match, scorekeeper
):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1, 2, 3, 4)
    thumb.say("Anne", "spades")
    thumb.count(10)
    thumb.save(5)
    over = page.locator("[data-over]")
    expect(over).to_contain_text("Mairi & Éloi win, 504 – 306")
    expect(over).to_contain_text("The rest comes when the line is back.")
    expect(page.get_by_role("button", name="Save hand 6")).to_have_count(0)
    expect(page.locator("#hand-form")).to_be_hidden()
    restore(thumb)
    expect(page.get_by_role("button", name="Sign the sheet")).to_be_visible()
    expect_sent(page)
    assert len(figures(match)) == 5
    # From the server's own ending, without a line: the last hand comes off, and another is written.
    cut(thumb)
    page.get_by_role("button", name="Undo hand 5").tap()
    expect(page.locator("#evening > h1")).to_have_text("Hand 5")
    expect(page.locator("#field-count_ns input").first).to_have_value("10")
    expect(page.get_by_role("button", name="Sign the sheet")).to_be_hidden()
    thumb.count(100)
    thumb.save(5)
    expect(totals(page)).to_have_text(["406", "404"])
    restore(thumb)
    expect_sent(page)
    assert figures(match) == stored(EVENING)


def test_the_end_of_a_game_comes_though_the_answers_with_it_got_lost(thumb, match, scorekeeper):
    page = thumb.page
    play(match, scorekeeper, 130, 130, 130)
    page.reload()
    lost: list[Route] = []

    def lose_two(route: Route) -> None:
        if "hx-request" in route.request.headers and len(lost) < 2:
            lost.append(route)
            route.abort()
        else:
            route.fallback()

    page.route(f"**/matches/{match.pk}/score/", lose_two)
    thumb.say("Anne", "spades")
    thumb.count(130)
    thumb.save(4)
    expect(page.get_by_role("button", name="Sign the sheet")).to_be_visible(timeout=25_000)
    assert len(lost) == 2


@pytest.mark.parametrize("locks", [True, False], ids=["https", "plain http"])
def test_two_tabs_of_one_phone_send_each_hand_once(sit_down, match, locks):
    thumb = sit_down(
        "" if locks else "Object.defineProperty(navigator, 'locks', {value: undefined})"
    )
    page = thumb.page
    other = page.context.new_page()
    other.goto(page.url)
    cut(thumb)
    enter(thumb, 1)
    expect(waiting(other)).to_contain_text("1 hand on this phone, not sent yet")
    expect(other.locator("#evening > h1")).to_have_text("Hand 2")
    enter(Thumb(other), 2)
    expect(waiting(page)).to_contain_text("2 hands on this phone, not sent yet")
    restore(thumb)
    for one in (page, other):
        expect_sent(one)
        expect(totals(one)).to_have_text(["96", "228"])
    assert figures(match) == stored([1, 2])


def test_a_tab_that_was_put_to_sleep_while_it_sent_holds_no_hand_up(sit_down, match):
    """Some phones stop a tab that nobody looks at, and leave it what it holds."""
    thumb = sit_down()
    page = thumb.page
    asleep = page.context.new_page()
    asleep.goto("/clubs/")
    asleep.evaluate(
        """() => {
          window.taken = navigator.locks.request("tarabish-sending", () => new Promise(() => {}))
            .catch(() => "taken away");
        }"""
    )
    page.bring_to_front()
    page.clock.install()
    page.reload()
    enter(thumb, 1)
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    let_pass(page, 31)
    expect_sent(page)
    assert asleep.evaluate("taken") == "taken away"
    assert figures(match) == stored([1])


def test_a_hand_that_another_tab_takes_off_while_it_is_corrected_is_written_anew(sit_down, match):
    """A correction of a hand that was never sent would wait for it for ever."""
    thumb = sit_down()
    page = thumb.page
    other = page.context.new_page()
    other.goto(page.url)
    cut(thumb)
    enter(thumb, 1)
    line = other.locator("#hand-1-1")
    line.locator("summary").tap()
    line.get_by_text("Correct this hand").tap()
    Thumb(other).count(100)
    page.get_by_role("button", name="Undo").tap()
    Thumb(other).save(1)
    expect(other.locator("#evening > h1")).to_have_text("Hand 2")
    restore(thumb)
    for one in (page, other):
        expect_sent(one)
    assert figures(match) == {1: ("recorded", 100, 62)}


def test_without_a_line_a_stored_hand_and_a_waiting_one_are_corrected_and_the_last_undone(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 96)
    thumb = sit_down()
    page = thumb.page
    cut(thumb)
    enter(thumb, 2, 3)
    line = page.locator("#hand-1-1")
    line.locator("summary").tap()
    line.get_by_text("Correct this hand").tap()
    expect(page.locator("[data-state]")).to_have_text("correcting hand 1")
    expect(page.locator("#field-count_ns input").first).to_have_value("96")
    thumb.count(98)
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#field-reason")).to_contain_text("Write why this hand is corrected.")
    page.get_by_label("Why is it corrected?").fill("miscounted")
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#evening > h1")).to_have_text("Hand 4")
    expect(totals(page)).to_have_text(["198", "288"])
    line = page.locator("#hand-1-3")
    line.locator("summary").tap()
    line.get_by_text("Correct this hand").tap()
    thumb.count(102)
    page.get_by_role("button", name="Correct hand 3").tap()
    expect(totals(page)).to_have_text(["200", "286"])
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    expect(page.locator("#field-count_ns input").first).to_have_value("102")
    expect(waiting(page)).to_contain_text("2 hands on this phone, not sent yet")
    restore(thumb)
    expect_sent(page)
    assert figures(match) == {1: ("recorded", 98, 64), 2: ("recorded", 0, 162)}
    assert not Hand.objects.filter(number=3).exists()
    expect(totals(page)).to_have_text(["98", "226"])


def test_a_finger_that_trembles_on_back_takes_no_hand_off(sit_down, match, scorekeeper):
    """Where Back was, Undo is by then."""
    play(match, scorekeeper, 96, 70)
    thumb = sit_down()
    page = thumb.page
    cut(thumb)
    line = page.locator("#hand-1-2")
    line.locator("summary").tap()
    line.get_by_text("Correct this hand").tap()
    page.evaluate(
        """() => new Promise(done => {
          const tap = name => document.querySelector(`.save-bar [data-${name}]`).dispatchEvent(
            new MouseEvent("click", { bubbles: true, detail: 1, clientX: 50, clientY: 700 }));
          tap("back");
          setTimeout(() => done(tap("undo")), 300);
        })"""
    )
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    expect(waiting(page)).to_have_attribute("data-count", "0")


def test_a_hand_written_and_undone_before_it_was_ever_sent_waits_no_more(thumb, match):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1)
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    expect(page.locator("[data-state]")).to_be_empty()  # no "hand 1 noted" any more
    expect(page.locator("#field-count_ns input").first).to_have_value("96")
    expect(waiting(page)).to_have_attribute("data-count", "0")
    expect(waiting(page)).to_be_empty()
    thumb.count(100)
    thumb.save(1)
    expect(waiting(page)).to_contain_text("1 hand on this phone, not sent yet")
    restore(thumb)
    expect_sent(page)
    assert figures(match) == {1: ("recorded", 100, 62)}
    assert Hand.objects.count() == 1


def test_a_hand_that_was_on_its_way_once_is_undone_on_the_server(thumb, match):
    """Its answer was lost: nobody can know on the phone that it is stored."""
    page = thumb.page
    lost: list[int] = []

    def lose_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/sent/", lose_first_answer)
    with page.expect_event("requestfailed"):
        enter(thumb, 1)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_sent(page)
    assert lost == [200]
    assert Hand.objects.get().status == Hand.Status.UNDONE


def test_two_phones_without_a_line_correct_one_hand_and_both_values_are_there(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 96)
    phones = [sit_down(), sit_down()]
    for thumb, figure in zip(phones, (98, 100), strict=True):
        cut(thumb)
        enter(thumb, 2, figures={2: figure})
        line = thumb.page.locator("#hand-1-1")
        line.locator("summary").tap()
        line.get_by_text("Correct this hand").tap()
        thumb.count(figure)
        thumb.page.get_by_label("Why is it corrected?").fill("miscounted")
        thumb.page.get_by_role("button", name="Correct hand 1").tap()
    one, other = phones
    restore(one)
    expect_sent(one.page)
    restore(other)
    link = other.page.get_by_role("link", name="2 hands in question: look at them")
    expect(link).to_be_visible()
    expect(totals(other.page)).to_have_text(["196", "128"])
    assert figures(match) == {1: ("recorded", 98, 64), 2: ("recorded", 98, 64)}
    link.tap()
    expect(other.page.locator(".conflict__one").first).to_contain_text("100")
    expect(other.page.locator(".conflict__one").last).to_contain_text("98")
    other.page.get_by_role("button", name="Drop it: what is stored stands").tap()
    other.page.wait_for_url(f"**/matches/{match.pk}/**")
    other.page.goto(f"/matches/{match.pk}/score/")
    expect(other.page.get_by_role("link", name="1 hand in question: look at it")).to_be_visible()
    expect(other.page.locator("#evening > h1")).to_have_text("Hand 3")


def test_a_browser_that_was_closed_opens_the_table_again_and_sends(
    browser_type, browser_type_launch_args, live_server, tmp_path, match, sign_in, scorekeeper
):
    def open_browser():
        return browser_type.launch_persistent_context(
            str(tmp_path),
            **browser_type_launch_args,
            base_url=live_server.url,
            viewport={"width": 360, "height": 740},
            has_touch=True,
        )

    address = f"/matches/{match.pk}/score/"
    context = open_browser()
    page = context.new_page()
    sign_in(page, scorekeeper)
    page.goto(address)
    page.evaluate(KEPT, address)
    thumb = Thumb(page)
    enter(thumb, 1)
    expect_sent(page)
    cut(thumb)
    enter(thumb, 2, 3)
    page.reload()
    expect(waiting(page)).to_contain_text("2 hands on this phone, not sent yet")
    expect(totals(page)).to_have_text(["196", "290"])
    enter(thumb, 4)
    page.goto("/clubs/")
    told = page.get_by_role("region", name="On this phone, not sent yet")
    expect(told.get_by_role("link", name="Table 1")).to_be_visible()
    context.close()
    assert figures(match) == stored([1])
    context = open_browser()
    page = context.new_page()
    sign_in(page, scorekeeper)
    thumb = Thumb(page)
    cut(thumb)
    page.goto(address)
    expect(waiting(page)).to_contain_text("3 hands on this phone, not sent yet")
    expect(totals(page)).to_have_text(["306", "342"])
    enter(thumb, 5)
    restore(thumb)
    expect_sent(page)
    assert figures(match) == stored(EVENING)
    context.close()


def test_back_to_a_page_that_the_browser_put_aside_shows_what_came_since(thumb, match):
    page = thumb.page
    cut(thumb)
    enter(thumb, 1)
    restore(thumb)
    expect_sent(page)
    page.goto(f"/matches/{match.pk}/")
    page.go_back()
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    enter(thumb, 2)
    expect_sent(page)
    assert figures(match) == stored([1, 2])


def test_from_another_page_what_waits_is_told_and_sent(thumb, match):
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1, 2)
    page.goto("/clubs/")
    told = page.get_by_role("status").filter(has_text="Not sent yet, on this phone:")
    expect(told.get_by_role("link", name="Table 1")).to_have_attribute(
        "href", f"/matches/{match.pk}/score/"
    )
    assert not Hand.objects.exists()
    page.unroute("**/sent/")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(told).to_have_count(0)
    assert figures(match) == stored([1, 2])


def test_what_waits_is_told_on_a_page_that_follows_by_itself_too(thumb, match, scorekeeper):
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1)
    page.goto(f"/matches/{match.pk}/")
    told = page.get_by_role("status").filter(has_text="Not sent yet, on this phone:")
    expect(told).to_be_visible()
    page.evaluate(
        """() => document.addEventListener("live:arrived", () => {
          window.there = document.body.textContent.includes("Not sent yet, on this phone:");
        })"""
    )
    play(match, scorekeeper, 70)
    page.wait_for_function("() => window.there !== undefined", timeout=8000)
    assert page.evaluate("window.there")


def test_what_an_earlier_release_kept_is_sent_by_a_later_one(thumb, match):
    """Plain fields of version 1, and no more than the wire needs."""
    page = thumb.page
    page.evaluate(
        """async match => {
          const asked = indexedDB.open("tarabish");
          await new Promise(resolve => { asked.onsuccess = resolve; });
          const things = asked.result.transaction("things", "readwrite").objectStore("things");
          const id = crypto.randomUUID();
          const fields = Object.entries(
            {dealer: "W", caller: "N", trump: "S", count_ns: 96, outcome: "played"});
          things.put({seq: 1, v: 1, match: `${match}`, address: `/matches/${match}/sent/`,
            kind: "record", id, hand: id, phone: crypto.randomUUID(), after: "", base: 0,
            game: 1, number: 1, fields});
          asked.result.close();
        }""",
        match.pk,
    )
    page.reload()
    expect_sent(page)
    expect(totals(page)).to_have_text(["96", "66"])
    assert figures(match) == stored([1])


def test_on_plain_http_the_page_says_that_a_reload_needs_the_line(sit_down):
    thumb = sit_down("Object.defineProperty(window, 'isSecureContext', {value: false})")
    cut(thumb)
    enter(thumb, 1)
    expect(waiting(thumb.page)).to_contain_text("Keep this page open")


def test_without_its_words_the_page_takes_no_hand_off_past_hands_that_wait(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 96)
    thumb = sit_down()
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 2)
    page.route("**/words/**", lambda route: route.abort())
    page.reload()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_text("No line just now.")).to_be_visible()
    page.unroute("**/words/**")
    page.unroute("**/sent/")
    page.reload()
    expect_sent(page)
    assert figures(match) == stored([1, 2])


def test_without_its_words_the_page_stores_nothing_past_hands_that_wait(thumb, match):
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    enter(thumb, 1)
    page.route("**/words/**", lambda route: route.abort())
    page.reload()
    thumb.say("Anne", "spades")
    thumb.count(70)
    page.locator("button[name=save]").tap()
    expect(page.locator("#notices")).to_contain_text("try again")
    assert not Hand.objects.exists()
    page.unroute("**/words/**")
    page.unroute("**/sent/")
    page.reload()
    expect_sent(page)
    assert figures(match) == stored([1])
