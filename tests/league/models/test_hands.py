"""What raw SQL cannot store about games, seats and hands."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from league.models import Hand
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def hands(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return play(match, scorekeeper, 96, 60)


def stored(statement: str, *values: object) -> bool:
    """Whether the database takes the statement."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)
            connection.check_constraints()
    except IntegrityError:
        return False
    return True


def copied(hand: Hand, **changes: object) -> bool:
    """Whether the database takes a copy of a hand's row with a few columns changed."""
    fields = [field for field in Hand._meta.concrete_fields if not field.primary_key]
    changes.setdefault("client_id", uuid4())
    values = [
        field.get_db_prep_save(changes.get(field.attname, getattr(hand, field.attname)), connection)
        for field in fields
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return stored(f"INSERT INTO league_hand ({columns}) VALUES ({places})", *values)


def test_two_hands_with_one_number_are_refused(hands):
    assert not copied(hands[0])
    assert copied(hands[0], number=3)


def test_number_of_an_undone_hand_is_free_again(hands):
    Hand.objects.filter(pk=hands[1].pk).update(status="undone")
    assert copied(hands[1])


def test_number_of_a_void_hand_is_not_free(hands):
    Hand.objects.filter(pk=hands[1].pk).update(status="void")
    assert not copied(hands[1])


def test_one_client_id_makes_one_hand_even_when_undone(hands):
    Hand.objects.filter(pk=hands[1].pk).update(status="undone")
    assert not copied(hands[1], client_id=hands[1].client_id)


def test_hand_of_no_game_is_refused(hands):
    assert not copied(hands[0], number=3, game_id=10**6)


@pytest.mark.parametrize(
    "changes",
    [
        {"number": 0},
        {"status": "lost"},
        {"outcome": "slept"},
        {"trump": "X"},
        {"dealer": "Q"},
        {"caller": "Q"},
        {"bella_seat": "Q"},
        {"last_trick": "N"},
        {"thrown_by": "N"},
        {"count_ns": 163},
        {"count_ew": 163},
        {"verdict": "won"},
        {"outcome": "passed_out", "verdict": "passed_out"},
    ],
)
def test_value_that_no_sheet_has_is_refused(hands, changes):
    assert copied(hands[0], number=3)
    assert not copied(hands[0], **{"number": 4, **changes})


def test_two_people_in_one_seat_or_one_in_two_are_refused(hands):
    north, east = hands[0].game.seating.order_by("id")[:2]
    seat = "UPDATE league_seating SET seat = %s WHERE id = %s"
    person = "UPDATE league_seating SET player_id = %s WHERE id = %s"
    assert not stored(seat, north.seat, east.pk)
    assert not stored(person, north.player_id, east.pk)
    assert not stored(seat, "Q", east.pk)


def test_second_game_of_one_number_is_refused(hands):
    game = hands[0].game
    statement = (
        "INSERT INTO league_game (match_id, number, ns_side, total_a, total_b, started_at) "
        "VALUES (%s, %s, 'a', %s, %s, %s)"
    )
    assert not stored(statement, game.match_id, 1, None, None, game.started_at)
    assert not stored(statement, game.match_id, 2, 512, None, game.started_at)
    assert stored(statement, game.match_id, 2, 512, 340, game.started_at)


def test_runs_that_nine_cards_cannot_hold_are_refused(hands):
    statement = (
        "INSERT INTO league_handrun (hand_id, seat, twenties, fifties, hundreds, shown, counted, "
        "cards) VALUES (%s, %s, %s, %s, 0, %s, %s, '[]')"
    )
    assert not stored(statement, hands[0].pk, "N", 4, 0, True, True)
    assert not stored(statement, hands[0].pk, "Q", 1, 0, True, True)
    assert stored(statement, hands[0].pk, "N", 1, 0, True, True)
    assert not stored(statement, hands[0].pk, "N", 0, 1, True, True)
