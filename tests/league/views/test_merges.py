"""Two records of one person become one, and two again, each with what was its own."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.entrants import add_players
from league.actions.entries import add_entries
from league.actions.hidden_names import hide_name
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import (
    AuditEntry,
    Competition,
    Deletion,
    Entrant,
    Lineup,
    Match,
    Merge,
    Partnership,
    Player,
    Round,
    Stage,
    User,
)
from tests.league.actions.test_departures import draw
from tests.league.evenings import begin, play
from tests.league.every_page import every_page
from tests.league.stored import everything_stored

Make = Callable[..., Any]
NOW = timezone.now()  # one moment, so that pages which tell the time are the same


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def merge(desk: Client, kept: Player, gone: Player) -> Any:
    sent = {"other": str(gone.pk), "keep": "this"}
    return desk.post(reverse("player_merge", args=[kept.pk]), sent)


def take_back(desk: Client) -> Any:
    found = Merge.objects.filter(undone_at=None).latest("pk")
    return desk.post(reverse("merge_undo", args=[found.pk]))


@pytest.fixture
def twice(make_competition: Make, organizer: User) -> tuple[Player, Player, Competition]:
    """Anne of last year's league, Ann of this year's, with hands; and this year's league."""
    old: Competition = make_competition(entries=2, state="open", name="Last winter")
    match: Match = draw(old, organizer)[0].matches.get()
    record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    new: Competition = make_competition(entries=4, state="open", name="This winter")
    match = draw(new, organizer)[0].matches.get(table=1)
    begin(match, organizer)
    play(match, organizer, 91)
    kept = old.entries.earliest("pk").partnership.first
    gone = match.entry_a.partnership.second
    Player.objects.filter(pk=gone.pk).update(name="Ann McNeil")
    gone.refresh_from_db()
    return kept, gone, new


def test_one_person_with_the_results_of_both_and_two_again(
    desk: Client, client_of: Callable[..., Client], twice: tuple[Player, Player, Competition]
) -> None:
    kept, gone, league = twice
    guest = client_of(None)
    with time_machine.travel(NOW, tick=False):
        rows, pages = everything_stored(), every_page(guest, most_of_a_kind=3)
        form = desk.get(reverse("player_merge", args=[kept.pk])).content.decode()
        assert "This record played in Last winter." in form
        assert merge(desk, kept, gone).status_code == 302
        assert not Player.objects.filter(pk=gone.pk).exists()
        assert guest.get(f"/players/{gone.pk}/").url == f"/players/{kept.pk}/"
        page = guest.get(f"/players/{kept.pk}/").content.decode()
        assert "Last winter" in page
        assert league.entries.latest("pk").partnership.first.name in page
        shown = guest.get(f"/competitions/{league.pk}/standings/").content.decode()
        assert kept.name in shown
        assert "Ann McNeil" not in shown
        assert "Ann McNeil" in desk.get(f"/clubs/{kept.club.slug}/merges/").content.decode()
        log = desk.get(f"/competitions/{league.pk}/audit/").content.decode()
        assert kept.name in log
        assert take_back(desk).status_code == 302
        assert everything_stored() == rows
        assert every_page(guest, most_of_a_kind=3) == pages
    found = Merge.objects.get()
    assert (found.rows, found.moved) == ([], [])
    again = desk.post(reverse("merge_undo", args=[found.pk]), follow=True)
    assert "two records already" in again.content.decode()
    assert everything_stored() == rows
    for verb in ("merge_players", "undo_merge"):  # in the club's log, and in the competition's
        said = AuditEntry.objects.filter(verb=verb).order_by("pk")
        assert list(said.values_list("competition", flat=True)) == [league.pk, None]


def test_what_came_since_goes_where_it_belongs(
    desk: Client,
    twice: tuple[Player, Player, Competition],
    organizer: User,
    make_competition: Make,
) -> None:
    """A match begun in the gone one's league is his; what was entered since is the kept one's."""
    kept, gone, league = twice
    own = Partnership.objects.get(second=gone)
    merge(desk, kept, gone)
    other = league.entries.exclude(partnership=own).earliest("pk")
    later = Round.objects.filter(stage__competition=league).earliest("number").matches.get(table=2)
    begin(later, organizer)
    night = Round.objects.filter(stage__competition=league).order_by("number")[1]
    mine = Match.objects.filter(round=night, lineup__player=kept).get()
    begin(mine, organizer)
    own.refresh_from_db()
    assert kept.pk in (own.first_id, own.second_id)
    cup = make_competition(entries=2, state="open", name="Cup")
    entry = add_entries(cup, [own], by=organizer)[0]
    assert other.partnership_id != own.pk
    assert take_back(desk).status_code == 302
    own.refresh_from_db()
    entry.refresh_from_db()
    assert gone.pk in (own.first_id, own.second_id)
    assert entry.partnership_id != own.pk
    assert kept.pk in (entry.partnership.first_id, entry.partnership.second_id)
    assert set(entry.entrants.values_list("player", flat=True)) == {
        entry.partnership.first_id,
        entry.partnership.second_id,
    }
    assert not Lineup.objects.filter(round__stage__competition=league, player=kept).exists()
    assert mine.games.get().seating.filter(player=gone).exists()
    call_command("verify_scores")


def test_a_partnership_that_was_there_twice_is_one_and_two_again(
    desk: Client,
    client_of: Callable[..., Client],
    make_player: Make,
    make_partnership: Make,
    make_competition: Make,
    make_entry: Make,
) -> None:
    kept, gone, mate = make_player("Anne"), make_player("Ann"), make_player("Joe")
    stays, goes = make_partnership(kept, mate), make_partnership(gone, mate)
    one = make_entry(make_competition(entries=0, name="One"), stays)
    other = make_entry(make_competition(entries=0, name="Other"), goes)
    rows = everything_stored()
    assert merge(desk, kept, gone).status_code == 302
    other.refresh_from_db()
    assert other.partnership == one.partnership == stays
    assert client_of(None).get(f"/partnerships/{goes.pk}/").url == f"/partnerships/{stays.pk}/"
    assert take_back(desk).status_code == 302
    assert everything_stored() == rows
    assert client_of(None).get(f"/partnerships/{goes.pk}/").status_code == 200


def test_two_who_played_in_one_competition_are_two_people(
    desk: Client, twice: tuple[Player, Player, Competition], make_player: Make
) -> None:
    kept, gone, league = twice
    rows = everything_stored()
    opponent = league.entries.latest("pk").partnership.first
    for one, other, said in (
        (opponent, gone, "Both played in This winter"),
        (gone, gone, "Choose"),
    ):
        page = merge(desk, one, other)
        assert page.status_code == 422
        assert said in page.content.decode()
    Entrant.objects.create(competition=league, player=kept, left_after=1)
    assert merge(desk, kept, gone).status_code == 422
    Entrant.objects.filter(player=kept, competition=league).delete()
    pair = Partnership.objects.create(
        club=kept.club, first=min(kept, gone, key=lambda one: one.pk),
        second=max(kept, gone, key=lambda one: one.pk),
    )  # fmt: skip
    page = merge(desk, kept, gone)
    assert "They are partners" in page.content.decode()
    pair.delete()
    assert everything_stored() == rows


def test_two_accounts_are_two_people_and_one_account_comes_along(
    desk: Client, make_player: Make, member: User, scorekeeper: User
) -> None:
    kept, gone = make_player("Anne"), make_player("Ann", user=member)
    rows = everything_stored()
    merge(desk, kept, gone)
    kept.refresh_from_db()
    assert kept.user == member
    take_back(desk)
    assert everything_stored() == rows
    Player.objects.filter(pk=kept.pk).update(user=scorekeeper)
    page = merge(desk, kept, gone)
    assert page.status_code == 422
    assert "two different accounts" in page.content.decode()


def test_a_hidden_name_is_not_told_by_a_merge(
    desk: Client, make_player: Make, organizer: User
) -> None:
    kept, gone = make_player("Anne MacNeil"), make_player("Ann MacNeil")
    hide_name(gone, by=organizer)
    page = merge(desk, kept, gone)
    assert page.status_code == 422
    assert "hides its full name" in page.text
    hide_name(kept, by=organizer)
    rows = everything_stored()
    merge(desk, kept, gone)
    kept.refresh_from_db()
    assert kept.hidden
    take_back(desk)
    assert everything_stored() == rows


def test_merges_are_taken_back_the_last_one_first(desk: Client, make_partnership: Make) -> None:
    first, second, third = make_partnership(), make_partnership(), make_partnership()
    rows = everything_stored()
    merge(desk, second.first, first.first)
    early = Merge.objects.get()
    merge(desk, third.first, second.first)
    guest = Client()
    assert guest.get(f"/players/{first.first_id}/").url == f"/players/{third.first_id}/"
    refused = desk.post(reverse("merge_undo", args=[early.pk]))
    assert refused.status_code == 422
    assert "Undo that first" in refused.content.decode()
    take_back(desk)
    take_back(desk)
    assert everything_stored() == rows


def test_deleted_things_are_merged_and_split_too(
    desk: Client, twice: tuple[Player, Player, Competition], make_partnership: Make
) -> None:
    """Deleted before the merge and restored after it: it is the one record's; and taken back, as
    if nothing had been."""
    kept, gone, league = twice
    spare = make_partnership(gone)
    rows = everything_stored()
    for name, what in (("partnership_remove", spare), ("competition_delete", league)):
        called = league.name if what is league else f"{spare.first.name} & {spare.second.name}"
        desk.post(reverse(name, args=[what.pk]), {"typed": called})
    assert merge(desk, kept, gone).status_code == 302
    restores = [reverse("deletion_restore", args=[one.pk]) for one in Deletion.objects.all()]
    for address in restores:
        assert desk.post(address).status_code == 302
    spare.refresh_from_db()
    assert kept.pk in (spare.first_id, spare.second_id)
    assert not Lineup.objects.exclude(player__in=Player.objects.all()).exists()
    assert take_back(desk).status_code == 302
    assert everything_stored() == rows


def test_where_partners_rotate_his_byes_and_the_draw_stay_true(
    desk: Client, make_competition: Make, make_player: Make, organizer: User
) -> None:
    evening: Competition = make_competition(entries=0, state="open", kind="tournament")
    stage: Stage = add_stage(evening, StagePlan(kind="rotating", rounds=3), by=organizer)
    add_players(evening, [make_player() for _n in range(9)], by=organizer)

    def played(number: int) -> Round:
        night = draw_next_round(stage, number=number, by=organizer)
        publish_rounds(evening, [night], by=organizer)
        for match in night.matches.all():
            record_totals(match, [Totals(number=1, a=510, b=300)], stamp="", by=organizer)
        return night

    first = played(1)
    idle = Player.objects.get(pk=first.draw["sitting_out"][0])
    kept = make_player("Zoe Zinck")
    rows = everything_stored()
    assert merge(desk, kept, idle).status_code == 302
    call_command("check_draw", str(evening.pk))
    second = played(2)
    assert second.draw["sitting_out"] != [kept.pk]  # he has had his bye
    assert kept.name in desk.get(f"/stages/{stage.pk}/").content.decode()
    desk.post(
        reverse("round_delete", args=[second.pk]),
        {"typed": "Round 2", "reason": "wrong", "with_results": "on"},
    )
    assert take_back(desk).status_code == 302
    now = everything_stored()
    for stored in (now, rows):
        # The round that was deleted has left its seed, its pairs and their entries.
        stored.pop(f"league.stage:{stage.pk}")
    assert {key: now[key] for key in rows} == rows
    call_command("check_draw", str(evening.pk))


def test_only_organizers_merge_and_take_back(
    twice: tuple[Player, Player, Competition],
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
    other_club: Any,
    make_player: Make,
    desk: Client,
) -> None:
    kept, gone, _league = twice
    address = reverse("player_merge", args=[kept.pk])
    listed = reverse("merges", args=[kept.club.slug])
    expected = {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
    for page in (address, listed):
        seen = {name: client_of(user).get(page).status_code for name, user in personas.items()}
        assert seen == expected
    for name in ("guest", "stranger", "member", "scorekeeper"):
        sent = client_of(personas[name]).post(address, {"other": str(gone.pk), "keep": "this"})
        assert sent.status_code == expected[name]
    assert not Merge.objects.exists()
    # Somebody of another club is not on the list, and not to be had by number.
    far = make_player("Anne MacNeil", club=other_club)
    assert merge(desk, kept, far).status_code == 422
    merge(desk, kept, gone)
    undo = reverse("merge_undo", args=[Merge.objects.get().pk])
    for name in ("guest", "stranger", "member", "scorekeeper"):
        assert client_of(personas[name]).post(undo).status_code == expected[name]
    assert Merge.objects.get().undone_at is None
