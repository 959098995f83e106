"""What the tests of hands without a line share: an evening’s hands; the line cut, and restored."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand_entry import Thumb

# What Anne & Joe count at spades; Anne calls.
EVENING = {1: 96, 2: 70, 3: 100, 4: 110, 5: 100}
WRITTEN = {1: (96, 66), 2: (0, 162), 3: (100, 62), 4: (110, 52), 5: (100, 62)}


def stored(numbers) -> dict:
    """The sheet once these hands of the evening are on it, as `evenings.figures` tells it."""
    return {number: ("recorded", *WRITTEN[number]) for number in numbers}


def enter(thumb: Thumb, *numbers: int, figures: dict = EVENING) -> None:
    """Writes hands of the evening and sees the page turn after each."""
    for number in numbers:
        thumb.say("Anne", "spades")
        thumb.count(figures[number])
        thumb.save(number)
        expect(thumb.page.locator("#evening > h1")).to_have_text(f"Hand {number + 1}")


def cut(thumb: Thumb) -> None:
    thumb.page.context.set_offline(True)


def restore(thumb: Thumb) -> None:
    thumb.page.context.set_offline(False)


# Done when the browser's worker is at work and has the page at this path.
KEPT = """async path => {
  const late = new Promise((_, refuse) => setTimeout(() => refuse("not kept"), 15000));
  const kept = async () => {
    const ready = await navigator.serviceWorker.ready;
    const worker = navigator.serviceWorker;
    while (ready.installing || ready.waiting || !worker.controller ||
           !(await caches.match(path, { ignoreVary: true })))
      await new Promise(resolve => setTimeout(resolve, 50));
  };
  await Promise.race([kept(), late]);
}"""

# Done when the phone's store has answered all that was asked of it before.
ANSWERED = """() => new Promise(done => {
  const asked = indexedDB.open("tarabish");
  asked.onsuccess = () => {
    const work = asked.result.transaction(["things", "own"], "readwrite");
    work.objectStore("own").get("phone");
    work.oncomplete = () => { asked.result.close(); done(); };
  };
})"""


def let_pass(page: Page, seconds: int) -> None:
    """Puts the page's clock on second by second: its store answers in real time, and a leap would
    have it given up."""
    for _second in range(seconds):
        page.clock.run_for(1000)
        page.evaluate(ANSWERED)


def waiting(page: Page) -> Locator:
    """What the bar says of what waits."""
    return page.locator("[data-waiting]")
