"""Hand entry at the table, through the pages."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Hand
from tests.league.evenings import begin, figures, play, totals, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    return make_match()


@pytest.fixture
def table(match, scorekeeper, client_of):
    """A match whose first game has begun, and the scorekeeper's phone."""
    begin(match, scorekeeper)
    return client_of(scorekeeper)


def url(match, rest=""):
    return f"/matches/{match.pk}/{rest}"


def test_first_visit_asks_who_sits_where(match, scorekeeper, client_of):
    answer = client_of(scorekeeper).get(url(match, "score/"))
    assert answer.status_code == 302
    assert answer.url == url(match, "start/")


def test_entry_page_has_the_paper_order_and_the_dealer_turned(match, table):
    page = table.get(url(match, "score/")).content.decode()
    order = ["Who dealt?", "Whose say was it?", "Trump", "Runs", "Bella", "Count, with the last"]
    places = [page.index(words) for words in order]
    assert places == sorted(places)
    assert 'name="dealer" value="W" id="id_dealer_3" required checked' in page


def test_a_score_page_that_a_phone_has_is_not_sent_again_until_something_changes(
    match, table, scorekeeper, owner, client_of
):
    page = url(match, "score/")

    def asked(client, etag):
        answer = client.get(page, headers={"if-none-match": etag})
        return answer.status_code, answer["ETag"]

    first = table.get(page)["ETag"]
    assert asked(table, first) == (304, first)
    assert asked(client_of(owner), first)[0] == 200
    play(match, scorekeeper, 96)
    status, second = asked(table, first)
    assert status == 200
    assert asked(table, second)[0] == 304
    table.cookies["csrftoken"] = "a" * 32  # its forms would be refused
    assert asked(table, second)[0] == 200


def test_a_score_page_that_tells_something_for_once_is_not_kept(match, table):
    table.post(url(match, "hands/"), typed())
    told = table.get(url(match, "score/"))
    assert ("ETag" in told) != ("no-store" in told["Cache-Control"])
    part = table.get(url(match, "score/"), headers={"HX-Request": "true"})
    assert "no-store" in part["Cache-Control"]
    again = table.get(url(match, "score/?again=x"))
    assert "no-store" in again["Cache-Control"]


def test_saving_a_hand_adds_it_to_the_sheet_and_turns_the_dealer(match, table):
    answer = table.post(url(match, "hands/"), typed(), follow=True)
    assert answer.status_code == 200
    assert totals(match) == (96, 66)
    page = answer.content.decode()
    assert "Save hand 2" in page
    assert 'name="dealer" value="N" id="id_dealer_0" required checked' in page
    assert "162; half is 81; callers have 96: made" in page


def test_saving_by_htmx_answers_with_the_entry_part_alone(match, table):
    answer = table.post(url(match, "hands/"), typed(), headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="evening"' in page
    assert 'hx-swap-oob="true"' in page
    assert "hand 1 saved" in page


def test_second_tap_of_save_stores_one_hand(match, table):
    sent = typed()
    for _tap in range(3):
        answer = table.post(url(match, "hands/"), sent, follow=True)
        assert answer.status_code == 200
    assert figures(match) == {1: ("recorded", 96, 66)}
    assert "Save hand 2" in answer.content.decode()


def test_a_form_without_its_id_is_not_saved(match, table):
    answer = table.post(url(match, "hands/"), typed(client_id="nonsense"))
    assert answer.status_code == 422
    answer = table.post(url(match, "hands/"), typed(client_id=None))
    assert answer.status_code == 422
    assert "Load the page again" in answer.content.decode()
    assert not Hand.objects.exists()


def test_counts_that_do_not_add_up_come_back_with_the_figures_and_everything_typed(match, table):
    sent = typed(count_ns="100", count_ew="60", runs="E-20", bella="S", note="Rematch")
    answer = table.post(url(match, "hands/"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "The two counts make 160; together they must be 162." in page
    assert 'value="100"' in page
    assert 'value="60"' in page
    assert "checked" in page.split('value="E-20"')[1].split(">")[0]
    assert "Rematch" in page
    assert sent["client_id"] in page
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("1_62", "plain digits"),
        ("+162", "plain digits"),
        ("162.0", "plain digits"),
        ("٩٦", "plain digits"),
        ("-4", "plain digits"),
        ("9" * 40, "out of range"),
        ("170", "a hand holds 0 to 162"),
        ("161", "No cards make 161 of 162"),
    ],
)
def test_a_count_that_cannot_be_is_said_on_its_field(match, table, written, says):
    answer = table.post(url(match, "hands/"), typed(count_ns=written))
    page = answer.content.decode()
    assert answer.status_code == 422
    error = page.split('id="error-count_ns"')[1].split("</p>")[0]
    assert says in error
    assert not Hand.objects.exists()


def test_no_count_at_all_is_asked_for(match, table):
    answer = table.post(url(match, "hands/"), typed(count_ns=""))
    assert answer.status_code == 422
    assert "Write the count of one side." in answer.content.decode()


def test_an_unlikely_sheet_wants_a_tick_and_is_saved_with_it(match, table):
    sent = typed(count_ns="162")
    answer = table.post(url(match, "hands/"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "took every point" in page
    assert not Hand.objects.exists()
    answer = table.post(url(match, "hands/"), sent | {"confirm": "every_card_point:count_ns"})
    assert answer.status_code == 302
    assert totals(match) == (162, 0)


def test_the_live_sum_says_what_comes_and_writes_nothing(match, table):
    answer = table.post(url(match, "hands/check/"), typed(runs="E-20", bella="S", count_ns="76"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert "20 (run, " in page
    assert "= 202; half is 101; callers have 96: bait" in page
    assert "Bait · 0 – 202" in page
    assert not Hand.objects.exists()


def test_the_live_sum_asks_for_what_is_missing_without_scolding(match, table):
    page = table.post(url(match, "hands/check/"), typed(caller=None, count_ns="")).content.decode()
    assert "Whose say was it?" in page
    page = table.post(url(match, "hands/check/"), typed(count_ns="", runs="E-20")).content.decode()
    assert "= 182; half is 91" in page
    assert "What is the count?" in page
    assert "sum-line--problem" not in page


def test_the_live_sum_says_when_the_hand_ends_the_game(match, table, scorekeeper):
    play(match, scorekeeper, 160, 160, 160)
    page = table.post(url(match, "hands/check/"), typed(4, dealer="S")).content.decode()
    assert "Game over" in page
    assert "576 – 72" in page


def test_show_the_sum_without_script_keeps_the_form_and_writes_nothing(match, table):
    answer = table.post(url(match, "hands/"), typed(preview="1", count_ns="70"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Bait · 0 – 162" in page
    assert 'value="70"' in page
    assert not Hand.objects.exists()


def test_a_hand_number_saved_by_another_phone_shows_both_and_ways_on(match, table, scorekeeper):
    play(match, scorekeeper, 80)
    answer = table.post(url(match, "hands/"), typed(runs="E-50", note="mine"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Hand 1 was saved from another phone" in page
    assert "What you wrote" in page
    assert "What is stored as hand 1" in page
    assert "Keep mine as hand 2" in page
    assert "Correct hand 1 to mine" in page
    assert "Drop mine" in page
    assert 'name="runs" value="E-50"' in page
    assert 'name="note" value="mine"' in page
    assert figures(match) == {1: ("recorded", 0, 162)}


def hidden(form: str) -> dict[str, str]:
    """The hidden fields of a form in a page."""
    found = {}
    for piece in form.split('<input type="hidden" name="')[1:]:
        name, rest = piece.split('"', 1)
        found[name] = rest.split('value="', 1)[1].split('"', 1)[0]
    return found


def test_keeping_mine_as_the_next_hand_turns_the_dealer(match, table, scorekeeper):
    play(match, scorekeeper, 80)
    page = table.post(url(match, "hands/"), typed()).content.decode()
    form = page.split(f'action="{url(match, "hands/")}"')[1].split("</form>")[0]
    answer = table.post(url(match, "hands/"), hidden(form))
    assert answer.status_code == 302
    assert figures(match) == {1: ("recorded", 0, 162), 2: ("recorded", 96, 66)}
    assert Hand.objects.get(number=2).dealer == "N"


def test_correcting_the_stored_hand_to_mine(match, table, scorekeeper):
    (hand,) = play(match, scorekeeper, 80)
    page = table.post(url(match, "hands/"), typed()).content.decode()
    form = page.split(f'action="/hands/{hand.pk}/correct/"')[1].split("</form>")[0]
    answer = table.post(f"/hands/{hand.pk}/correct/", hidden(form))
    assert answer.status_code == 302
    assert figures(match) == {1: ("recorded", 96, 66)}


def test_undo_puts_the_hand_back_into_the_form(match, table, scorekeeper):
    _first, last = play(match, scorekeeper, 96, 88)
    answer = table.post(url(match, "undo/"), {"hand": last.pk}, follow=True)
    page = answer.content.decode()
    assert list(figures(match)) == [1]
    assert "Hand 2 is off the sheet" in page
    assert 'value="88"' in page
    assert "Save hand 2" in page
    assert "Made · 88 – 74" in page


def test_an_undone_hand_is_saved_again_as_a_new_one(match, table, scorekeeper):
    (hand,) = play(match, scorekeeper, 88)
    page = table.post(url(match, "undo/"), {"hand": hand.pk}, follow=True).content.decode()
    new_id = page.split('name="client_id" value="')[1].split('"')[0]
    assert new_id != str(hand.client_id)
    table.post(url(match, "hands/"), typed(client_id=new_id, count_ns="88"))
    assert figures(match) == {1: ("recorded", 88, 74)}


def test_undo_from_an_old_page_takes_nothing_off(match, table, scorekeeper):
    first, _second = play(match, scorekeeper, 96, 88)
    answer = table.post(url(match, "undo/"), {"hand": first.pk})
    assert answer.status_code == 409
    assert "not the last" in answer.content.decode()
    assert list(figures(match)) == [1, 2]


@pytest.mark.parametrize("wanted", ["", "x", "-1", "9" * 30])
def test_undo_of_nonsense_is_said_and_takes_nothing_off(match, table, scorekeeper, wanted):
    play(match, scorekeeper, 96)
    assert table.post(url(match, "undo/"), {"hand": wanted}).status_code == 422
    assert list(figures(match)) == [1]


def test_the_hand_that_ends_the_game_says_who_won_and_what_is_next(match, table, scorekeeper):
    play(match, scorekeeper, 160, 160, 160)
    answer = table.post(url(match, "hands/"), typed(4, dealer="S"), follow=True)
    page = answer.content.decode()
    assert "Game over" in page
    assert "They reached 500" in page
    assert "Who signs the sheet?" in page
    assert "Undo hand 4" in page


def test_a_best_of_three_goes_on_with_a_button(make_match, scorekeeper, client_of):
    match = make_match(best_of=3)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    page = client_of(scorekeeper).get(url(match, "score/")).content.decode()
    assert "Start game 2" in page
    assert "1 – 0 in games" in page
    assert "Who signs" not in page


def test_misplay_and_thrown_in_are_scored_from_the_form(match, table):
    sent = typed(
        outcome="misplay", count_ns="", claim_by="EW", claim_upheld="yes", claim_card="10h",
        claim_seat="N", claim_trick="4", runs="E-20",
    )  # fmt: skip
    assert table.post(url(match, "hands/"), sent).status_code == 302
    hand = Hand.objects.get()
    assert (hand.score_ns, hand.score_ew, hand.claim["card"]) == (0, 182, "TH")
    sent = typed(2, dealer="N", outcome="thrown_in", count_ns="", thrown_by="EW")
    assert table.post(url(match, "hands/"), sent).status_code == 302
    assert totals(match) == (162, 182)


def test_a_stopped_hand_with_a_count_is_refused_on_the_count(match, table):
    sent = typed(outcome="misplay", claim_by="EW", claim_upheld="yes")
    answer = table.post(url(match, "hands/"), sent)
    assert answer.status_code == 422
    assert "there is no count: take 96 off" in answer.content.decode()


def test_a_misplay_without_who_and_whether_is_asked_for(match, table):
    answer = table.post(url(match, "hands/"), typed(outcome="misplay", count_ns=""))
    assert answer.status_code == 422
    assert "Say which side claimed the misplay" in answer.content.decode()


def test_passing_out_needs_a_rule_and_forgets_a_tapped_trump(
    make_competition, make_match, scorekeeper, client_of
):
    match = make_match(make_competition(entries=2, options={"all_pass": "next_deal"}))
    begin(match, scorekeeper)
    sent = typed(outcome="passed_out", count_ns="")
    assert client_of(scorekeeper).post(url(match, "hands/"), sent).status_code == 302
    hand = Hand.objects.get()
    assert (hand.outcome, hand.trump, hand.caller) == ("passed_out", None, None)


def test_bid_sets_and_no_trump_stand_only_where_the_rules_have_them(
    match, table, make_competition, make_match, scorekeeper, client_of
):
    plain = table.get(url(match, "score/")).content.decode()
    for field in ('name="bid"', 'name="set_J"', 'value="NT"'):
        assert field not in plain
    declared = make_match(make_competition(entries=2, preset="declared", name="Declared"))
    begin(declared, scorekeeper)
    phone = client_of(scorekeeper)
    page = phone.get(url(declared, "score/")).content.decode()
    for field in ('name="bid"', 'name="set_J"', 'value="NT"', 'name="runs_N"'):
        assert field in page
    sent = typed(trump="NT", bid="150", set_A="N", count_ns="90", runs_S="50", runs_N="20")
    assert phone.post(url(declared, "hands/"), sent).status_code == 302
    assert Hand.objects.get().runs.count() == 2


def test_cards_of_a_run_are_read_and_checked(match, table):
    answer = table.post(url(match, "hands/"), typed(runs="E-20", cards_E="9h 10♥ JX"))
    assert answer.status_code == 422
    assert "“JX” is no card" in answer.content.decode()
    answer = table.post(url(match, "hands/"), typed(runs="E-20", cards_E="9h th QH"))
    assert answer.status_code == 422
    assert "9H 10H QH is no run" in answer.content.decode()
    answer = table.post(url(match, "hands/"), typed(runs="E-20", cards_E="9h 10♥ JH"))
    assert answer.status_code == 302
    assert Hand.objects.get().runs.get().cards == [["9H", "TH", "JH"]]


def test_cards_alone_say_what_the_run_is_worth(match, table):
    table.post(url(match, "hands/"), typed(cards_N="7C 8C 9C 10C"))
    run = Hand.objects.get().runs.get()
    assert (run.seat, run.twenties, run.fifties) == ("N", 0, 1)


def test_a_run_beaten_by_a_better_one_is_kept_without_counting(match, table):
    table.post(url(match, "hands/"), typed(runs="E-50", beaten_N="20"))
    hand = Hand.objects.get()
    assert hand.total == 212
    assert {(run.seat, run.counted) for run in hand.runs.all()} == {("E", True), ("N", False)}


LADDER = {
    "guest": 302,
    "stranger": 404,
    "member": 403,
    "scorekeeper": 302,
    "organizer": 302,
    "owner": 302,
    "site_admin": 302,
}


@pytest.mark.parametrize(("who", "status"), LADDER.items())
def test_who_may_save_a_hand(match, table, personas, client_of, who, status):
    answer = client_of(personas[who]).post(url(match, "hands/"), typed())
    assert answer.status_code == status
    assert Hand.objects.exists() == (who in ("scorekeeper", "organizer", "owner", "site_admin"))


@pytest.mark.parametrize("rest", ["score/", "start/", "hands/check/", "undo/", "accept/"])
def test_strangers_find_no_page_and_guests_sign_in(match, table, stranger, client_of, rest):
    send = "get" if rest in ("score/", "start/") else "post"
    assert getattr(client_of(stranger), send)(url(match, rest)).status_code == 404
    guest = getattr(client_of(None), send)(url(match, rest))
    assert guest.status_code in (302, 204)
    assert not Hand.objects.exists()


def test_entry_page_costs_the_same_with_one_hand_and_with_twelve(
    make_competition, make_match, scorekeeper, client_of
):
    match = make_match(make_competition(entries=2, preset="long"))
    begin(match, scorekeeper)
    phone = client_of(scorekeeper)
    counts = []
    for more in (1, 11):
        play(match, scorekeeper, *[81] * more)
        with CaptureQueriesContext(connection) as seen:
            page = phone.get(url(match, "score/")).content.decode()
        counts.append(len(seen))
    assert "Save hand 13" in page
    assert counts[0] == counts[1]
    assert counts[0] <= 18  # two of them spare the page to a phone that has it


def test_a_sign_in_that_ran_out_keeps_the_hand_and_never_swaps_a_login_page_in(
    match, table, scorekeeper, client_of
):
    guest = client_of(None)
    htmx = {"HX-Request": "true"}
    sent = typed(count_ns="88")
    assert guest.post(url(match, "hands/check/"), sent, headers=htmx).status_code == 204
    answer = guest.post(url(match, "hands/"), sent, headers=htmx)
    assert "HX-Redirect" in answer.headers
    assert b"password" not in answer.content
    guest.force_login(scorekeeper, backend="league.accounts.AuthenticationBackend")
    page = guest.get("/carry-on/").content.decode()
    assert 'value="88"' in page
    assert not Hand.objects.exists()
