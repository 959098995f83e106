"""Without a line score pages that were opened before open again, and others say what there is."""

import json
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from league.actions.hands import undo_hand
from league.models import Match
from league.views import workers
from tests.browser.hand_entry import Thumb, expect_sent
from tests.browser.offline import enter
from tests.faults.proxy import Faults, Proxy, page_of
from tests.league.evenings import play

pytestmark = pytest.mark.django_db(transaction=True)

# What the caches of this browser hold: name -> paths.
CACHES = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async name =>
  [name, (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname)])))"""
TAKEN_UP = """async path => {
  const late = new Promise((_, no) => setTimeout(no, 15_000, new Error("no worker")));
  const ready = await Promise.race([navigator.serviceWorker.ready, late]);
  while (!navigator.serviceWorker.controller || !(await caches.match(path, { ignoreVary: true })))
    await new Promise(resolve => setTimeout(resolve, 50));
  return ready.active.state;
}"""

# Done when the next release's worker has come to work and cleared up the one before.
UPDATED = """async before => {
  await (await navigator.serviceWorker.ready).update();
  while (await caches.has(before)) await new Promise(resolve => setTimeout(resolve, 50));
}"""


@pytest.fixture
def match(match, scorekeeper) -> Match:
    play(match, scorekeeper, 96)
    return match


@pytest.fixture
def line(live_server):
    """The line between the phones and the server; `line.away = True` cuts it."""
    address = urlsplit(live_server.url)
    with Proxy((address.hostname, address.port)) as proxy:
        yield proxy


@pytest.fixture
def sit_down(open_page, sign_in, line, scorekeeper) -> Callable[..., Page]:
    """sit_down(match) -> a phone with the score page open, kept by its browser."""

    def sit(match: Match) -> Page:
        page = open_page(width=360, height=740, worker=True)
        sign_in(page, scorekeeper)
        go(page, line, f"/matches/{match.pk}/score/")
        return page

    return sit


def go(page: Page, line: Proxy, path: str) -> None:
    page.goto(line.url + path)
    if path.endswith("/score/"):
        page.evaluate(TAKEN_UP, path)


def kept(page: Page) -> dict[str, list[str]]:
    return page.evaluate(CACHES)


def test_a_score_page_opens_without_a_line_and_can_be_written_on(sit_down, match, line):
    page = sit_down(match)
    line.away = True
    page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    thumb = Thumb(page)
    thumb.say("Anne", "hearts")
    thumb.count(100)
    thumb.see("Made · 100 – 62")
    page.close()


def test_it_opens_again_in_a_new_tab_and_after_the_browser_was_away_from_it(sit_down, match, line):
    page = sit_down(match)
    page.goto(line.url + "/clubs/")
    line.away = True
    page.close()
    again = page.context.new_page()
    again.goto(f"{line.url}/matches/{match.pk}/score/")
    expect(again.locator("#hand-form")).to_be_visible()


def test_with_a_line_the_server_s_page_of_now_is_shown_and_kept(sit_down, match, line, scorekeeper):
    page = sit_down(match)
    play(match, scorekeeper, 70)
    page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")
    line.away = True
    page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")


def test_a_page_that_starts_from_a_hand_taken_off_is_never_the_kept_one(
    sit_down, match, line, scorekeeper
):
    page = sit_down(match)
    (hand,) = play(match, scorekeeper, 100)
    undo_hand(match, hand_id=hand.pk, by=scorekeeper)
    score = f"/matches/{match.pk}/score/"
    page.goto(f"{line.url}{score}?again={hand.pk}")
    expect(page.locator("#id_count_ns")).to_have_value("100")
    line.away = True
    page.goto(line.url + score)
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    expect(page.locator("#id_count_ns")).to_have_value("")


def test_other_pages_say_that_there_is_no_line_and_lead_to_the_kept_tables(
    sit_down, match, line, assert_accessible
):
    page = sit_down(match)
    line.away = True
    for path in ("/", "/clubs/"):
        page.goto(line.url + path)
        expect(page.get_by_role("heading", level=1)).to_have_text("No line just now")
    assert_accessible(page)
    page.get_by_role("link", name="hand entry").click()
    expect(page.locator("#hand-form")).to_be_visible()
    page.goto(line.url + "/clubs/")
    line.away = False
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clubs")


def test_the_page_without_a_line_says_what_waits_and_makes_no_store_of_its_own(
    open_page, line, sit_down, match
):
    page = sit_down(match)
    line.away = True
    enter(Thumb(page), 2, 3)
    page.goto(line.url + "/clubs/")
    expect(page.locator("[data-waiting-here]")).to_contain_text("2 hands")
    page.locator("[data-waiting-here] a").click()
    expect(page.locator("#evening > h1")).to_have_text("Hand 4")
    line.away = False
    fresh = open_page(width=360, height=740)
    fresh.goto(line.url + "/waiting/")
    expect(fresh.locator("[data-waiting-here]")).to_be_hidden()
    assert fresh.evaluate("indexedDB.databases()") == []


def test_the_match_page_has_the_score_page_kept(open_page, sign_in, scorekeeper, match, line):
    page = open_page(width=360, height=740, worker=True)
    sign_in(page, scorekeeper)
    page.goto(f"{line.url}/matches/{match.pk}/")
    score = f"/matches/{match.pk}/score/"
    page.evaluate(TAKEN_UP, score)
    line.away = True
    page.goto(line.url + score)
    expect(page.locator("#hand-form")).to_be_visible()


def test_signing_out_leaves_no_page_behind_and_what_waits_stays(sit_down, match, line):
    page = sit_down(match)
    page.evaluate("""() => new Promise(resolve => {
        const asked = indexedDB.open("tarabish");
        asked.onsuccess = () => { asked.result.close(); resolve(); };
    })""")
    page.goto(line.url + "/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(line.url + "/")
    assert not [path for paths in kept(page).values() for path in paths if "matches" in path]
    names = page.evaluate("indexedDB.databases().then(all => all.map(one => one.name))")
    assert "tarabish" in names
    line.away = True
    page.goto(f"{line.url}/matches/{match.pk}/score/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No line just now")


def test_an_account_that_is_closed_leaves_no_page_behind(sit_down, match, line, scorekeeper):
    page = sit_down(match)
    page.goto(line.url + "/me/delete/")
    if "/reauthenticate/" in page.url:
        page.locator("[name=password]").fill("a-good-long-password")
        page.get_by_role("main").get_by_role("button").first.click()
    page.get_by_label("Type your e-mail address").fill(scorekeeper.email)
    page.get_by_role("button", name="Delete my account").click()
    page.wait_for_url(line.url + "/")
    assert not [path for paths in kept(page).values() for path in paths if "matches" in path]


def test_a_page_that_is_no_longer_one_s_own_is_not_kept(sit_down, match, line, scorekeeper):
    page = sit_down(match)
    scorekeeper.roles.all().delete()
    page.reload()
    expect(page.locator("#hand-form")).to_have_count(0)
    assert not [path for paths in kept(page).values() for path in paths if "matches" in path]


def test_a_proxy_that_knows_no_such_page_while_the_server_is_away_costs_no_kept_page(
    sit_down, match, line, monkeypatch
):
    page = sit_down(match)

    async def no_such_page(request):
        return page_of(b"404 Not Found", b"404 page not found")

    monkeypatch.setattr(line, "_ask", no_such_page)
    for _time in range(2):
        page.reload()
        expect(page.locator("#evening > h1")).to_have_text("Hand 2")


def test_an_update_takes_over_while_a_page_of_before_stays_whole(
    sit_down, match, line, monkeypatch
):
    page = sit_down(match)
    before = [name for name in kept(page) if name.startswith("tarabish-files-")]
    assert len(before) == 1
    workers._script.cache_clear()
    monkeypatch.setattr(workers, "release", lambda: "the next one")
    page.evaluate(UPDATED, before[0])
    workers._script.cache_clear()
    line.away = True
    page.reload()
    expect(page.locator("#hand-form")).to_be_visible()


def test_hands_that_wait_through_an_update_are_sent_by_the_page_of_the_next_release(
    sit_down, match, line, monkeypatch
):
    page = sit_down(match)
    before = next(name for name in kept(page) if name.startswith("tarabish-files-"))
    line.away = True
    enter(Thumb(page), 2, 3)
    page.goto(line.url + "/clubs/")
    workers._script.cache_clear()
    monkeypatch.setattr(workers, "release", lambda: "the next one")
    line.away = False
    page.evaluate(UPDATED, before)
    workers._script.cache_clear()
    go(page, line, f"/matches/{match.pk}/score/")
    expect_sent(page)
    expect(page.locator("#evening > h1")).to_have_text("Hand 4")
    stored = match.games.get().hands.order_by("number")
    assert [hand.count_ns for hand in stored] == [96, 70, 100]


def test_where_the_worker_does_not_get_all_its_files_the_page_says_that_a_reload_needs_the_line(
    open_page, sign_in, match, line, scorekeeper, monkeypatch
):
    monkeypatch.setattr(workers, "_FILES", (*workers._FILES, "js/not-there.js"))
    workers._script.cache_clear()
    page = open_page(width=360, height=740, worker=True)
    sign_in(page, scorekeeper)
    page.goto(f"{line.url}/matches/{match.pk}/score/")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-count", "0")
    workers._script.cache_clear()
    line.away = True
    enter(Thumb(page), 2)
    expect(page.locator("[data-waiting]")).to_contain_text("Keep this page open")


def test_a_proxy_s_page_is_never_kept_in_the_place_of_a_file(sit_down, match, line, monkeypatch):
    """The hall's network asks to accept its terms, with status 200, while an update comes."""
    page = sit_down(match)
    before = kept(page)
    file = "/static/js/new.0123456789ab.js"
    fetched = "async path => (await fetch(path)).text()"
    line.harms = lambda method, path: path != "/service-worker.js"
    line.faults = Faults(portal=1)
    assert "guest network" in page.evaluate(fetched, file)
    workers._script.cache_clear()
    monkeypatch.setattr(workers, "release", lambda: "the next one")
    state = page.evaluate(
        """async () => {
          const soon = new Promise(done => setTimeout(done, 15_000));
          const ready = await navigator.serviceWorker.ready;
          await Promise.race([ready.update().catch(() => {}), soon]);
          const { installing } = ready;
          if (installing?.state === "installing")
            await Promise.race([new Promise(done => installing.onstatechange = done), soon]);
          return installing?.state;
        }"""
    )
    workers._script.cache_clear()
    line.faults = Faults()
    assert "guest network" not in page.evaluate(fetched, file)
    assert state in (None, "redundant")
    new = {path for name, paths in kept(page).items() if name not in before for path in paths}
    assert "/waiting/" not in new


def test_nothing_that_is_sent_goes_through_the_worker(client_of, db):
    text = client_of().get("/service-worker.js").text
    told = dict(
        line.removeprefix("const ").removesuffix(";").split(" = ", 1)
        for line in text.splitlines()[:6]
    )
    files = json.loads(told["FILES"])
    assert "/static/js/league.js" in files
    assert "/static/css/league.css" in files
    assert not [file for file in files if "fonts" in file or "service-worker" in file]
    assert told["SCORE"] == 'new RegExp("^/matches/[0-9]+/score/$")'


def test_the_script_is_asked_for_each_time_and_sent_when_it_changed(client_of, db):
    client = client_of()
    first = client.get("/service-worker.js")
    assert "no-cache" in first["Cache-Control"]
    assert first["Content-Type"].startswith("text/javascript")
    again = client.get("/service-worker.js", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
