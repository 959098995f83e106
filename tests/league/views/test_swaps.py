"""Tables changed by hand: checked, marked for everybody with who and why, taken back exactly."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Bye, Competition, Entry, Game, Lineup, Match, Round, User

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def night(make_competition: Make, organizer: User) -> Round:
    """The first Swiss round of seven partnerships, published."""
    competition = make_competition(entries=7, state="open")
    stage = add_stage(competition, StagePlan(kind="swiss", rounds=3), by=organizer)
    made = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(competition, [made], by=organizer)
    made.refresh_from_db()
    return made


def tables(night: Round) -> dict[str, Any]:
    """Everything about who sits where."""
    return {
        "matches": list(
            Match.objects.filter(round=night)
            .order_by("table")
            .values_list("pk", "table", "entry_a", "entry_b", "made_by", "made_reason")
        ),
        "people": set(Lineup.objects.filter(round=night).values_list("match", "side", "player")),
        "byes": list(Bye.objects.filter(round=night).values_list("entry", flat=True)),
    }


def swap(desk: Client, night: Round, one: Entry, other: Entry, **more: str) -> Any:
    night.refresh_from_db()
    seen = str(len(night.draw["swaps"]))
    typed = {"one": str(one.pk), "other": str(other.pk), "reason": "They share a ride"}
    typed |= {"count": seen, **more}
    return desk.post(f"/rounds/{night.pk}/swap/", typed)


def undo(desk: Client, night: Round, count: int) -> Any:
    return desk.post(f"/rounds/{night.pk}/swap/", {"step": "undo", "count": str(count)})


@pytest.mark.parametrize(
    ("side", "other_side"),
    [("entry_a", "entry_a"), ("entry_b", "entry_b"), ("entry_a", "entry_b")],
)
def test_two_change_places_and_back_again(
    side: str, other_side: str, desk: Client, night: Round, organizer: User
) -> None:
    before = tables(night)
    first, second, _third = night.matches.order_by("table")
    one, other = getattr(first, side), getattr(second, other_side)
    assert swap(desk, night, one, other).status_code == 302
    first.refresh_from_db()
    second.refresh_from_db()
    assert (getattr(first, side), getattr(second, other_side)) == (other, one)
    people = set(first.lineup.filter(side=side[-1]).values_list("player", flat=True))
    assert people == {other.partnership.first_id, other.partnership.second_id}
    assert (first.made_by, second.made_reason) == (organizer, "They share a ride")
    assert undo(desk, night, 1).status_code == 302
    assert tables(night) == before


def test_a_second_tap_does_not_change_them_back(desk: Client, night: Round) -> None:
    first, second, _third = night.matches.order_by("table")
    swap(desk, night, first.entry_a, second.entry_a)
    after = tables(night)
    assert swap(desk, night, first.entry_a, second.entry_a, count="0").status_code == 302
    assert tables(night) == after
    stale = swap(desk, night, first.entry_b, second.entry_b, count="0")
    assert stale.status_code == 409
    assert tables(night) == after


def test_the_bye_changes_hands_and_back(desk: Client, night: Round) -> None:
    before = tables(night)
    idle = night.byes.get().entry
    first = night.matches.order_by("table").first()
    seated = first.entry_b
    assert swap(desk, night, idle, seated).status_code == 302
    assert night.byes.get().entry == seated
    first.refresh_from_db()
    assert first.entry_b == idle
    assert undo(desk, night, 1).status_code == 302
    assert tables(night) == before


def test_everybody_reads_who_set_a_table_by_hand_and_why(
    desk: Client, client_of: Callable[..., Client], night: Round, organizer: User
) -> None:
    first, second, third = night.matches.order_by("table")
    swap(desk, night, first.entry_a, second.entry_a)
    guest = client_of(None)
    competition = night.stage.competition_id
    for address in (f"/matches/{first.pk}/", f"/stages/{night.stage_id}/"):
        page = guest.get(address).content.decode()
        assert "Set by hand by" in page
        assert organizer.name in page
        assert "They share a ride" in page
    assert (
        "They share a ride" in guest.get(f"/competitions/{competition}/schedule/").content.decode()
    )
    assert "They share a ride" not in guest.get(f"/matches/{third.pk}/").content.decode()
    assert "change places" in desk.get(f"/competitions/{competition}/audit/").content.decode()


def test_changes_are_taken_back_one_after_another(desk: Client, night: Round) -> None:
    states = [tables(night)]
    first, second, third = night.matches.order_by("table")
    for one, other in ((first, second), (second, third)):
        one.refresh_from_db()
        other.refresh_from_db()
        swap(desk, night, one.entry_a, other.entry_a, reason=f"Table {other.table}")
        states.append(tables(night))
    assert undo(desk, night, 1).status_code == 409
    assert undo(desk, night, 2).status_code == 302
    assert tables(night) == states[1]
    assert undo(desk, night, 1).status_code == 302
    assert tables(night) == states[0]
    assert undo(desk, night, 0).status_code == 409


def test_what_cannot_be_is_refused_in_words(desk: Client, night: Round) -> None:
    before = tables(night)
    first, second, _third = night.matches.order_by("table")
    for one, other, more, said in (
        (first.entry_a, first.entry_b, {}, "Choose two who do not sit at one table."),
        (first.entry_a, first.entry_a, {}, "Choose two who do not sit at one table."),
        (first.entry_a, second.entry_a, {"reason": " "}, "Say why"),
    ):
        answer = swap(desk, night, one, other, **more)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    stranger = desk.post(f"/rounds/{night.pk}/swap/", {"one": "999999", "other": "", "reason": "x"})
    assert stranger.status_code == 422
    assert tables(night) == before


def test_a_table_that_has_begun_stays(desk: Client, night: Round, organizer: User) -> None:
    first, second, third = night.matches.order_by("table")
    swap(desk, night, first.entry_a, second.entry_a)
    Game.objects.create(match=second, number=1, first_dealer="N")
    second.refresh_from_db()
    answer = swap(desk, night, second.entry_b, third.entry_b)
    assert answer.status_code == 422
    assert "Table 2 has begun: who sits there stays." in answer.content.decode()
    assert undo(desk, night, 1).status_code == 422


def test_one_of_the_bye_who_sits_in_for_another_is_not_put_at_two_tables(
    desk: Client, night: Round
) -> None:
    idle = night.byes.get().entry
    first, second, _third = night.matches.order_by("table")
    row = first.lineup.filter(side="a").first()
    assert row is not None
    own = row.player
    Lineup.objects.filter(pk=row.pk).update(player=idle.partnership.first, substitute_for=own)
    before = tables(night)
    answer = swap(desk, night, idle, second.entry_a)
    assert answer.status_code == 422
    assert "take that off first" in answer.content.decode()
    assert tables(night) == before


def test_a_second_meeting_is_said_and_done_only_when_insisted_on(
    desk: Client, night: Round, organizer: User
) -> None:
    for match in night.matches.all():
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    second = draw_next_round(night.stage, number=2, by=organizer)
    met = {(match.entry_a_id, match.entry_b_id) for match in night.matches.all()}
    met |= {(b, a) for a, b in met}
    places = [
        (match, side, entry, rival)
        for match in second.matches.all()
        for side, entry, rival in (
            ("a", match.entry_a, match.entry_b), ("b", match.entry_b, match.entry_a),
        )
    ]  # fmt: skip
    one, other = next(
        (here[2], there[2])
        for here in places
        for there in places
        if here[0] != there[0] and (here[2].pk, there[3].pk) in met
    )
    answer = swap(desk, second, one, other)
    assert answer.status_code == 422
    assert "also meet in round 1" in answer.content.decode()
    assert swap(desk, second, one, other, anyway="on").status_code == 302


def test_two_of_one_club_are_said(
    desk: Client,
    make_competition: Make,
    make_partnership: Callable[..., Any],
    make_entry: Callable[..., Entry],
    other_club: Any,
    organizer: User,
) -> None:
    competition = make_competition(entries=2, state="open")
    for _number in range(2):
        make_entry(competition, make_partnership(club=other_club))
    stage = add_stage(competition, StagePlan(kind="swiss", rounds=3), by=organizer)
    made = draw_next_round(stage, number=1, by=organizer)
    first, second = made.matches.order_by("table")
    assert first.entry_a.partnership.club_id != first.entry_b.partnership.club_id
    rival = "entry_a" if second.entry_a.partnership.club_id == (
        first.entry_b.partnership.club_id
    ) else "entry_b"  # fmt: skip
    answer = swap(desk, made, first.entry_a, getattr(second, rival))
    assert answer.status_code == 422
    assert "are of one club" in answer.content.decode()


def test_the_page_asks_as_much_for_24_partnerships_as_for_4(
    desk: Client,
    make_competition: Make,
    organizer: User,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for entries in (4, 24):
        competition = make_competition(entries=entries, name=f"Evening {entries}")
        stage = add_stage(competition, StagePlan(kind="swiss", rounds=3), by=organizer)
        made = draw_next_round(stage, number=1, by=organizer)
        with django_assert_max_num_queries(10):
            desk.get(f"/rounds/{made.pk}/swap/")


def test_only_organizers_come_to_the_page(
    night: Round, personas: dict[str, User | None], client_of: Callable[..., Client]
) -> None:
    answers = {
        name: client_of(user).get(f"/rounds/{night.pk}/swap/").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip


def test_a_count_of_thousands_of_digits_is_refused_as_a_stale_one(
    desk: Client, night: Round
) -> None:
    first, second, _third = night.matches.order_by("table")
    swap(desk, night, first.entry_a, second.entry_b)
    answer = desk.post(f"/rounds/{night.pk}/swap/", {"step": "undo", "count": "1" * 5000})
    assert answer.status_code == 409
    assert b"Look again" in answer.content
