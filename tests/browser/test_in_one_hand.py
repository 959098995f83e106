"""The score page on the home screen, under one thumb, read aloud, with letters twice the size."""

import json

import pytest
from playwright.sync_api import Page, expect

from league.models import Match, Player, Round
from tests.browser.hand_entry import Thumb, assert_no_sideways_scroll, open_entry
from tests.league.evenings import play

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = 48  # px of a target for a thumb
# What can be tapped, and how far up and down from its middle a thumb still hits it.
TARGETS = """() => {
  const wanted = "label.seat, label.choice, summary, .count-field__side, button";
  const hits = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (one.contains(hit) || hit.closest("label, summary, button") === one);
  };
  return [...document.querySelectorAll("#hand-form :is(" + wanted + ")")]
    .filter(one => one.checkVisibility()).map(one => {
      one.scrollIntoView({ block: "center" });
      const box = one.getBoundingClientRect();
      const x = box.x + box.width / 2;
      let [top, bottom] = [box.y + box.height / 2, box.y + box.height / 2];
      while (hits(one, x, top - 1)) top -= 1;
      while (hits(one, x, bottom + 1)) bottom += 1;
      const name = one.textContent.trim().slice(0, 30);
      return { name, width: box.width, height: bottom - top + 1 };
    });
}"""
# What stands in a box that is too small for it.
CUT = """() => [...document.querySelectorAll("#evening *, #scorebar *")].filter(one => {
  const style = getComputedStyle(one);
  if (!one.checkVisibility() || !one.textContent.trim() || style.display === "inline") return false;
  if (one.closest(".visually-hidden") || style.overflow === "visible") return false;
  return one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2;
}).map(one => one.className + ": " + one.textContent.trim().slice(0, 40))"""

# Whether the lines of text of both lie over each other.
OVER = """([one, other]) => {
  const lines = at => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(at));
    return [...range.getClientRects()];
  };
  return lines(one).some(a => lines(other).some(b =>
    a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom));
}"""


@pytest.fixture
def match(match, scorekeeper) -> Match:
    play(match, scorekeeper, 96)
    return match


@pytest.fixture
def page(phone, sign_in, match, scorekeeper) -> Page:
    sign_in(phone, scorekeeper)
    open_entry(phone, f"/matches/{match.pk}/score/")
    return phone


def spoken(page: Page) -> list[tuple[str, str]]:
    """Role and name of all that is read aloud, in its order."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = {node["nodeId"]: node for node in tree}

    def below(node: dict) -> list[tuple[str, str]]:
        name = node.get("name", {}).get("value", "").strip()
        own = [] if node["ignored"] else [(node["role"]["value"], name)]
        return own + [one for at in node["childIds"] if at in nodes for one in below(nodes[at])]

    return below(tree[0])


def test_a_browser_offers_to_put_it_on_the_home_screen(page):
    asked = page.context.new_cdp_session(page)
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's browser keeps nothing, and so installs nothing; there is no other reason.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    found = asked.send("Page.getAppManifest")
    assert found["errors"] == []
    told = json.loads(found["data"])
    assert {told[name] for name in ("id", "scope", "start_url")} == {"/"}
    assert told["display"] == "standalone"
    purposes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    for icon in told["icons"]:
        answer = page.request.get(f"/static/{icon['src']}")
        assert answer.status == 200


def test_everything_that_an_ordinary_hand_needs_is_in_reach_of_one_thumb(page):
    targets = page.evaluate(TARGETS)
    assert len(targets) >= 12
    assert not [one for one in targets if min(one["height"], one["width"]) < SMALLEST]
    page.evaluate("scrollTo(0, 0)")
    screen = page.viewport_size["height"]
    for name in ("Save hand 2", "Undo"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box["y"] > screen * 2 / 3
        assert box["y"] + box["height"] <= screen
    # The table lies at the top, as on paper; all that comes after it is in the lower two thirds.
    for place in (".suit-grid__choices", "#field-runs", "#field-bella", "#field-count_ns"):
        assert page.locator(place).first.bounding_box()["y"] > screen / 3


def test_it_is_read_aloud_in_the_order_of_the_paper_and_every_control_has_a_name(page):
    told = spoken(page)
    controls = {
        "radio",
        "textbox",
        "button",
        "link",
        "checkbox",
        "DisclosureTriangle",
        "spinbutton",
    }
    assert not [role for role, name in told if role in controls and not name]
    names = [name for _role, name in told]
    order = [
        "Anne dealt change",
        "Whose say was it?",
        "Trump",
        "Runs",
        "Bella",
        "Count, with the last trick",
        "Save hand 2",
    ]
    places = [next(at for at, name in enumerate(names) if words in name) for words in order]
    assert places == sorted(places), dict(zip(order, places, strict=True))
    sheet = next(
        at for at, (role, name) in enumerate(told) if role == "heading" and "Table" in name
    )
    assert places[-1] < sheet


@pytest.mark.parametrize("name", ["", "Final · Match for third place"], ids=["short", "long"])
def test_what_the_bar_says_of_a_saved_hand_covers_no_other_word(page, match, name):
    Round.objects.filter(pk=match.round_id).update(name=name)
    open_entry(page, f"/matches/{match.pk}/score/?again=0")  # a test's own write raises no version
    expect(page.locator("#scorebar")).to_contain_text(name or "Round 1")
    for cut in (True, False):
        page.context.set_offline(cut)
        number = 2 if cut else 3
        thumb = Thumb(page)
        thumb.say("Anne", "hearts")
        thumb.count(70)
        thumb.save(number)
        said = f"hand {number} {'noted' if cut else 'saved'}"
        expect(page.locator(".scorebar__state")).to_contain_text(said)
        assert not page.evaluate(OVER, [".scorebar__where", ".scorebar__state"])


def test_letters_of_twice_the_size_are_neither_cut_nor_moved_aside(page, match):
    Player.objects.filter(pk=match.entry_b.partnership.first_id).update(
        name="Wilhelmina-Rose Googoo"
    )
    open_entry(page, f"/matches/{match.pk}/score/?again=0")  # a test's own write raises no version
    expect(page.locator("#hand-form")).to_contain_text("Wilhelmina-Rose")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert_no_sideways_scroll(page)
    assert page.evaluate(CUT) == []
    thumb = Thumb(page)
    thumb.say("Anne", "hearts")
    thumb.run("Anne", 20)
    thumb.bella("Anne")
    thumb.count(100)
    expect(page.locator(".sum-line__verdict")).to_contain_text("Made")
    assert_no_sideways_scroll(page)
    thumb.save(2)
    expect(page.locator("#evening > h1")).to_have_text("Hand 3")


def test_zoomed_to_twice_the_size_nothing_goes_aside(open_page, sign_in, match, scorekeeper):
    """What the browser's own zoom does: half as many pixels, each twice as large."""
    page = open_page(width=180, height=370)
    sign_in(page, scorekeeper)
    page.goto(f"/matches/{match.pk}/score/")
    assert_no_sideways_scroll(page)
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()


def test_on_a_phone_zoomed_to_twice_the_size_the_bar_leaves_room_for_the_form(page):
    page.set_viewport_size({"width": 180, "height": 370})
    page.context.set_offline(True)
    thumb = Thumb(page)
    thumb.say("Anne", "hearts")
    thumb.count(70)
    thumb.save(2)
    expect(page.locator("[data-waiting]")).to_contain_text("1 hand on this phone, not sent yet")
    page.locator("#field-count_ns").evaluate("field => field.scrollIntoView({ block: 'center' })")
    bar = page.locator("#scorebar").bounding_box()
    assert bar["y"] + bar["height"] < 100
    assert_no_sideways_scroll(page)
