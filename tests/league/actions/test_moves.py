"""A sheet in the wrong place is put right in one step, and back again in one."""

from collections.abc import Callable
from typing import Any

import pytest

from league.actions.acceptance import accept_match
from league.actions.departures import leave
from league.actions.errors import ActionError, StaleEdit
from league.actions.moves import (
    move_sheet,
    reseat_game,
    stamp_of_seats,
    stamp_of_two,
    turn_sheet,
)
from league.actions.results import Totals, record_totals
from league.actions.substitutes import add_substitute
from league.models import AuditEntry, Competition, Match, Player, Seating, User
from league.queries.matches import load_match, stamp_of
from league.queries.players import history_of_player
from tests.league.actions.test_draw_races import TIMES, at_once, refusals
from tests.league.evenings import begin, play

Tables = tuple[Match, Match]


@pytest.fixture
def tables(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    organizer: User,
) -> Tables:
    """Two tables; a sheet of four hands at the first."""
    league = make_competition(entries=4)
    one, other = make_match(league), make_match(league)
    begin(one, organizer)
    play(one, organizer, 100, 96, 120, 90)
    return one, other


def facts(*matches: Match) -> list[Any]:
    """What stands on the sheets: games with totals, seats by player, hands."""
    return [
        [
            (
                game.number,
                game.a,
                game.b,
                game.game.ns_side,
                {seat: player.pk for seat, player in game.seats.items()},
                [(hand.pk, hand.caller, hand.score_ns) for hand in game.hands],
            )
            for game in load_match(match).games
        ]
        for match in matches
    ]


def move(source: Match, target: Match, by: User, **how: Any) -> None:
    stamp = stamp_of_two(load_match(source), load_match(target))
    how = {"turned": False, "exchange": False, "stamp": stamp, "reason": "wrong table", **how}
    move_sheet(source, target, by=by, **how)


def test_a_sheet_moves_to_the_right_table_and_back_as_it_was(
    tables: Tables, organizer: User
) -> None:
    one, other = tables
    before = facts(one, other)
    move(one, other, organizer)
    assert facts(one) == [[]]
    (game,) = load_match(other).games
    assert (game.a, game.b) == before[0][0][1:3]
    people = {p.pk for p in (other.entry_a.partnership.first, other.entry_a.partnership.second)}
    assert {game.seats["N"].pk, game.seats["S"].pk} == people
    assert AuditEntry.objects.filter(verb="move_sheet").count() == 2
    move(other, one, organizer, reason="no, it was right")
    assert facts(one, other) == before


def test_a_sheet_turned_on_the_way_gives_its_figures_to_the_other_side(
    tables: Tables, organizer: User
) -> None:
    one, other = tables
    a, b = load_match(one).games[0].a, load_match(one).games[0].b
    move(one, other, organizer, turned=True)
    (game,) = load_match(other).games
    assert (game.a, game.b) == (b, a)
    assert game.seats["N"].pk in other.lineup.filter(side="b").values_list("player", flat=True)


def test_two_sheets_change_places_only_when_told_so(tables: Tables, organizer: User) -> None:
    one, other = tables
    record_totals(other, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    before = facts(one, other)
    with pytest.raises(ActionError, match="has a sheet already"):
        move(one, other, organizer)
    assert facts(one, other) == before
    move(one, other, organizer, exchange=True)
    (game,) = load_match(one).games
    assert (game.a, game.b, game.totals_only) == (512, 340, True)
    assert len(load_match(other).games[0].hands) == 4


def test_nobody_has_signed_what_has_moved(
    tables: Tables, organizer: User, make_match: Callable[..., Match]
) -> None:
    one, other = tables
    record_totals(other, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    signer = other.entry_a.partnership.first_id
    accept_match(other, player_id=signer, stamp=stamp_of(load_match(other)), by=organizer)
    move(one, other, organizer, exchange=True)
    other.refresh_from_db()
    one.refresh_from_db()
    assert (one.accepted_at, other.accepted_at) == (None, None)


def test_a_sheet_that_changed_meanwhile_stays(tables: Tables, organizer: User) -> None:
    one, other = tables
    stamp = stamp_of_two(load_match(one), load_match(other))
    play(one, organizer, 81)
    with pytest.raises(StaleEdit):
        move(one, other, organizer, stamp=stamp)
    assert len(load_match(one).games[0].hands) == 5


def test_sides_written_backwards_are_turned_and_turned_back(
    tables: Tables, organizer: User
) -> None:
    one, _other = tables
    before = facts(one)
    stamp = stamp_of_seats(load_match(one))
    turn_sheet(one, stamp=stamp, reason="written backwards", by=organizer)
    (game,) = load_match(one).games
    assert (game.a, game.b) == (before[0][0][2], before[0][0][1])
    with pytest.raises(StaleEdit):
        turn_sheet(one, stamp=stamp, reason="second tap", by=organizer)
    turn_sheet(one, stamp=stamp_of_seats(load_match(one)), reason="was right", by=organizer)
    assert facts(one) == before


def test_totals_alone_are_turned_too(tables: Tables, organizer: User) -> None:
    _one, other = tables
    record_totals(other, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    stamp = stamp_of_seats(load_match(other))
    turn_sheet(other, stamp=stamp, reason="backwards", by=organizer)
    assert load_match(other).winner == "b"


def test_seats_put_right_move_the_calls_and_not_the_score(tables: Tables, organizer: User) -> None:
    one, _other = tables
    view = load_match(one)
    game, score = view.games[0], (view.games[0].a, view.games[0].b)
    seats = {seat: player.pk for seat, player in game.seats.items()}
    caller, partner = game.seats["N"], game.seats["S"]
    swapped = {**seats, "N": seats["S"], "S": seats["N"]}
    reseat_game(
        game.game, swapped, stamp=stamp_of_seats(view), reason="they had swapped", by=organizer
    )
    after = load_match(one).games[0]
    assert (after.a, after.b) == score
    assert (after.seats["N"], after.seats["S"]) == (partner, caller)
    played = history_of_player(partner).playing
    assert len(played) == 1
    wrong = {**seats, "N": seats["E"], "E": seats["N"]}
    with pytest.raises(ActionError, match="opposite"):
        reseat_game(
            game.game, wrong, stamp=stamp_of_seats(load_match(one)), reason="x", by=organizer
        )
    assert Seating.objects.filter(game=game.game).count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_sheet_moved_twice_at_once_moves_once(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    organizer: User,
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=6, name=f"League {turn}")
        one, other, third = make_match(league), make_match(league), make_match(league)
        record_totals(one, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
        stamps = {m.pk: stamp_of_two(load_match(one), load_match(m)) for m in (other, third)}

        def go(target: Match, one: Match = one, stamps: dict[int, str] = stamps) -> None:
            move(one, target, organizer, stamp=stamps[target.pk])

        answers = at_once(*(lambda to=to: go(to) for to in (other, third)))
        assert len(refusals(answers)) == 1
        assert sum(len(load_match(m).games) for m in (one, other, third)) == 1


def test_a_sheet_of_those_who_left_moves_and_comes_back(tables: Tables, organizer: User) -> None:
    one, other = tables
    leave(one.entry_a, state="withdrawn", reason="moved away", by=organizer)
    before = facts(one, other)
    move(one, other, organizer)
    assert facts(one) == [[]]
    move(other, one, organizer)
    assert facts(one, other) == before
    turn_sheet(one, stamp=stamp_of_seats(load_match(one)), reason="sides", by=organizer)
    turn_sheet(one, stamp=stamp_of_seats(load_match(one)), reason="not so", by=organizer)
    assert facts(one, other) == before


def test_a_substitute_has_his_seat_again_when_a_sheet_comes_back(
    tables: Tables, organizer: User, make_player: Callable[..., Player]
) -> None:
    one, other = tables
    out, sub = one.entry_b.partnership.second, make_player("Sitting Sandy")
    add_substitute(one, out=out.pk, player=sub, game=None, by=organizer)
    before = facts(one, other)
    move(one, other, organizer)
    assert not Seating.objects.filter(player=sub).exists()
    move(other, one, organizer)
    assert facts(one, other) == before
    assert Seating.objects.get(player=sub).seat == "W"
