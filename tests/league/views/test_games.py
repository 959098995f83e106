"""Who sits where, the cut, the bell: through the pages."""

import pytest

from league.models import Game
from league.queries.matches import load_match, people_of
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    return make_match(best_of=3)


@pytest.fixture
def phone(scorekeeper, client_of):
    return client_of(scorekeeper)


def seats(match, order="NSEW", **fields):
    people = people_of(match)
    players = people["a"] + people["b"]
    sent = {f"seat_{seat}": p.pk for seat, p in zip(order, players, strict=True)}
    return sent | {"number": 1, "dealer": players[0].pk} | fields


def url(match):
    return f"/matches/{match.pk}/start/"


def chosen(page, seat):
    select = page.split(f'name="seat_{seat}"')[1].split("</select>")[0]
    return int(select.split(" selected")[0].rsplit('value="', 1)[1].split('"')[0])


def test_partners_are_laid_opposite_before_anybody_taps(match, phone):
    page = phone.get(url(match)).content.decode()
    people = people_of(match)
    assert [chosen(page, seat) for seat in "NSEW"] == [p.pk for p in people["a"] + people["b"]]


def test_one_tap_starts_the_game_and_the_winner_of_the_cut_deals(match, phone):
    dealer = people_of(match)["b"][0]
    answer = phone.post(url(match), seats(match, dealer=dealer.pk), follow=True)
    assert answer.redirect_chain[-1][0] == f"/matches/{match.pk}/score/"
    assert Game.objects.get().first_dealer == "E"


def test_without_the_cut_nothing_starts_and_it_is_said(match, phone):
    answer = phone.post(url(match), seats(match, dealer=""))
    assert answer.status_code == 422
    assert "Say who won the cut" in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(("what", "order"), [("NS", "SNEW"), ("EW", "NSWE"), ("sides", "EWNS")])
def test_a_tap_swaps_seats_without_script_and_keeps_the_cut(match, phone, what, order):
    sent = seats(match, swap=what)
    page = phone.post(url(match), sent).content.decode()
    players = [sent[f"seat_{seat}"] for seat in "NSEW"]
    assert [chosen(page, seat) for seat in order] == players
    assert f'value="{sent["dealer"]}" required' in page.replace(' id="id_dealer_0"', "")
    assert not Game.objects.exists()


def test_partners_side_by_side_are_refused_with_words(match, phone):
    answer = phone.post(url(match), seats(match, "NESW"))
    assert answer.status_code == 422
    assert "Partners sit opposite each other." in answer.content.decode()


def test_one_person_in_two_seats_is_said_on_the_seat(match, phone):
    sent = seats(match)
    answer = phone.post(url(match), sent | {"seat_S": sent["seat_N"]})
    assert answer.status_code == 422
    assert "This player has two seats." in answer.content.decode()


def test_game_two_takes_the_seats_of_game_one(match, phone, scorekeeper):
    phone.post(url(match), seats(match, "EWNS"))
    play(match, scorekeeper, 160, 160, 160, 160)
    page = phone.get(url(match)).content.decode()
    sent = seats(match, "EWNS")
    assert [chosen(page, seat) for seat in "NSEW"] == [sent[f"seat_{s}"] for s in "NSEW"]
    assert "Game 2: who sits where?" in page


def test_started_on_two_phones_it_is_started_once(match, phone):
    phone.post(url(match), seats(match))
    answer = phone.post(url(match), seats(match))
    assert answer.status_code == 302
    assert Game.objects.count() == 1


def test_seats_cannot_change_after_a_hand(match, phone, scorekeeper):
    begin(match, scorekeeper)
    play(match, scorekeeper, 96)
    assert phone.get(url(match)).status_code == 302
    answer = phone.post(url(match), seats(match, "SNEW"))
    assert answer.status_code == 409
    assert "Game 1 has begun" in answer.content.decode()


def test_a_start_is_taken_back(match, phone, scorekeeper):
    begin(match, scorekeeper)
    phone.post(url(match), seats(match, take_back="1"))
    assert load_match(match).state == "waiting"


def test_no_start_when_the_match_is_over(match, phone, scorekeeper):
    for number in (1, 2):
        begin(match, scorekeeper, number=number)
        play(match, scorekeeper, 160, 160, 160, 160)
    answer = phone.get(url(match))
    assert answer.status_code == 302
    answer = phone.post(url(match), seats(match, number=3))
    assert answer.status_code == 422
    assert "over" in answer.content.decode()
    assert Game.objects.count() == 2


def test_names_of_any_kind_are_shown_whole_and_safe(
    make_competition, make_match, make_entry, make_partnership, make_player, phone
):
    names = ["محمد عبد الرحمن", "<b>O’Brien</b>", "M" * 100, "Ó"]
    players = [make_player(name) for name in names]
    competition = make_competition(entries=0)
    entries = [
        make_entry(competition, make_partnership(*pair)) for pair in (players[:2], players[2:])
    ]
    match = make_match(competition, entry_a=entries[0], entry_b=entries[1])
    page = phone.get(url(match)).content.decode()
    assert "<b>O" not in page
    assert "&lt;b&gt;O’Brien&lt;/b&gt;" in page
    phone.post(url(match), seats(match))
    page = phone.get(f"/matches/{match.pk}/score/").content.decode()
    assert "\u2068محمد\u2069" in page
    assert "<b>O" not in page


def test_the_bell_page_finishes_the_hand_in_play(make_competition, make_match, scorekeeper, phone):
    bell = {"mode": "bell", "hands": None, "minutes": 20}
    match = make_match(make_competition(entries=2, match_play=bell))
    game = begin(match, scorekeeper)
    play(match, scorekeeper, 96)
    assert "The bell has gone" in phone.get(f"/matches/{match.pk}/score/").content.decode()
    answer = phone.post(f"/games/{game.pk}/bell/", {"bell": "in_play"}, follow=True)
    assert "Save hand 2" in answer.content.decode()
    play(match, scorekeeper, 90)
    page = phone.get(f"/matches/{match.pk}/score/").content.decode()
    assert "The bell has gone and they lead." in page
    phone.post(f"/games/{game.pk}/bell/", {"bell": "mistake"})
    assert not load_match(match).over


def test_a_bell_that_is_not_played_to_is_said(match, phone, scorekeeper):
    game = begin(match, scorekeeper)
    answer = phone.post(f"/games/{game.pk}/bell/", {"bell": "in_play"})
    assert answer.status_code == 422
    assert "does not play to a bell" in answer.content.decode()


@pytest.mark.parametrize(("who", "status"), [("guest", 302), ("stranger", 404), ("member", 403)])
def test_who_may_not_start_a_game(match, personas, client_of, who, status):
    answer = client_of(personas[who]).post(url(match), seats(match))
    assert answer.status_code == status
    assert not Game.objects.exists()


def test_equal_totals_at_the_target_play_another_hand(
    make_competition, make_match, scorekeeper, phone
):
    match = make_match(make_competition(entries=2, options={"target": 162}))
    begin(match, scorekeeper)
    play(match, scorekeeper, 100)
    play(match, scorekeeper, 62, caller="E")
    page = phone.get(f"/matches/{match.pk}/score/").content.decode()
    assert "Both have 162: play another hand." in page
    assert "Save hand 3" in page


def test_after_the_bell_the_last_hand_is_named(make_competition, make_match, scorekeeper, phone):
    bell = {"mode": "bell", "hands": None, "minutes": 20}
    match = make_match(make_competition(entries=2, match_play=bell))
    game = begin(match, scorekeeper)
    answer = phone.post(f"/games/{game.pk}/bell/", {"bell": "in_play"}, follow=True)
    assert "The bell has gone: hand 1 is the last one." in answer.content.decode()


def test_a_closed_round_tells_a_scorekeeper_whom_to_ask(match, phone, scorekeeper):
    begin(match, scorekeeper)
    match.round.state = "closed"
    match.round.save(update_fields=["state"])
    page = phone.get(f"/matches/{match.pk}/score/").content.decode()
    assert "This round is closed. Ask an organizer." in page
    assert "Save hand" not in page
