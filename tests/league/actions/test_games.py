"""Starting games, seats, the bell."""

import pytest

from league.actions.errors import ActionError, StaleEdit
from league.actions.games import ring_bell, silence_bell, start_game, take_back_game
from league.models import AuditEntry, Game, Round
from league.queries.matches import load_match, people_of
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    return make_match(best_of=3)


def seats_of(match, order="NSEW"):
    people = people_of(match)
    return dict(zip(order, [p.pk for p in people["a"] + people["b"]], strict=True))


def win(match, by, *, side="a"):
    play(match, by, *([160] * 4 if side == "a" else [2] * 4))


def test_start_game_seats_four_people_and_remembers_the_cut(match, scorekeeper):
    game = begin(match, scorekeeper, dealer="E")
    assert (game.ns_side, game.first_dealer) == ("a", "E")
    assert {s.seat: s.player_id for s in game.seating.all()} == seats_of(match)
    assert AuditEntry.objects.get().verb == "start_game"


def test_side_b_may_sit_north_and_south(match, scorekeeper):
    start_game(match, number=1, seats=seats_of(match, "EWNS"), first_dealer="N", by=scorekeeper)
    play(match, scorekeeper, 100, caller="N")
    view = load_match(match)
    assert (view.games[0].a, view.games[0].b) == (62, 100)


def test_partners_who_do_not_sit_opposite_are_refused(match, scorekeeper):
    with pytest.raises(ActionError, match="opposite"):
        start_game(match, number=1, seats=seats_of(match, "NESW"), first_dealer="N", by=scorekeeper)
    assert not Game.objects.exists()


def test_a_person_who_does_not_play_this_match_is_refused(match, make_player, scorekeeper):
    seats = seats_of(match) | {"N": make_player().pk}
    with pytest.raises(ActionError, match="does not play"):
        start_game(match, number=1, seats=seats, first_dealer="N", by=scorekeeper)


def test_one_person_in_two_seats_is_refused(match, scorekeeper):
    seats = seats_of(match)
    with pytest.raises(ActionError, match="one seat"):
        start_game(
            match, number=1, seats=seats | {"S": seats["N"]}, first_dealer="N", by=scorekeeper
        )


def test_started_twice_with_the_same_seats_is_started_once(match, scorekeeper):
    assert begin(match, scorekeeper).pk == begin(match, scorekeeper).pk
    assert Game.objects.count() == 1
    assert AuditEntry.objects.count() == 1


def test_seats_may_change_until_the_first_hand(match, scorekeeper):
    begin(match, scorekeeper, dealer="W")
    begin(match, scorekeeper, dealer="N")
    assert Game.objects.get().first_dealer == "N"
    assert AuditEntry.objects.filter(verb="seat_game").count() == 1
    play(match, scorekeeper, 96)
    with pytest.raises(StaleEdit, match="has begun"):
        begin(match, scorekeeper, dealer="E")
    assert Game.objects.get().first_dealer == "N"


def test_the_next_game_waits_for_the_end_of_this_one(match, scorekeeper):
    begin(match, scorekeeper)
    with pytest.raises(ActionError, match="in play"):
        begin(match, scorekeeper, number=2)


def test_a_game_number_that_is_not_next_is_refused(match, scorekeeper):
    with pytest.raises(StaleEdit, match="Game 1 is next"):
        begin(match, scorekeeper, number=3)


def test_two_nil_closes_a_best_of_three(match, scorekeeper):
    for number in (1, 2):
        begin(match, scorekeeper, number=number)
        win(match, scorekeeper)
    view = load_match(match)
    assert (view.state, view.winner, view.next_game) == ("over", "a", None)
    with pytest.raises(ActionError, match="over"):
        begin(match, scorekeeper, number=3)


def test_one_all_goes_to_a_third_game(match, scorekeeper):
    begin(match, scorekeeper)
    win(match, scorekeeper)
    begin(match, scorekeeper, number=2)
    win(match, scorekeeper, side="b")
    assert load_match(match).next_game == 3
    begin(match, scorekeeper, number=3)
    win(match, scorekeeper, side="b")
    assert load_match(match).winner == "b"


def test_one_nil_is_not_won(match, scorekeeper):
    begin(match, scorekeeper)
    win(match, scorekeeper)
    view = load_match(match)
    assert (view.over, view.winner, view.next_game) == (False, None, 2)


@pytest.mark.parametrize("what", ["draft", "forfeit"])
def test_no_game_starts_in_a_draft_round_or_a_forfeited_match(match, organizer, what):
    if what == "draft":
        Round.objects.update(state=Round.State.DRAFT)
    else:
        match.forfeit = "b"
        match.save(update_fields=["forfeit"])
    with pytest.raises(ActionError):
        begin(match, organizer)
    assert not Game.objects.exists()


def test_the_start_of_a_game_without_a_hand_can_be_taken_back(match, scorekeeper):
    begin(match, scorekeeper)
    assert take_back_game(match, number=1, by=scorekeeper)
    assert not take_back_game(match, number=1, by=scorekeeper)
    assert load_match(match).state == "waiting"


def test_a_game_with_hands_is_not_taken_back(match, scorekeeper):
    begin(match, scorekeeper)
    play(match, scorekeeper, 96)
    with pytest.raises(ActionError, match="undo them first"):
        take_back_game(match, number=1, by=scorekeeper)


@pytest.fixture
def bell_game(make_competition, make_match, scorekeeper):
    bell = {"mode": "bell", "hands": None, "minutes": 25}
    match = make_match(make_competition(entries=2, match_play=bell))
    return begin(match, scorekeeper)


def test_the_hand_in_play_is_finished_after_the_bell_and_the_leader_wins(bell_game, scorekeeper):
    match = bell_game.match
    play(match, scorekeeper, 96)
    ring_bell(bell_game, in_play=True, by=scorekeeper)
    assert not load_match(match).over
    play(match, scorekeeper, 90)
    view = load_match(match)
    assert (view.over, view.winner, view.games[0].score.reason) == (True, "a", "bell")


def test_a_bell_between_hands_ends_the_game_at_once(bell_game, scorekeeper):
    play(bell_game.match, scorekeeper, 60)
    ring_bell(bell_game, in_play=False, by=scorekeeper)
    assert load_match(bell_game.match).winner == "b"


def test_a_bell_rung_twice_rings_once_and_can_be_taken_back(bell_game, scorekeeper):
    play(bell_game.match, scorekeeper, 60)
    ring_bell(bell_game, in_play=True, by=scorekeeper)
    ring_bell(bell_game, in_play=False, by=scorekeeper)
    assert Game.objects.get().bell_after == 2
    silence_bell(bell_game, by=scorekeeper)
    assert Game.objects.get().bell_after is None
    assert AuditEntry.objects.filter(verb__endswith="bell").count() == 2


def test_no_bell_where_the_competition_has_none(match, scorekeeper):
    game = begin(match, scorekeeper)
    with pytest.raises(ActionError, match="bell"):
        ring_bell(game, in_play=True, by=scorekeeper)


def test_a_bell_before_any_hand_needs_one_in_play(bell_game, scorekeeper):
    with pytest.raises(ActionError, match="No hand"):
        ring_bell(bell_game, in_play=False, by=scorekeeper)
