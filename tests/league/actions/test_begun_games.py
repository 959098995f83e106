"""A game that was begun on a phone begins here with its first hand."""

from itertools import permutations
from uuid import uuid4

import pytest

from league.actions.substitutes import add_substitute
from league.models import Game, Hand, SentHand
from league.queries.matches import load_match, people_of
from tests.league.evenings import begin, figures, play
from tests.league.phones import Phone

pytestmark = pytest.mark.django_db

TWO_HANDS = {"mode": "hands", "hands": 2, "minutes": None}


@pytest.fixture
def match(make_competition, make_match, scorekeeper):
    """The first of at most three games of two hands, one hand written."""
    match = make_match(make_competition(entries=2, match_play=TWO_HANDS), best_of=3)
    begin(match, scorekeeper)
    play(match, scorekeeper, 100)
    return match


@pytest.fixture
def phone(match, client_of, scorekeeper):
    return Phone(client_of(scorekeeper), match)


def last_of_the_first(phone, match):
    there = Hand.objects.get(game__match=match, number=1)
    return phone.thing("record", uuid4(), 2, after=there.client_id)


def first_of_the_second(phone, after, **fields):
    told = {"game": 2, "begins": "S", "dealer": "S", "after": after, **fields}
    return phone.thing("record", uuid4(), 1, **told)


def second_of_the_second(phone, after):
    return phone.thing("record", uuid4(), 2, game=2, begins="S", dealer="W", after=after)


def standing(match):
    """Of each game: who deals first, who sits where, and its hands."""
    return [
        (game.game.first_dealer, dict(game.seats), [(h.number, h.dealer, h.a) for h in hands(game)])
        for game in load_match(match).games
    ]


def hands(game):
    for hand in game.hands:
        hand.a = hand.score_ns
    return game.hands


def test_its_first_hand_begins_the_game_in_the_seats_of_the_one_before(phone, match, scorekeeper):
    play(match, scorekeeper, 110)
    told = phone.send(first_of_the_second(phone, ""))
    assert told["answer"] == "stored"
    assert told["hand"]["game"] == 2
    first, second = standing(match)
    assert second == ("S", first[1], [(1, "S", 96)])


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_in_whatever_order_and_twice_the_games_come_to_the_same(phone, match, order):
    ended = last_of_the_first(phone, match)
    began = first_of_the_second(phone, ended["hand"])
    things = [ended, began, second_of_the_second(phone, began["hand"])]
    for place in order:
        phone.send(things[place])
    for thing in [*things, *things]:
        assert phone.send(thing)["answer"] in ("stored", "already")
    dealt = [(1, "S", 96), (2, "W", 96)]
    assert [(dealer, hands) for dealer, _seats, hands in standing(match)] == [
        ("W", [(1, "W", 100), (2, "N", 96)]),
        ("S", dealt),
    ]
    assert not SentHand.objects.exists()


def test_while_the_game_before_is_not_over_it_waits_or_is_kept(phone, match):
    assert phone.send(first_of_the_second(phone, uuid4()))["answer"] == "later"
    there = Hand.objects.get()
    told = phone.send(first_of_the_second(phone, there.client_id))
    assert told["answer"] == "conflict"
    assert "Finish the game in play first" in told["words"]
    assert Game.objects.count() == 1


def test_a_sheet_that_does_not_add_up_begins_nothing(phone, match, scorekeeper):
    play(match, scorekeeper, 110)
    assert phone.send(first_of_the_second(phone, "", count_ns=161))["answer"] == "conflict"
    assert Game.objects.count() == 1


def test_after_the_match_is_over_no_game_begins(phone, match, scorekeeper):
    play(match, scorekeeper, 110)
    begin(match, scorekeeper, number=2)
    play(match, scorekeeper, 110, 110)
    told = phone.send(first_of_the_second(phone, "", game=3))
    assert told["answer"] == "conflict"
    assert "This match is over" in told["words"]
    assert Game.objects.count() == 2


def test_a_game_begun_here_with_the_same_dealer_takes_the_hand(phone, match, scorekeeper):
    play(match, scorekeeper, 110)
    begin(match, scorekeeper, number=2, dealer="S")
    assert phone.send(first_of_the_second(phone, ""))["answer"] == "stored"
    assert figures(match) == {1: ("recorded", 96, 66)}


def test_a_game_begun_here_in_other_seats_does_not_take_the_hand(phone, match, scorekeeper):
    play(match, scorekeeper, 110)
    begin(match, scorekeeper, number=2, dealer="S", turned=True)
    first = first_of_the_second(phone, "")
    told = [phone.send(first)]
    assert not figures(match)
    # Nor those after it, whose turn it would be.
    play(match, scorekeeper, 100)
    told.append(phone.send(second_of_the_second(phone, first["hand"])))
    for one in told:
        assert one["answer"] == "conflict"
        assert "in other seats" in one["words"]
    assert figures(match) == {1: ("recorded", 100, 62)}


def test_who_sits_in_takes_the_seat_of_his_regular(
    phone, match, make_player, scorekeeper, organizer
):
    play(match, scorekeeper, 110)
    regular = people_of(match)["a"][0]
    guest = make_player("Rory MacNeil")
    add_substitute(match, out=regular.pk, player=guest, game=2, by=organizer)
    assert phone.send(first_of_the_second(phone, ""))["answer"] == "stored"
    first, second = standing(match)
    assert second[1] == {seat: guest if who == regular else who for seat, who in first[1].items()}


def test_where_both_of_a_side_are_others_the_hand_is_asked_about(
    phone, match, make_player, scorekeeper, organizer
):
    play(match, scorekeeper, 110)
    for regular, name in zip(people_of(match)["a"], ("Rory MacNeil", "Flora Gillis"), strict=True):
        add_substitute(match, out=regular.pk, player=make_player(name), game=2, by=organizer)
    told = phone.send(first_of_the_second(phone, ""))
    assert told["answer"] == "conflict"
    assert "Say first who sits where" in told["words"]
    assert Game.objects.count() == 1


@pytest.mark.parametrize("begins", ["", "X", "NN", "n", "1"])
def test_a_first_hand_that_names_no_seat_begins_nothing(phone, match, scorekeeper, begins):
    play(match, scorekeeper, 110)
    told = phone.send(first_of_the_second(phone, "", begins=begins))
    assert told["answer"] == "conflict"
    assert "Game 2 is not on the sheet" in told["words"]
    assert Game.objects.count() == 1


def test_a_first_hand_written_before_the_game_was_seated_anew_is_asked_about(
    make_competition, make_match, client_of, scorekeeper
):
    match = make_match(make_competition(entries=2))
    game = begin(match, scorekeeper)
    phone = Phone(client_of(scorekeeper), match)
    begin(match, scorekeeper, turned=True)
    told = phone.record(1, seated="NSW")
    assert told["answer"] == "conflict"
    assert "seated anew" in told["words"]
    assert not figures(match)
    assert phone.record(1, seated="EWW")["answer"] == "stored"
    assert game.hands.count() == 1
