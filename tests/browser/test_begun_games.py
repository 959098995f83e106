"""The next game of a match begins without a line: its hands are entered, kept, sent and stored as
those of the first."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.actions.games import ring_bell, take_back_game
from league.actions.hands import undo_hand
from league.models import Competition, Game, Hand, SentHand
from league.queries.matches import load_match
from tests.browser.hand_entry import Thumb, expect_sent, open_entry, totals
from tests.browser.offline import KEPT, cut, enter, let_pass, restore, waiting
from tests.league.evenings import begin, figures, play

pytestmark = pytest.mark.django_db(transaction=True)

TWO_HANDS = {"mode": "hands", "hands": 2, "minutes": None}
COUNTS = {1: 100, 2: 110}


@pytest.fixture
def match(make_competition, make_match, scorekeeper):
    match = make_match(make_competition(entries=2, match_play=TWO_HANDS), best_of=3)
    begin(match, scorekeeper)
    return match


@pytest.fixture
def sit_down(open_page, sign_in, match, scorekeeper) -> Callable[..., Thumb]:
    def sit(*, worker: bool = False, clock: bool = False) -> Thumb:
        page = open_page(width=360, height=740, worker=worker)
        sign_in(page, scorekeeper)
        if clock:
            page.clock.install()
        open_entry(page, f"/matches/{match.pk}/score/")
        return Thumb(page)

    return sit


def first_dealer(thumb: Thumb, name: str) -> None:
    thumb.page.wait_for_timeout(750)  # right after Save a tap is one of a finger that trembles
    thumb.tap(thumb.page.locator("[data-over]").get_by_role("button", name=name, exact=True))


def play_the_first(thumb: Thumb) -> None:
    """The first game, to its end, without a line."""
    cut(thumb)
    enter(thumb, 1, figures=COUNTS)
    last_hand(thumb)


def begin_second(thumb: Thumb) -> None:
    """Joe deals first in the second game, begun on a page on which the server told of the end."""
    thumb.page.get_by_role("link", name="Start game 2").tap()
    first_dealer(thumb, "Joe")
    expect(thumb.page.locator("#evening > h1")).to_have_text("Hand 1")


def begin_here(thumb: Thumb) -> None:
    """Joe deals first in the second game, begun without a line on a page whose clock is put on."""
    cut(thumb)
    thumb.page.get_by_role("link", name="Start game 2").tap()
    let_pass(thumb.page, 1)
    thumb.tap(thumb.page.get_by_role("button", name="Joe", exact=True))
    expect(thumb.page.locator("#evening > h1")).to_have_text("Hand 1")
    let_pass(thumb.page, 1)


def last_hand(thumb: Thumb) -> None:
    """The second hand, which ends its game."""
    thumb.say("Anne", "spades")
    thumb.count(110)
    thumb.save(2)
    expect(thumb.page.locator("[data-over]")).to_be_visible()


def games(match) -> list[tuple[int, str, int, int]]:
    """(number, who dealt first, points of a and b) of each game on the sheet."""
    return [
        (game.number, game.game.first_dealer, game.a, game.b) for game in load_match(match).games
    ]


def test_a_whole_match_without_a_line_is_stored_once_and_in_order(
    sit_down, match, assert_accessible
):
    thumb = sit_down()
    page = thumb.page
    play_the_first(thumb)
    expect(page.locator("[data-over]")).to_contain_text("Game 2 is next.")
    assert_accessible(page)
    first_dealer(thumb, "Joe")
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    expect(page.locator("[name=dealer]:checked")).to_have_value("S")
    expect(page.locator("#scorebar")).to_contain_text("game 2")
    expect(totals(page)).to_have_text(["0", "0"])
    expect(page.get_by_text("No hand yet. Joe deals first.")).to_be_visible()
    assert_accessible(page)
    for number in (1, 2):
        thumb.say("Anne", "spades")
        thumb.count(60)
        thumb.save(number)
    expect(page.locator("[data-over]")).to_contain_text("Game 3 is next.")
    expect(waiting(page)).to_contain_text("4 hands on this phone, not sent yet")
    first_dealer(thumb, "Anne")
    enter(thumb, 1, figures=COUNTS)
    last_hand(thumb)
    expect(page.get_by_text("is next.")).to_have_count(0)
    assert not Game.objects.filter(number=2).exists()
    restore(thumb)
    expect_sent(page)
    expect(page.locator("[data-ending]")).to_be_visible()
    assert games(match) == [(1, "W", 210, 114), (2, "S", 0, 324), (3, "N", 210, 114)]
    assert load_match(match).winner == "a"
    assert [hand.game.number for hand in Hand.objects.order_by("pk")] == [1, 1, 2, 2, 3, 3]


def test_a_begun_game_goes_on_through_a_reload_and_while_its_hands_are_sent_one_by_one(
    sit_down, match
):
    thumb = sit_down(worker=True)
    page = thumb.page
    page.evaluate(KEPT, f"/matches/{match.pk}/score/")
    play_the_first(thumb)
    first_dealer(thumb, "Joe")
    enter(thumb, 1, figures=COUNTS)
    page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    expect(totals(page)).to_have_text(["100", "62"])
    expect(page.locator("#scorebar")).to_contain_text("game 2")
    expect(page.locator("#score-sheet-1")).to_be_hidden()
    restore(thumb)
    expect_sent(page)
    cut(thumb)
    # The page that is kept is of the first game: what the server has told since is newer.
    page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    expect(totals(page)).to_have_text(["100", "62"])
    last_hand(thumb)
    restore(thumb)
    expect_sent(page)
    assert games(match) == [(1, "W", 210, 114), (2, "S", 210, 114)]


def test_a_game_that_the_server_has_seen_end_goes_on_without_a_line_too(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 100, 110)
    thumb = sit_down()
    page = thumb.page
    cut(thumb)
    begin_second(thumb)
    # Somebody else won the cut.
    page.get_by_role("button", name="Back").tap()
    first_dealer(thumb, "Anne")
    expect(page.get_by_text("No hand yet. Anne deals first.")).to_be_visible()
    enter(thumb, 1, figures=COUNTS)
    thumb.tap(page.get_by_role("button", name="Undo hand 1"))
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    thumb.save(1)
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    restore(thumb)
    expect_sent(page)
    assert games(match) == [(1, "W", 210, 114), (2, "N", 100, 62)]


def test_where_the_end_of_a_game_does_not_come_the_next_one_begins_all_the_same(sit_down, match):
    """The hand was stored, and with the answer the line went."""
    thumb = sit_down()
    page = thumb.page
    enter(thumb, 1, figures=COUNTS)
    expect_sent(page)
    page.route("**/score/", lambda route: route.abort())
    last_hand(thumb)
    expect_sent(page)
    first_dealer(thumb, "Joe")
    enter(thumb, 1, figures=COUNTS)
    expect_sent(page)
    assert games(match) == [(1, "W", 210, 114), (2, "S", 100, 62)]


def test_with_a_line_no_game_is_begun_on_the_phone(sit_down, match):
    thumb = sit_down()
    page = thumb.page
    page.clock.set_fixed_time(timezone.now())  # a slow answer is no line that is out
    offered = page.evaluate_handle(
        """() => {
          const seen = { offered: 0 };
          const count = () => (seen.offered += document.querySelectorAll("[data-begins]").length);
          new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
          return seen;
        }"""
    )
    cut(thumb)
    enter(thumb, 1, figures=COUNTS)
    restore(thumb)
    expect_sent(page)
    thumb.say("Anne", "spades")
    thumb.count(110)
    thumb.save(2)
    expect(page.get_by_role("link", name="Start game 2")).to_be_visible()
    assert offered.evaluate("seen => seen.offered") == 0


def test_with_a_line_the_next_game_is_started_on_its_own_page(sit_down, match, scorekeeper):
    play(match, scorekeeper, 100, 110)
    thumb = sit_down()
    thumb.page.get_by_role("link", name="Start game 2").tap()
    thumb.page.wait_for_url("**/start/")


def test_a_game_that_another_phone_began_meanwhile_keeps_its_dealer_and_the_hand_is_asked_about(
    sit_down, match, scorekeeper
):
    thumb = sit_down()
    page = thumb.page
    play_the_first(thumb)
    first_dealer(thumb, "Joe")
    enter(thumb, 1, figures=COUNTS)
    play(match, scorekeeper, 100, 110)
    begin(match, scorekeeper, number=2, dealer="E")
    restore(thumb)
    expect(waiting(page)).to_contain_text("1 hand in question")
    assert games(match) == [(1, "W", 210, 114), (2, "E", 0, 0)]
    assert not figures(match)


def test_hands_of_a_game_begun_elsewhere_in_other_seats_are_all_asked_about(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 100, 110)
    thumb = sit_down()
    page = thumb.page
    cut(thumb)
    begin_second(thumb)
    enter(thumb, 1, figures=COUNTS)
    last_hand(thumb)
    begin(match, scorekeeper, number=2, dealer="S", turned=True)
    play(match, scorekeeper, 60)
    restore(thumb)
    expect(waiting(page)).to_contain_text("2 hands in question")
    assert figures(match) == {1: ("recorded", 0, 162)}


def test_a_game_whose_first_hand_may_have_come_stays_begun_when_that_is_undone(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 100, 110)
    thumb = sit_down()
    page = thumb.page
    page.route("**/*", lambda route: route.abort())  # the phone knows of no cut
    begin_second(thumb)
    enter(thumb, 1, figures=COUNTS)
    page.wait_for_timeout(750)
    thumb.tap(page.get_by_role("button", name="Undo hand 1"))
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    expect(page.get_by_role("button", name="Back")).to_have_count(0)
    page.wait_for_timeout(750)
    thumb.save(1)
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    page.unroute("**/*")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_sent(page)
    assert games(match) == [(1, "W", 210, 114), (2, "S", 100, 62)]


def test_what_is_typed_stays_a_hand_of_its_game_when_the_game_before_is_not_over_any_more(
    sit_down, match, scorekeeper
):
    _first, last = play(match, scorekeeper, 100, 110)
    thumb = sit_down(clock=True)
    page = thumb.page
    begin_here(thumb)
    thumb.say("Anne", "spades")
    thumb.count(100)
    undo_hand(match, hand_id=last.pk, by=scorekeeper)
    restore(thumb)
    with page.expect_response("**/score/"):
        let_pass(page, 11)
    let_pass(page, 1)
    thumb.save(1)
    let_pass(page, 1)
    expect(waiting(page)).to_contain_text("1 hand in question")
    kept = SentHand.objects.get()
    assert (kept.game, kept.number, kept.outcome) == (2, 1, SentHand.Outcome.KEPT)
    assert figures(match) == {1: ("recorded", 100, 62)}


def test_a_hand_typed_while_another_phone_saves_it_and_begins_the_next_game_is_the_same_hand(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 100)
    thumb = sit_down(clock=True)
    page = thumb.page
    thumb.say("Anne", "spades")
    thumb.count(110)
    play(match, scorekeeper, 110)
    begin(match, scorekeeper, number=2, dealer="S")
    with page.expect_response("**/score/"):
        let_pass(page, 11)
    let_pass(page, 1)
    thumb.save(2)
    expect(page.locator("#evening > h1")).to_have_text("Hand 1")
    let_pass(page, 4)
    expect(page.locator("#score-sheet-2")).to_be_visible()
    expect_sent(page)
    same = SentHand.objects.get()
    assert (same.game, same.number, same.outcome) == (1, 2, SentHand.Outcome.STORED)
    assert games(match) == [(1, "W", 210, 114), (2, "S", 0, 0)]


def test_a_game_taken_back_elsewhere_is_not_begun_here_any_more(sit_down, match, scorekeeper):
    play(match, scorekeeper, 100, 110)
    thumb = sit_down(clock=True)
    page = thumb.page
    begin_here(thumb)
    enter(thumb, 1, figures=COUNTS)
    restore(thumb)
    expect_sent(page)
    undo_hand(match, hand_id=Hand.objects.get(game__number=2).pk, by=scorekeeper)
    take_back_game(match, number=2, by=scorekeeper)
    with page.expect_response("**/score/"):
        let_pass(page, 11)
    expect(page.locator("[data-ending]")).to_be_visible()
    expect(page.get_by_role("link", name="Start game 2")).to_be_visible()


def test_the_bell_of_the_game_before_is_not_told_in_one_that_was_begun_here(
    sit_down, match, scorekeeper
):
    Competition.objects.update(match_play={"mode": "bell", "hands": None, "minutes": 25})
    play(match, scorekeeper, 100)
    ring_bell(match.games.get(), in_play=True, by=scorekeeper)
    thumb = sit_down()
    mistaken = thumb.page.get_by_role("link", name="The bell was a mistake")
    expect(mistaken).to_be_visible()
    cut(thumb)
    last_hand(thumb)
    first_dealer(thumb, "Joe")
    expect(thumb.page.locator("#evening > h1")).to_have_text("Hand 1")
    expect(mistaken).to_be_hidden()
    enter(thumb, 1, figures=COUNTS)
    restore(thumb)
    expect(waiting(thumb.page)).to_have_attribute("data-count", "0")
    assert games(match) == [(1, "W", 210, 114), (2, "S", 100, 62)]


def test_a_page_of_the_game_before_leaves_no_dealer_in_the_hand_of_the_same_number(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 100)
    thumb = sit_down()
    page = thumb.page
    page.route("**/sent/", lambda route: route.abort())
    last_hand(thumb)
    first_dealer(thumb, "Joe")
    enter(thumb, 1, figures=COUNTS)
    page.reload()
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    expect(page.locator("#scorebar")).to_contain_text("game 2")
    expect(page.locator("[name=dealer]:checked")).to_have_value("W")


def test_a_faulty_first_hand_is_not_sent_to_a_server_that_knows_of_no_such_game(
    sit_down, match, scorekeeper
):
    play(match, scorekeeper, 100, 110)
    thumb = sit_down()
    page = thumb.page
    cut(thumb)
    begin_second(thumb)
    restore(thumb)
    page.wait_for_timeout(750)
    thumb.say("Anne", "spades")
    thumb.count(163)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    thumb.save(1)
    expect(page.locator("#sum-line")).to_contain_text("162")
    thumb.count(100)
    thumb.save(1)
    expect(page.locator("#evening > h1")).to_have_text("Hand 2")
    expect_sent(page)
    assert not [url for url in asked if url.endswith("/hands/")]
    assert games(match) == [(1, "W", 210, 114), (2, "S", 100, 62)]
