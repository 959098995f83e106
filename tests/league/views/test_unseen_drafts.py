"""While a draft waits, nothing a guest can reach tells of it: not even the fingerprint moves."""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.draws import DrawPlan, draw_stage
from league.actions.next_rounds import delete_round, draw_next_round, redraw_round
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Competition, Entrant, Partnership, Player, Round, Stage, User
from league.queries.stages import hash_of
from tests.league.actions.test_departures import play_rounds
from tests.league.every_page import every_page

Make = Callable[..., Competition]


@pytest.fixture(autouse=True)
def clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one minute for the whole test: pages tell as of when they are."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 30, 1, 0, tzinfo=UTC))


@pytest.fixture
def guest(client_of: Callable[..., Client]) -> Client:
    return client_of(None)


def seen(guest: Client, competition: Competition) -> dict[str, str]:
    return every_page(guest, f"/competitions/{competition.pk}/", most_of_a_kind=3)


def fingerprint(guest: Client, stage: Stage) -> str:
    return str(guest.get(f"/stages/{stage.pk}/").context["next_hash"])


@pytest.mark.parametrize("kind", ["swiss", "random", "rotating"])
def test_a_draft_drawn_drawn_again_and_dropped_moves_no_page_of_a_guest(
    kind: str,
    guest: Client,
    make_competition: Make,
    make_player: Callable[..., Player],
    organizer: User,
) -> None:
    evening = make_competition(entries=0 if kind == "rotating" else 6, state="open")
    stage = add_stage(evening, StagePlan(kind=kind, rounds=2), by=organizer)
    if kind == "rotating":
        for _number in range(9):
            Entrant.objects.create(competition=evening, player=make_player())
    for number in (1, 2):
        stage.refresh_from_db()
        before, announced = seen(guest, evening), fingerprint(guest, stage)
        assert announced == hash_of(stage.draw["next_seed"])
        draft = draw_next_round(stage, number=number, by=organizer)
        assert seen(guest, evening) == before
        redraw_round(draft, seen=hash_of(draft.draw["seed"]), by=organizer)
        assert seen(guest, evening) == before
        delete_round(Round.objects.get(pk=draft.pk), by=organizer)
        assert seen(guest, evening) == before
        draft = draw_next_round(stage, number=number, by=organizer)
        assert seen(guest, evening) == before
        publish_rounds(evening, [draft], by=organizer)
        page = guest.get(f"/stages/{stage.pk}/").content.decode()
        assert draft.draw["seed"].endswith("/3")
        assert f"{draft.draw['seed']}</code>" in page
        assert sha256(draft.draw["seed"][:-2].encode()).hexdigest() == announced
        assert announced in page
        assert "Drawn 2 times before and thrown away." in page
        play_rounds([draft], organizer)


def test_who_plays_with_whom_in_a_draft_has_no_page_yet(
    guest: Client, make_competition: Make, make_player: Callable[..., Player], organizer: User
) -> None:
    evening = make_competition(entries=0, state="open")
    stage = add_stage(evening, StagePlan(kind="rotating", rounds=2), by=organizer)
    for _number in range(4):
        Entrant.objects.create(competition=evening, player=make_player())
    draft = draw_next_round(stage, number=1, by=organizer)
    pages = [f"/partnerships/{pair.pk}/" for pair in Partnership.objects.all()]
    assert [guest.get(page).status_code for page in pages] == [404, 404]
    publish_rounds(evening, [draft], by=organizer)
    assert [guest.get(page).status_code for page in pages] == [200, 200]


def test_a_deleted_round_is_drawn_with_the_seed_announced_when_it_came_out(
    guest: Client, make_competition: Make, organizer: User
) -> None:
    """The seed of the deleted one is known by now, so it draws nothing more."""
    evening = make_competition(entries=4, state="open")
    stage = add_stage(evening, StagePlan(kind="swiss", rounds=3), by=organizer)
    draft = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(evening, [draft], by=organizer)
    announced = fingerprint(guest, stage)
    delete_round(Round.objects.get(pk=draft.pk), reason="too early", by=organizer)
    assert fingerprint(guest, stage) == announced
    again = draw_next_round(stage, number=1, by=organizer)
    assert hash_of(again.draw["seed"]) == announced
    assert fingerprint(guest, stage) == announced


def test_a_draft_of_a_round_robin_or_of_a_bracket_moves_no_page_of_a_guest(
    guest: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=4, state="open")
    before = seen(guest, league)
    starts = [datetime(2026, 12, 1 + turn, 23, tzinfo=UTC) for turn in range(3)]
    plan = DrawPlan(seed="ceilidh", legs=1, starts=starts, told={})
    stage = draw_stage(league, plan, replaces=None, by=organizer)
    assert seen(guest, league) == before
    publish_rounds(league, list(stage.rounds.all()), by=organizer)
    play_rounds(list(stage.rounds.all()), organizer)
    before = seen(guest, league)
    cup = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="entered")
    made = make_bracket(league, cup, by=organizer)
    assert seen(guest, league) == before
    assert guest.get(reverse("bracket", args=[made.pk])).status_code == 404
