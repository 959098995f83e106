"""Where a competition starts from: our league, a Saturday, a championship, a copy, a rehearsal."""

from collections.abc import Callable

import pytest
from django.test import Client

from league.actions.divisions import plan_divisions
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import (
    AuditEntry,
    Club,
    Competition,
    Entrant,
    Match,
    Partnership,
    Player,
    Stage,
    User,
)
from league.queries.divisions import Planned, planned_divisions

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def new(club: Club) -> str:
    return f"/clubs/{club.slug}/competitions/new/"


def test_a_saturday_tournament_is_ready_to_draw_after_one_page(desk: Client, club: Club) -> None:
    typed = {
        "start": "saturday", "name": "Saturday Swiss", "preset": "cape-breton",
        "draws": "swiss", "rounds": "7", "ends": "bell", "hands": "", "minutes": "25",
    }  # fmt: skip
    assert desk.post(new(club), typed | {"minutes": ""}).status_code == 422
    assert desk.post(new(club), typed | {"rounds": "70"}).status_code == 422
    assert not Competition.objects.exists()
    made = desk.post(new(club), typed)
    competition = Competition.objects.get()
    assert made.url == f"/competitions/{competition.pk}/setup/"
    assert competition.kind == "tournament"
    assert competition.match_play == {"mode": "bell", "hands": None, "minutes": 25}
    stage = Stage.objects.get()
    assert (stage.kind, stage.draw["rounds"]) == ("swiss", 7)
    hub = desk.get(made.url).content.decode()
    assert "0 of 7 rounds are drawn" in hub
    assert "bell" in hub


def test_a_championship_plans_a_knockout_best_of_three(desk: Client, club: Club) -> None:
    made = desk.post(new(club), {"start": "championship", "name": "Cup", "preset": "cape-breton"})
    stage = Stage.objects.get()
    assert (stage.kind, stage.best_of, stage.rounds.count()) == ("knockout", 3, 0)
    assert "The bracket: knockout" in desk.get(made.url).content.decode()


def test_a_league_takes_no_more_than_a_name(desk: Client, club: Club) -> None:
    desk.post(new(club), {"start": "league", "name": "Tuesday league", "preset": "long"})
    competition = Competition.objects.get()
    assert (competition.kind, competition.stages.count()) == ("league", 0)
    assert competition.match_play["mode"] == "target"
    answer = desk.post(new(club), {"start": "league", "name": "Tuesday league", "preset": "long"})
    assert answer.status_code == 422
    assert "already has a competition called Tuesday league" in answer.content.decode()


def test_last_years_copy_has_its_rules_and_if_wanted_its_entries(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    old = make_competition(
        entries=3,
        preset="long",
        match_play={"mode": "hands", "hands": 12, "minutes": None},
        money={"fee": 500},
        sheets={"acceptance": "other", "window": 24},
        notes="Five dollars",
    )
    add_stage(old, StagePlan(kind="swiss", rounds=6), by=organizer)
    left = old.entries.first()
    left.state, left.left_after = "withdrawn", 1
    left.save()
    page = f"/competitions/{old.pk}/copy/"
    assert old.name in desk.get(new(old.club)).content.decode()
    assert desk.post(page, {"name": old.name}).status_code == 422
    desk.post(page, {"name": "Next winter", "entries": "on"})
    made = Competition.objects.get(name="Next winter")
    assert (made.rule_set, made.match_play, made.money, made.sheets, made.notes) == (
        old.rule_set, old.match_play, old.money, old.sheets, old.notes,
    )  # fmt: skip
    assert made.standings_rules["lot_seed"] != old.standings_rules["lot_seed"]
    assert made.copied_from == old
    assert (made.state, made.rehearsal) == ("draft", False)
    assert made.entries.count() == 2
    assert Entrant.objects.filter(competition=made).count() == 4
    assert made.stages.get().draw["rounds"] == 6
    desk.post(page, {"name": "Without them"})
    assert Competition.objects.get(name="Without them").entries.count() == 0


def test_a_copy_keeps_the_divisions_with_its_own_entries_and_draws(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    old = make_competition(entries=5)
    first = list(old.entries.order_by("pk").values_list("pk", flat=True))
    plan = (
        Planned(name="Premier", entries=tuple(first[:2])),
        Planned(name="First", entries=tuple(first[2:])),
    )
    plan_divisions(old, plan, by=organizer)
    pairs = {one.pk: one.partnership_id for one in old.entries.all()}
    page = f"/competitions/{old.pk}/copy/"
    desk.post(page, {"name": "Next winter", "entries": "on"})
    made = Competition.objects.get(name="Next winter")
    new_pairs = {one.pk: one.partnership_id for one in made.entries.all()}
    copied = planned_divisions(made)
    assert [one.name for one in copied] == ["Premier", "First"]
    assert [[new_pairs[entry] for entry in one.entries] for one in copied] == [
        [pairs[entry] for entry in one.entries] for one in plan
    ]
    assert desk.get(f"/competitions/{made.pk}/divisions/").status_code == 200
    desk.post(page, {"name": "Nobody yet"})
    empty = Competition.objects.get(name="Nobody yet")
    assert [(one.name, one.entries) for one in planned_divisions(empty)] == [
        ("Premier", ()), ("First", ())
    ]  # fmt: skip
    for part in ("divisions", "setup", "draw"):
        assert desk.get(f"/competitions/{empty.pk}/{part}/").status_code == 200


def test_a_rehearsal_is_played_unseen_and_thrown_away_by_typing_its_name(
    desk: Client,
    client_of: Callable[..., Client],
    make_competition: Make,
    organizer: User,
    scorekeeper: User,
) -> None:
    real = make_competition(entries=5, name="Saturday", state="open")
    add_stage(real, StagePlan(kind="swiss", rounds=2), by=organizer)
    page = f"/competitions/{real.pk}/copy/?rehearsal=1"
    form = desk.get(page).context["form"]
    assert (form["name"].value(), form["rehearsal"].value()) == ("Saturday, rehearsal", True)
    desk.post(page, {"name": "Saturday, rehearsal", "entries": "on", "rehearsal": "on"})
    copy = Competition.objects.get(rehearsal=True)
    night = draw_next_round(copy.stages.get(), number=1, by=organizer)
    publish_rounds(copy, [night], by=organizer)
    match = night.matches.first()
    record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)

    for user in (None, scorekeeper):
        other = client_of(user)
        assert other.get(f"/competitions/{copy.pk}/standings/").status_code == 404
        assert other.get(f"/matches/{match.pk}/").status_code == 404
        assert "rehearsal" not in other.get("/").content.decode()
        assert "rehearsal" not in other.get(f"/clubs/{copy.club.slug}/").content.decode()
    player: Player = match.entry_a.partnership.first
    assert "rehearsal" not in desk.get(f"/players/{player.pk}/").content.decode()
    assert desk.get(f"/matches/{match.pk}/").status_code == 200

    away = f"/competitions/{copy.pk}/delete/"
    wrong = desk.post(away, {"typed": "Saturday"})
    assert wrong.status_code == 422
    assert "Type the name as it stands: Saturday, rehearsal" in wrong.content.decode()
    assert desk.post(away, {"typed": " saturday,  rehearsal "}).status_code == 302
    assert list(Competition.objects.all()) == [real]
    assert not Match.objects.exists()
    assert Partnership.objects.count() == 5
    assert AuditEntry.objects.filter(verb="delete_competition", club=real.club).exists()


@pytest.mark.parametrize("page", ["copy/", "delete/", "stages/new/"])
def test_only_organizers_come_to_the_pages(
    page: str,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
    make_competition: Make,
) -> None:
    league = make_competition(rehearsal=page == "delete/")
    hidden = 404 if league.rehearsal else 403
    answers = {
        name: client_of(user).get(f"/competitions/{league.pk}/{page}").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": hidden, "scorekeeper": hidden,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
