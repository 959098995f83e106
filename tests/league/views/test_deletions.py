"""What is deleted asks for its name, and comes back as it was, with all that hung on it."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.adjustments import add_adjustment
from league.actions.brackets import BracketPlan, make_bracket
from league.actions.clubs import start_club
from league.actions.copies import copy_competition
from league.actions.draws import DrawPlan, draw_stage
from league.actions.entrants import add_players
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.actions.substitutes import add_substitute
from league.models import (
    AuditEntry,
    Club,
    Competition,
    Deletion,
    Dispute,
    Hand,
    Match,
    Partnership,
    Player,
    Role,
    Round,
    Stage,
    TableLink,
    User,
)
from tests.league.actions.test_departures import draw
from tests.league.evenings import begin, play
from tests.league.every_page import every_page, steady
from tests.league.stored import everything_stored

Make = Callable[..., Any]
NOW = timezone.now()  # one moment, so that pages which tell the time are the same

PLAN = DrawPlan(seed="oak", legs=1, starts=[NOW + timedelta(days=n) for n in range(3)], told={})


@pytest.fixture
def desk(client_of: Callable[..., Client], owner: User) -> Client:
    return client_of(owner)


@pytest.fixture
def league(make_competition: Make, make_player: Make, organizer: User) -> Competition:
    """A night in play, with all that can hang on it."""
    made: Competition = make_competition(entries=4, state="open")
    night = draw(made, organizer)[0]
    match: Match = night.matches.get(table=1)
    begin(match, organizer)
    play(match, organizer, 96, 60, 91)
    other: Match = night.matches.get(table=2)
    spare, out = make_player("Zed Zinck"), other.entry_a.partnership.first_id
    add_substitute(other, out=out, player=spare, game=None, by=organizer)
    record_totals(other, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    add_adjustment(made, match.entry_b, match_points=-1, points=0, reason="late", by=organizer)
    Dispute.objects.create(match=match, side="b", words="That was 61.", made_by=organizer)
    TableLink.objects.create(
        competition=made,
        match=match,
        nonce=uuid4(),
        digest="d" * 64,
        created_by=organizer,
        expires_at=timezone.now() + timedelta(hours=4),
    )
    made.refresh_from_db()
    return made


def swiss_evening(made: Competition, by: User) -> tuple[Stage, Round]:
    stage = add_stage(made, StagePlan(kind="swiss", rounds=3), by=by)
    for number in (1, 2):
        night = draw_next_round(stage, number=number, by=by)
        publish_rounds(made, [night], by=by)
        for match in night.matches.order_by("table"):
            totals = Totals(number=1, a=500 + match.table, b=300 - number)
            record_totals(match, [totals], stamp="", by=by)
    return stage, stage.rounds.get(number=2)


def log_points_where(number: int) -> set[tuple[int, int | None, int | None]]:
    rows = AuditEntry.objects.filter(pk__lte=number)
    return set(rows.values_list("pk", "competition_id", "match_id"))


def come_back(desk: Client) -> Any:
    kept = Deletion.objects.get(restored_at=None)
    return desk.post(reverse("deletion_restore", args=[kept.pk]))


def test_a_competition_comes_back_with_every_page_and_every_row(
    desk: Client, league: Competition, client_of: Callable[..., Client]
) -> None:
    start = f"/competitions/{league.pk}/"
    with time_machine.travel(NOW, tick=False):
        rows, last = everything_stored(), AuditEntry.objects.latest("pk").pk
        log = log_points_where(last)
        pages = every_page(client_of(None), start, most_of_a_kind=3)
        away = reverse("competition_delete", args=[league.pk])
        assert desk.post(away, {"typed": "Winter"}).status_code == 422
        assert everything_stored() == rows
        gone = desk.post(away, {"typed": " winter  LEAGUE "}, follow=True)
        assert "For 30 days it can be restored" in gone.content.decode()
        assert desk.get(start).status_code == 404
        assert not Hand.objects.exists()
        assert not Dispute.objects.exists()
        assert (Partnership.objects.count(), Player.objects.count()) == (4, 9)
        assert league.name in desk.get(f"/clubs/{league.club.slug}/deleted/").content.decode()
        assert come_back(desk).status_code == 302
        assert everything_stored() == rows
        assert log_points_where(last) == log
        assert every_page(client_of(None), start, most_of_a_kind=3) == pages
    kept = Deletion.objects.get()
    assert (kept.rows, kept.cut) == ([], [])
    said = desk.post(reverse("deletion_restore", args=[kept.pk]), follow=True)
    assert "It is back already" in said.content.decode()
    assert everything_stored() == rows


def test_a_club_comes_back_with_its_people_and_is_restored_by_who_owned_it(
    desk: Client,
    league: Competition,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    club = league.club
    with time_machine.travel(NOW, tick=False):
        rows, pages = everything_stored(), every_page(client_of(None), most_of_a_kind=2)
    away = reverse("club_delete", args=[club.slug])
    assert client_of(personas["organizer"]).post(away, {"typed": club.name}).status_code == 403
    assert desk.post(away, {"typed": club.name}).status_code == 302
    assert not Club.objects.filter(pk=club.pk).exists()
    assert not Player.objects.exists()
    assert "gone already" in desk.post(away, follow=True).content.decode()
    kept = Deletion.objects.get()
    restore = reverse("deletion_restore", args=[kept.pk])
    for who in ("stranger", "member", "organizer"):
        other = client_of(personas[who])
        assert other.post(restore).status_code == 404
        assert club.name not in other.get(reverse("clubs_deleted")).content.decode()
    assert "A club of yours was deleted" in desk.get("/clubs/").content.decode()
    assert club.name in desk.get(reverse("clubs_deleted")).content.decode()
    assert desk.post(restore).status_code == 302
    assert everything_stored() == rows
    with time_machine.travel(NOW, tick=False):
        assert every_page(client_of(None), most_of_a_kind=2) == pages


def test_the_address_of_a_deleted_club_is_kept_for_it(
    desk: Client, club: Club, site_admin: User
) -> None:
    club.slug = "glace-bay-legion"
    club.save(update_fields=["slug"])
    desk.post(reverse("club_delete", args=[club.slug]), {"typed": club.name})
    twin = start_club(name=club.name, place="", by=site_admin)
    assert twin.slug == "glace-bay-legion-2"
    assert come_back(desk).status_code == 302
    assert Club.objects.get(pk=club.pk).slug == "glace-bay-legion"


def test_a_club_stays_whose_people_play_in_another_club(
    desk: Client, club: Club, other_club: Club, make_competition: Make, make_partnership: Make,
    make_entry: Make,
) -> None:  # fmt: skip
    pair = make_partnership()
    make_entry(make_competition(entries=0, club=other_club, name="Theirs"), pair)
    rows = everything_stored()
    page = desk.post(reverse("club_delete", args=[club.slug]), {"typed": club.name})
    assert page.status_code == 422
    said = f"plays with people of another club: Theirs ({other_club.name})."
    assert said in page.content.decode()
    assert everything_stored() == rows


def test_a_player_and_a_partnership_come_back_in_the_order_they_need(
    desk: Client, club: Club, make_partnership: Make
) -> None:
    pair = make_partnership()
    rows = everything_stored()
    desk.post(reverse("partnership_remove", args=[pair.pk]), {"typed": str(pair)})
    desk.post(reverse("player_remove", args=[pair.first_id]), {"typed": pair.first.name})
    one, other = Deletion.objects.order_by("kind")
    assert (one.kind, other.kind) == ("partnership", "player")
    early = desk.post(reverse("deletion_restore", args=[one.pk]))
    assert early.status_code == 422
    assert f"{pair.first.name} was deleted too" in early.content.decode()
    for kept in (other, one):
        assert desk.post(reverse("deletion_restore", args=[kept.pk])).status_code == 302
    assert everything_stored() == rows


def test_a_partnership_that_was_made_again_stands_in_the_way(
    desk: Client, make_partnership: Make
) -> None:
    pair = make_partnership()
    desk.post(reverse("partnership_remove", args=[pair.pk]), {"typed": str(pair)})
    make_partnership(pair.first, pair.second)
    page = come_back(desk)
    assert page.status_code == 422
    assert "Something else stands in its place now" in page.content.decode()
    assert Partnership.objects.count() == 1


def test_a_round_comes_back_with_its_sheets_and_the_table_of_before(
    desk: Client, make_competition: Make, organizer: User, client_of: Callable[..., Client]
) -> None:
    league = make_competition(entries=4, state="open", kind="tournament")
    stage, last = swiss_evening(league, organizer)
    rows = everything_stored()
    table = f"/competitions/{league.pk}/standings/"
    standings = steady(client_of(None).get(table).content.decode())
    sent = {"typed": "Round 2", "reason": "wrong hall", "with_results": "on"}
    assert desk.post(reverse("round_delete", args=[last.pk]), sent).status_code == 302
    assert steady(client_of(None).get(table).content.decode()) != standings
    # Another second round stands in its place: it says so, and comes back when that is gone.
    again = draw_next_round(stage, number=2, by=organizer)
    refused = come_back(desk)
    assert refused.status_code == 422
    assert "the rounds are others than they were" in refused.content.decode()
    kept = Deletion.objects.get()
    desk.post(reverse("round_delete", args=[again.pk]), {"stage": str(stage.pk)})
    assert desk.post(reverse("deletion_restore", args=[kept.pk])).status_code == 302
    now = everything_stored()
    drawn = now.pop(f"league.stage:{stage.pk}"), rows.pop(f"league.stage:{stage.pk}")
    assert now == rows
    # The seed of the draw that was dropped in between stays on record.
    assert len(drawn[0]["draw"]["discarded"]["2"]) == 2
    assert steady(client_of(None).get(table).content.decode()) == standings


def test_a_round_comes_back_and_its_seed_is_thrown_away_no_more(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=4, state="open", kind="tournament")
    _stage, last = swiss_evening(league, organizer)
    rows = everything_stored()
    sent = {"typed": "Round 2", "reason": "wrong hall", "with_results": "on"}
    desk.post(reverse("round_delete", args=[last.pk]), sent)
    assert come_back(desk).status_code == 302
    assert everything_stored() == rows


@pytest.mark.parametrize("kind", ["stage", "bracket"])
def test_a_stage_and_a_bracket_come_back(
    kind: str, desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=4, state="open", kind="tournament")
    if kind == "stage":
        add_stage(league, StagePlan(kind="swiss", rounds=3), by=organizer)
    else:
        make_bracket(league, BracketPlan(kind="knockout", order="entered"), by=organizer)
    stage = league.stages.get()
    rows = everything_stored()
    away = reverse("stage_delete", args=[stage.pk])
    assert desk.post(away, {"typed": ""}).status_code == 422
    assert everything_stored() == rows
    assert desk.post(away, {"typed": str(stage)}).status_code == 302
    assert not Stage.objects.exists()
    assert come_back(desk).status_code == 302
    assert everything_stored() == rows


def test_an_entry_and_the_draft_that_went_with_it_come_back(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=4, state="open")
    draw_stage(league, PLAN, replaces=None, by=organizer)
    entry = league.entries.latest("pk")
    entry.paid = 2000
    entry.save(update_fields=["paid"])
    rows = everything_stored()
    assert desk.post(reverse("entry_remove", args=[entry.pk])).status_code == 302
    assert not Stage.objects.exists()
    drafted, taken = Deletion.objects.order_by("pk")
    early = desk.post(reverse("deletion_restore", args=[drafted.pk]))
    assert early.status_code == 422
    assert "was deleted too" in early.content.decode()
    for kept in (taken, drafted):
        assert desk.post(reverse("deletion_restore", args=[kept.pk])).status_code == 302
    assert everything_stored() == rows
    # Dropped and drawn again: what is drawn stands, and the entry is entered anew.
    desk.post(reverse("entry_remove", args=[entry.pk]))
    draw_stage(league, PLAN, replaces=None, by=organizer)
    refused = desk.post(reverse("deletion_restore", args=[Deletion.objects.latest("pk").pk]))
    assert refused.status_code == 422
    assert "drawn meanwhile" in refused.content.decode()


def test_a_player_taken_off_an_evening_of_rotating_partners_comes_back(
    desk: Client, make_competition: Make, make_player: Make, organizer: User
) -> None:
    evening = make_competition(entries=0, state="open", kind="tournament")
    add_stage(evening, StagePlan(kind="rotating", rounds=3), by=organizer)
    entrant = add_players(evening, [make_player("Zoe Zinck")], by=organizer)[0]
    rows = everything_stored()
    desk.post(reverse("entrant_remove", args=[entrant.pk]))
    assert not evening.entries.exists()
    assert come_back(desk).status_code == 302
    assert everything_stored() == rows


def test_what_hangs_on_a_closed_account_comes_back_without_it(
    desk: Client, league: Competition, make_user: Make
) -> None:
    passing = make_user("passing")
    Hand.objects.update(recorded_by=passing)
    desk.post(reverse("competition_delete", args=[league.pk]), {"typed": league.name})
    passing.delete()
    assert come_back(desk).status_code == 302
    assert set(Hand.objects.values_list("recorded_by", flat=True)) == {None}


def test_after_thirty_days_it_is_given_up(desk: Client, league: Competition) -> None:
    desk.post(reverse("competition_delete", args=[league.pk]), {"typed": league.name})
    kept = Deletion.objects.get()
    said = StringIO()
    with time_machine.travel(timezone.now() + timedelta(days=29)):
        call_command("drop_deleted", stdout=said)
        assert Deletion.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        page = desk.post(reverse("deletion_restore", args=[kept.pk]))
        assert page.status_code in (302, 422)  # 302: the sign-in is over too
        call_command("drop_deleted", stdout=said)
    assert not Deletion.objects.exists()
    assert "1 " in said.getvalue()
    assert not Competition.objects.exists()


def test_a_name_that_was_given_again_is_asked_about(
    desk: Client, league: Competition, organizer: User
) -> None:
    copy = copy_competition(league, name="Trial", entries=False, by=organizer)
    desk.post(reverse("competition_delete", args=[league.pk]), {"typed": league.name})
    Competition.objects.filter(pk=copy.pk).update(name=league.name)
    page = come_back(desk)
    assert page.status_code == 422
    assert "Give that one another name" in page.content.decode()


PAGES = {
    "competition_delete": "competition",
    "deleted": "slug",
    "stage_delete": "stage",
}


@pytest.mark.parametrize("view", PAGES)
def test_only_organizers_come_to_the_pages(
    view: str,
    league: Competition,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
    organizer: User,
) -> None:
    cup = make_bracket(league, BracketPlan(kind="knockout", order="entered"), by=organizer)
    named = {"competition": league.pk, "slug": league.club.slug, "stage": cup.pk}
    address = reverse(view, args=[named[PAGES[view]]])
    answers = {name: client_of(user).get(address).status_code for name, user in personas.items()}
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
    sent = {"typed": league.name}
    for name in ("guest", "stranger", "member", "scorekeeper"):
        assert client_of(personas[name]).post(address, sent).status_code in (302, 403, 404, 405)
    assert Competition.objects.filter(pk=league.pk).exists()


def test_only_organizers_restore(
    desk: Client,
    league: Competition,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    desk.post(reverse("competition_delete", args=[league.pk]), {"typed": league.name})
    restore = reverse("deletion_restore", args=[Deletion.objects.get().pk])
    answers = {name: client_of(user).post(restore).status_code for name, user in personas.items()
               if name in ("guest", "stranger", "member", "scorekeeper")}  # fmt: skip
    assert answers == {"guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403}
    assert not Competition.objects.exists()
    assert client_of(personas["organizer"]).post(restore).status_code == 302
    assert Competition.objects.get() == league
    assert Role.objects.exists()
