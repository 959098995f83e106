"""Somebody else deletes the thing between the look and the write: 404, and nothing is stored."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.actions.clubs import delete_club
from league.actions.competitions import delete_competition
from league.actions.stages import StagePlan, add_stage, remove_stage
from league.models import AuditEntry, Competition, Player, Stage, User

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("view", "action", "what", "sent"),
    [
        ("competitions", "rename_competition", "competition", {"name": "Summer"}),
        ("stages", "edit_stage", "stage", {"rounds": "4"}),
        ("players", "add_player", "club", {"name": "Zoe Zinck"}),
        ("players", "rename_player", "club", {"name": "Zoe Zinck"}),
    ],
)
def test_what_is_deleted_meanwhile_is_not_there(
    view: str,
    action: str,
    what: str,
    sent: dict[str, str],
    make_competition: Make,
    owner: User,
    client_of: Callable[..., Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    league: Competition = make_competition(entries=2, state="open", kind="tournament")
    stage: Stage = add_stage(league, StagePlan(kind="swiss", rounds=3), by=owner)
    player: Player = league.entries.earliest("pk").partnership.first
    module = __import__(f"league.views.{view}", fromlist=[action])
    real, written = getattr(module, action), []

    def deleted_first(*args: Any, **kwargs: Any) -> Any:
        if what == "competition":
            delete_competition(league, by=owner)
        elif what == "stage":
            remove_stage(stage, by=owner)
        else:
            delete_club(league.club, by=owner)
        written.append(AuditEntry.objects.count())
        return real(*args, **kwargs)

    monkeypatch.setattr(module, action, deleted_first)
    address = {
        "rename_competition": f"/competitions/{league.pk}/edit/",
        "edit_stage": f"/stages/{stage.pk}/edit/",
        "add_player": f"/clubs/{league.club.slug}/players/new/",
        "rename_player": f"/players/{player.pk}/edit/",
    }[action]
    answer = client_of(owner).post(address, sent)
    assert answer.status_code == 404
    assert "Nothing here" in answer.content.decode()
    assert [AuditEntry.objects.count()] == written
    assert not Player.objects.filter(name="Zoe Zinck").exists()
