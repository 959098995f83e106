"""Rounds drawn one by one, through the pages: a draft, why these meet, missing sheets, the seed."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.actions.results import Totals, record_totals
from league.actions.stages import StagePlan, add_stage
from league.models import AuditEntry, Bye, Competition, Match, Round, Stage, User
from league.queries.standings import standings_of

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(make_competition: Make, organizer: User) -> Stage:
    """A Swiss evening of seven partnerships in three rounds, nothing drawn."""
    competition = make_competition(entries=7, state="open", kind="tournament")
    return add_stage(competition, StagePlan(kind="swiss", rounds=3), by=organizer)


def draw(desk: Client, stage: Stage, number: int, **more: str) -> Any:
    return desk.post(f"/stages/{stage.pk}/draw/", {"number": str(number), **more})


def publish(desk: Client, stage: Stage) -> Round:
    found = stage.rounds.order_by("number").last()
    assert found is not None
    desk.post(f"/rounds/{found.pk}/publish/")
    found.refresh_from_db()
    return found


def play(found: Round, by: User, *, leave: int = 0) -> None:
    """The first side wins every match; the last `leave` tables write nothing."""
    matches = list(found.matches.order_by("table"))
    for match in matches[: len(matches) - leave]:
        totals = [Totals(number=1, a=500 + match.table, b=300 - match.table)]
        record_totals(match, totals, stamp="", by=by)


def pairs(found: Round) -> set[frozenset[int]]:
    return {frozenset([match.entry_a_id, match.entry_b_id]) for match in found.matches.all()}


def test_a_swiss_evening_goes_round_by_round(
    desk: Client, client_of: Callable[..., Client], evening: Stage, organizer: User
) -> None:
    met: set[frozenset[int]] = set()
    for number in (1, 2, 3):
        assert draw(desk, evening, number).status_code == 302
        found = publish(desk, evening)
        assert found.state == "published"
        assert not met & pairs(found)
        met |= pairs(found)
        play(found, organizer)
    assert Bye.objects.values("entry").distinct().count() == 3
    table = standings_of(evening.competition)
    assert (table.round_done, table.rounds_total) == (3, 3)
    assert all(place.row.played + place.row.byes == 3 for place in table.rows)
    page = desk.get(f"/stages/{evening.pk}/").content.decode()
    assert "All planned rounds are drawn." in page
    assert draw(desk, evening, 4).status_code == 422
    setup = desk.get(f"/competitions/{evening.competition_id}/setup/")
    assert setup.context["next"].step == "play"
    public = client_of(None).get(f"/stages/{evening.pk}/").content.decode()
    assert "First round: nobody has points yet, so the lot decided." in public
    assert "Both have" in public
    assert "First round: the lot decided." in public
    assert "The lowest who has had no bye yet." in public


def test_a_draft_is_seen_by_organizers_alone(
    desk: Client, client_of: Callable[..., Client], evening: Stage
) -> None:
    draw(desk, evening, 1)
    found = evening.rounds.get()
    names = str(found.matches.first().entry_a.partnership.first.name)
    assert names in desk.get(f"/stages/{evening.pk}/").content.decode()
    guest = client_of(None)
    page = guest.get(f"/stages/{evening.pk}/").content.decode()
    assert names not in page
    assert found.draw["seed"] not in page
    for address in (
        f"/matches/{found.matches.first().pk}/",
        f"/rounds/{found.pk}/print/tables/",
        f"/rounds/{found.pk}/print/names/",
    ):
        assert guest.get(address).status_code == 404


def test_the_hash_is_shown_before_and_its_seed_after(
    desk: Client, client_of: Callable[..., Client], evening: Stage
) -> None:
    guest = client_of(None)
    before = guest.get(f"/stages/{evening.pk}/").context["next_hash"]
    draw(desk, evening, 1)
    found = publish(desk, evening)
    page = guest.get(f"/stages/{evening.pk}/").content.decode()
    seed = found.draw["seed"]
    assert seed in page
    assert sha256(seed.encode()).hexdigest() == before
    assert guest.get(f"/stages/{evening.pk}/").context["next_hash"] != before


def test_missing_sheets_stop_the_draw_and_are_named_until_it_is_forced(
    desk: Client, client_of: Callable[..., Client], evening: Stage, organizer: User
) -> None:
    draw(desk, evening, 1)
    play(publish(desk, evening), organizer, leave=1)
    refused = draw(desk, evening, 2)
    assert refused.status_code == 422
    assert "No result yet from: round 1, table 3." in refused.content.decode()
    assert evening.rounds.count() == 1
    assert draw(desk, evening, 2, with_missing="on").status_code == 302
    found = publish(desk, evening)
    assert found.draw["missing"] == [[1, 3]]
    page = client_of(None).get(f"/stages/{evening.pk}/").content.decode()
    assert "Drawn on purpose before these results were in: round 1, table 3." in page


def test_a_second_click_draws_nothing_new(desk: Client, evening: Stage) -> None:
    draw(desk, evening, 1)
    before = pairs(evening.rounds.get())
    assert draw(desk, evening, 1).status_code == 302
    assert pairs(evening.rounds.get()) == before
    assert AuditEntry.objects.filter(verb="draw_round").count() == 1
    assert draw(desk, evening, 2).status_code == 422
    assert draw(desk, evening, 7).status_code == 409


def test_a_draft_is_drawn_again_and_everybody_sees_how_often(
    desk: Client, client_of: Callable[..., Client], evening: Stage
) -> None:
    draw(desk, evening, 1)
    found = evening.rounds.get()
    seen = sha256(found.draw["seed"].encode()).hexdigest()
    redraw = f"/rounds/{found.pk}/redraw/"
    assert desk.post(redraw, {"seen": "another"}).status_code == 409
    assert desk.post(redraw, {"seen": seen}).status_code == 302
    found.refresh_from_db()
    assert sha256(found.draw["seed"].encode()).hexdigest() != seen
    assert found.matches.count() == 3
    publish(desk, evening)
    page = client_of(None).get(f"/stages/{evening.pk}/").content.decode()
    assert "Drawn once before and thrown away." in page
    again = desk.post(redraw, {"seen": sha256(found.draw["seed"].encode()).hexdigest()})
    assert again.status_code == 422
    assert "A published round is not drawn again" in again.content.decode()


def test_a_dropped_draft_leaves_nothing_behind(desk: Client, evening: Stage) -> None:
    draw(desk, evening, 1)
    assert desk.post(f"/rounds/{evening.rounds.get().pk}/delete/").status_code == 302
    assert not Round.objects.exists()
    assert not Match.objects.exists()
    evening.refresh_from_db()
    assert len(evening.draw["discarded"]["1"]) == 1


def test_deleting_the_last_round_leaves_the_standings_of_before(
    desk: Client, evening: Stage, organizer: User
) -> None:
    draw(desk, evening, 1)
    first = publish(desk, evening)
    play(first, organizer)
    before = [place.row for place in standings_of(evening.competition).rows]
    draw(desk, evening, 2)
    second = publish(desk, evening)
    play(second, organizer)
    assert [place.row for place in standings_of(evening.competition).rows] != before

    sent = {"typed": "Round 1", "reason": "x", "with_results": "on"}
    earlier = desk.post(f"/rounds/{first.pk}/delete/", sent)
    assert earlier.status_code == 422
    assert "Only the last round can be deleted" in earlier.content.decode()
    delete = f"/rounds/{second.pk}/delete/"
    sent = {"typed": "Round 2", "reason": "Wrong hall"}
    assert desk.post(delete, {**sent, "reason": ""}).status_code == 422
    assert desk.post(delete, {**sent, "typed": "Round 1"}).status_code == 422
    unsure = desk.post(delete, sent)
    assert unsure.status_code == 422
    assert "Something is written at: table 1, table 2, table 3." in unsure.content.decode()
    assert desk.post(delete, {**sent, "with_results": "on"}).status_code == 302
    assert [place.row for place in standings_of(evening.competition).rows] == before
    entry = AuditEntry.objects.get(verb="delete_round")
    assert entry.reason == "Wrong hall"
    assert entry.before is not None
    assert len(entry.before["results"]) == 3


def test_a_new_entry_drops_the_draft_of_the_first_round(
    desk: Client, evening: Stage, make_partnership: Callable[..., Any]
) -> None:
    draw(desk, evening, 1)
    pair = make_partnership()
    desk.post(
        f"/competitions/{evening.competition_id}/entries/edit/", {"partnerships": str(pair.pk)}
    )
    assert not Round.objects.exists()
    draw(desk, evening, 1)
    assert Match.objects.count() == 4


def test_published_draws_are_made_again_and_a_changed_one_is_found(
    desk: Client, evening: Stage, organizer: User, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2):
        draw(desk, evening, number)
        play(publish(desk, evening), organizer)
    call_command("check_draw")
    said = capsys.readouterr().out
    assert said.count(": equal") == 2
    call_command("check_draw", str(evening.competition_id))
    second = evening.rounds.get(number=2)
    second.draw["pairs"][0].reverse()
    second.save()
    with pytest.raises(CommandError, match="1 of 2 rounds"):
        call_command("check_draw")
    with pytest.raises(CommandError, match="No competition has the number 999999"):
        call_command("check_draw", "999999")


def test_rounds_by_lot_repeat_nobody(desk: Client, make_competition: Make, organizer: User) -> None:
    competition = make_competition(entries=6, state="open")
    stage = add_stage(competition, StagePlan(kind="random", rounds=5), by=organizer)
    met: set[frozenset[int]] = set()
    for number in range(1, 6):
        draw(desk, stage, number)
        found = publish(desk, stage)
        assert not met & pairs(found)
        met |= pairs(found)
        play(found, organizer)
    assert "The lot put them together." in desk.get(f"/stages/{stage.pk}/").content.decode()
    call_command("check_draw")


@pytest.mark.parametrize(("entries", "rounds"), [(21, 5), (10, 7)])
def test_nobody_meets_twice_and_nobody_sits_out_twice(
    entries: int, rounds: int, desk: Client, make_competition: Make, organizer: User
) -> None:
    competition = make_competition(entries=entries, state="open")
    stage = add_stage(competition, StagePlan(kind="swiss", rounds=rounds), by=organizer)
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        draw(desk, stage, number)
        found = publish(desk, stage)
        assert not met & pairs(found)
        met |= pairs(found)
        play(found, organizer)
    byes = list(Bye.objects.values_list("entry", flat=True))
    assert len(byes) == len(set(byes)) == rounds * (entries % 2)
    rows = {place.entry.pk: place.row for place in standings_of(competition).rows}
    assert all(rows[entry].byes == 1 for entry in byes)
    assert sum(row.match_points for row in rows.values()) == rounds * (entries + entries % 2)
    call_command("check_draw")


@pytest.mark.parametrize("entries", range(2, 41, 3))
def test_every_size_draws_its_first_round(
    entries: int, desk: Client, make_competition: Make, organizer: User
) -> None:
    competition = make_competition(entries=entries, state="open")
    stage = add_stage(competition, StagePlan(kind="swiss", rounds=1), by=organizer)
    assert draw(desk, stage, 1).status_code == 302
    assert (Match.objects.count(), Bye.objects.count()) == divmod(entries, 2)


def test_a_stage_is_set_up_changed_and_taken_off(desk: Client, make_competition: Make) -> None:
    competition = make_competition(entries=4, state="open")
    typed = {
        "kind": "swiss", "rounds": "5", "keep_clubs_apart": "on",
        "first_night": "2026-11-28", "clock": "19:00", "minutes": "40",
    }  # fmt: skip
    new = f"/competitions/{competition.pk}/stages/new/"
    assert desk.post(new, typed | {"rounds": "0"}).status_code == 422
    assert desk.post(new, typed | {"clock": ""}).status_code == 422
    assert desk.post(new, typed | {"kind": "bridge"}).status_code == 422
    assert desk.post(new, typed).status_code == 302
    assert desk.post(new, typed).status_code == 302
    stage = Stage.objects.get()
    draw(desk, stage, 1)
    assert stage.rounds.get().starts_at is not None
    edit = f"/stages/{stage.pk}/edit/"
    assert desk.post(edit, typed | {"rounds": "2", "minutes": ""}).status_code == 302
    stage.refresh_from_db()
    assert stage.draw["rounds"] == 2
    away = f"/stages/{stage.pk}/delete/"
    assert desk.post(away, {"typed": "Swiss"}).status_code == 422
    assert Stage.objects.exists()
    desk.post(f"/rounds/{stage.rounds.get().pk}/delete/")
    assert desk.post(away, {"typed": "swiss"}).url.endswith("/setup/")
    assert not Stage.objects.exists()


def test_a_table_set_by_hand_never_says_the_lot_did_it(
    desk: Client, client_of: Callable[..., Client], evening: Stage, organizer: User
) -> None:
    draw(desk, evening, 1)
    found = publish(desk, evening)
    match = found.matches.first()
    assert "Why these meet:" in client_of(None).get(f"/matches/{match.pk}/").content.decode()


@pytest.mark.parametrize("page", ["stages/{stage}/edit/", "rounds/{round}/delete/"])
def test_only_organizers_come_to_the_pages(
    page: str,
    desk: Client,
    evening: Stage,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    draw(desk, evening, 1)
    found = publish(desk, evening)
    address = "/" + page.format(stage=evening.pk, round=found.pk)
    answers = {name: client_of(user).get(address).status_code for name, user in personas.items()}
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip


def test_the_stage_page_asks_as_much_for_24_partnerships_as_for_4(
    client_of: Callable[..., Client],
    desk: Client,
    make_competition: Make,
    organizer: User,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for entries in (4, 24):
        competition = make_competition(entries=entries, name=f"Evening {entries}")
        stage = add_stage(competition, StagePlan(kind="swiss", rounds=3), by=organizer)
        draw(desk, stage, 1)
        play(publish(desk, stage), organizer)
        draw(desk, stage, 2)
        with django_assert_max_num_queries(10):
            client_of(None).get(f"/stages/{stage.pk}/")
        with django_assert_max_num_queries(23):
            desk.get(f"/stages/{stage.pk}/")
