"""Where partners rotate, two players change places by hand: checked, marked, taken back exactly."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import (
    Club,
    Competition,
    Entrant,
    Game,
    Lineup,
    Match,
    Player,
    Round,
    Stage,
    User,
)
from league.queries.next_rounds import inputs_of
from league.queries.player_seats import PlayerSeat, seats_of
from league.queries.player_standings import player_standings_of

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def night(make_competition: Make, make_player: Callable[..., Player], organizer: User) -> Round:
    """The first round of nine players with rotating partners, published."""
    competition = make_competition(entries=0, state="open")
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
    for _number in range(9):
        Entrant.objects.create(competition=competition, player=make_player())
    made = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(competition, [made], by=organizer)
    made.refresh_from_db()
    return made


def tables(night: Round) -> dict[str, Any]:
    """Everything about who sits where."""
    night.refresh_from_db()
    return {
        "matches": list(
            Match.objects.filter(round=night)
            .order_by("table")
            .values_list("pk", "table", "entry_a", "entry_b", "made_by", "made_reason")
        ),
        "people": set(
            Lineup.objects.filter(round=night).values_list(
                "match", "side", "player", "substitute_for"
            )
        ),
        "idle": night.draw["sitting_out"],
    }


def seat(night: Round, table: int, side: str, number: int = 0) -> PlayerSeat:
    """The player at a table on a side: the first or the second of the pair."""
    found = [
        one
        for one in seats_of(night).values()
        if one.match is not None and one.match.table == table and one.side == side
    ]
    return found[number]


def swap(desk: Client, night: Round, one: Player, other: Player, **more: str) -> Any:
    night.refresh_from_db()
    typed = {"one": str(one.pk), "other": str(other.pk), "reason": "They share a ride"}
    typed |= {"count": str(len(night.draw["swaps"])), **more}
    return desk.post(f"/rounds/{night.pk}/swap/", typed)


def undo(desk: Client, night: Round, count: int) -> Any:
    return desk.post(f"/rounds/{night.pk}/swap/", {"step": "undo", "count": str(count)})


@pytest.mark.parametrize("there", [(2, "a"), (2, "b"), (1, "b")])
def test_two_players_change_places_and_back_again(
    there: tuple[int, str], desk: Client, night: Round, organizer: User
) -> None:
    before = tables(night)
    one, other = seat(night, 1, "a"), seat(night, *there, 1)
    assert swap(desk, night, one.player, other.player).status_code == 302
    now = seats_of(night)
    assert now[one.player.pk].match == other.match
    assert now[one.player.pk].side == other.side
    assert now[one.player.pk].partner == other.partner
    assert now[other.player.pk].partner == one.partner
    row = Lineup.objects.get(round=night, player=one.player)
    assert (row.match, row.side) == (other.match, other.side)
    assert len(now) == 9
    for match in {one.match, other.match}:
        assert match is not None
        match.refresh_from_db()
        assert (match.made_by, match.made_reason) == (organizer, "They share a ride")
    assert undo(desk, night, 1).status_code == 302
    assert tables(night) == before


def test_the_same_change_again_takes_it_back_too(desk: Client, night: Round) -> None:
    before = tables(night)
    one, other = seat(night, 1, "a").player, seat(night, 2, "b").player
    swap(desk, night, one, other)
    assert swap(desk, night, other, one).status_code == 302
    after = tables(night)
    assert after["people"] == before["people"]
    assert [row[:4] for row in after["matches"]] == [row[:4] for row in before["matches"]]


def test_who_sits_out_changes_and_has_the_bye(desk: Client, night: Round, organizer: User) -> None:
    before = tables(night)
    (idle,) = night.draw["sitting_out"]
    resting, playing = Player.objects.get(pk=idle), seat(night, 2, "b").player
    assert swap(desk, night, resting, playing).status_code == 302
    night.refresh_from_db()
    assert night.draw["sitting_out"] == [playing.pk]
    assert Lineup.objects.get(round=night, player=resting).match.table == 2
    assert not Lineup.objects.filter(round=night, player=playing).exists()
    byes = {one["id"]: one["byes"] for one in inputs_of(night.stage, 2)["field"]}
    assert (byes[playing.pk], byes[resting.pk]) == (1, 0)
    assert undo(desk, night, 1).status_code == 302
    assert tables(night) == before


def test_the_points_go_to_who_sat_there_and_the_draw_still_comes_out_equal(
    desk: Client, night: Round, organizer: User, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = seat(night, 1, "a").player, seat(night, 2, "b").player
    swap(desk, night, one, other)
    for match in night.matches.all():
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    rows = {place.player: place.row for place in player_standings_of(night.stage.competition).rows}
    assert (rows[one].lost, rows[other].won) == (1, 1)
    call_command("check_draw", str(night.stage.competition_id))
    assert "equal; 2 tables set otherwise since" in capsys.readouterr().out


def test_everybody_reads_who_set_a_table_by_hand_and_why(
    desk: Client, client_of: Callable[..., Client], night: Round, organizer: User
) -> None:
    one, other = seat(night, 1, "a").player, seat(night, 2, "b").player
    swap(desk, night, one, other)
    guest = client_of(None)
    match = night.matches.get(table=1)
    for address in (f"/matches/{match.pk}/", f"/stages/{night.stage_id}/"):
        page = guest.get(address).content.decode()
        assert "Set by hand by" in page
        assert organizer.name in page
        assert "They share a ride" in page
    log = desk.get(f"/competitions/{night.stage.competition_id}/audit/").content.decode()
    assert "change places" in log
    assert one.name in log
    page = desk.get(f"/rounds/{night.pk}/swap/").content.decode()
    assert f"<bdi>{one.name}</bdi>" in page


def test_what_cannot_be_is_refused_in_words(desk: Client, night: Round) -> None:
    before = tables(night)
    one = seat(night, 1, "a")
    assert one.partner is not None
    for two, more, said in (
        (one.player, {}, "Choose two different players."),
        (one.partner, {}, "These two are partners: nothing would change."),
        (seat(night, 2, "b").player, {"reason": " "}, "Say why"),
        (seat(night, 2, "b").player, {"other": "999999"}, "Select a valid choice"),
    ):
        night.refresh_from_db()
        typed = {"one": str(one.player.pk), "other": str(two.pk), "reason": "A ride"}
        answer = desk.post(f"/rounds/{night.pk}/swap/", typed | {"count": "0"} | more)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert tables(night) == before
    Game.objects.create(match=night.matches.get(table=2), number=1, first_dealer="N")
    answer = swap(desk, night, one.player, seat(night, 2, "b").player)
    assert answer.status_code == 422
    assert "Table 2 has begun: who sits there stays." in answer.content.decode()


def test_a_second_tap_does_not_change_them_back(desk: Client, night: Round) -> None:
    one, other = seat(night, 1, "a").player, seat(night, 2, "b").player
    swap(desk, night, one, other)
    after = tables(night)
    assert swap(desk, night, one, other, count="0").status_code == 302
    assert tables(night) == after
    third = seat(night, 1, "b").player
    assert swap(desk, night, third, one, count="0").status_code == 409
    assert tables(night) == after


def test_partners_and_opponents_of_before_are_said_and_done_only_when_insisted_on(
    desk: Client, night: Round, organizer: User
) -> None:
    for match in night.matches.all():
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    before = seats_of(night)
    second = draw_next_round(night.stage, number=2, by=organizer)
    seats = [one for one in seats_of(second).values() if one.match is not None]
    # Put somebody beside his partner of round 1: in the place of that one's partner now.
    mover, there = next(
        (one, other)
        for one in seats
        for other in seats
        if one.player != other.player
        and other.partner is not None
        and before[one.player.pk].partner == other.partner
    )
    answer = swap(desk, second, mover.player, there.player)
    assert answer.status_code == 422
    assert there.partner is not None
    said = f"{mover.player.name} and {there.partner.name} are also partners in round 1."
    assert said in answer.content.decode()
    assert swap(desk, second, mover.player, there.player, anyway="on").status_code == 302
    assert seats_of(second)[mover.player.pk].partner == there.partner


def test_two_of_one_club_against_each_other_are_said(
    desk: Client,
    make_competition: Make,
    make_player: Callable[..., Player],
    other_club: Club,
    organizer: User,
) -> None:
    competition = make_competition(entries=0, state="open")
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
    for number in range(8):
        player = make_player(club=other_club) if number == 0 else make_player()
        Entrant.objects.create(competition=competition, player=player)
    made = draw_next_round(stage, number=1, by=organizer)
    seats = seats_of(made)
    stranger = next(one for one in seats.values() if one.player.club == other_club)
    other = next(one for one in seats.values() if one.match != stranger.match)
    answer = swap(desk, made, stranger.player, other.player)
    assert answer.status_code == 422
    assert "are of one club" in answer.content.decode()


def test_a_substitute_moves_with_the_one_he_sits_in_for(
    desk: Client, night: Round, make_player: Callable[..., Player]
) -> None:
    before = tables(night)
    one, other = seat(night, 1, "a"), seat(night, 2, "b")
    sub = make_player("Sub Stitute")
    Lineup.objects.filter(round=night, player=one.player).update(
        player=sub, substitute_for=one.player
    )
    held = tables(night)
    assert held != before
    assert swap(desk, night, one.player, other.player).status_code == 302
    row = Lineup.objects.get(round=night, player=sub)
    assert (row.match, row.side, row.substitute_for) == (other.match, other.side, one.player)
    assert undo(desk, night, 1).status_code == 302
    assert tables(night) == held


def test_one_who_sits_out_and_sits_in_for_another_is_not_put_at_two_tables(
    desk: Client, night: Round
) -> None:
    idle = Player.objects.get(pk=night.draw["sitting_out"][0])
    one, other = seat(night, 1, "a"), seat(night, 2, "b")
    Lineup.objects.filter(round=night, player=one.player).update(
        player=idle, substitute_for=one.player
    )
    before = tables(night)
    answer = swap(desk, night, idle, other.player)
    assert answer.status_code == 422
    assert f"{idle.name} sits in for {one.player.name} at table 1" in answer.content.decode()
    assert tables(night) == before


def test_the_page_asks_as_much_for_40_players_as_for_8(
    desk: Client,
    make_competition: Make,
    make_player: Callable[..., Player],
    organizer: User,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for count in (8, 40):
        competition = make_competition(entries=0, name=f"Evening {count}")
        stage: Stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
        for _number in range(count):
            Entrant.objects.create(competition=competition, player=make_player())
        made = draw_next_round(stage, number=1, by=organizer)
        with django_assert_max_num_queries(10):
            desk.get(f"/rounds/{made.pk}/swap/")
