"""Deleting, restoring, merging and forgetting, twice at once on real connections: once."""

import contextlib
from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.http import Http404

from league.actions.competitions import delete_competition
from league.actions.deletions import restore_deletion
from league.actions.errors import ActionError
from league.actions.forgetting import forget_player
from league.actions.hands import record_hand
from league.actions.merges import merge_players, undo_merge
from league.models import AuditEntry, Competition, Deletion, Hand, Match, Merge, Player, User
from tests.league.actions.test_next_round_races import at_once
from tests.league.evenings import begin, play, sheet

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 5
Make = Callable[..., Any]


def taps(*acts: Callable[[], object]) -> None:
    """All at once; what is refused is refused with a sentence, or says that it is gone."""

    def tap(act: Callable[[], object]) -> None:
        with contextlib.suppress(ActionError, Http404):
            act()

    at_once(*(partial(tap, act) for act in acts))


def done(verb: str) -> int:
    return AuditEntry.objects.filter(verb=verb, competition=None).count()


@pytest.fixture
def match(make_match: Make, organizer: User) -> Match:
    made: Match = make_match()
    begin(made, organizer)
    play(made, organizer, 96)
    return made


def test_deleted_once_and_restored_once_while_a_hand_comes_in(
    match: Match, organizer: User, owner: User
) -> None:
    league: Competition = match.round.stage.competition
    for turn in range(1, TIMES + 1):
        number = Hand.objects.count() + 1
        dealer = "WNES"[(number - 1) % 4]
        hand = partial(
            record_hand, match, sheet(70, dealer=dealer), client_id=uuid4(), game=1,
            number=number, by=organizer,
        )  # fmt: skip
        delete = [partial(delete_competition, league, by=by) for by in (organizer, owner)]
        taps(delete[0], hand, delete[1])
        assert not Competition.objects.filter(pk=league.pk).exists()
        assert not Hand.objects.exists()
        assert done("delete_competition") == turn
        kept = Deletion.objects.get(restored_at=None)
        hands = sum(row["model"] == "league.hand" for row in kept.rows)
        assert hands in (number - 1, number)
        taps(*(partial(restore_deletion, kept, by=by) for by in (organizer, owner)))
        assert AuditEntry.objects.filter(verb="restore_deleted").count() == turn
        assert Hand.objects.count() == hands
    call_command("verify_audit", stdout=StringIO())
    call_command("verify_scores", stdout=StringIO())


def test_merged_once_taken_back_once_and_forgotten_once(
    match: Match, make_player: Make, organizer: User, owner: User
) -> None:
    gone: Player = match.entry_a.partnership.first
    kept: Player = make_player()
    for turn in range(1, TIMES + 1):
        taps(*(partial(merge_players, kept, gone, by=by) for by in (organizer, owner)))
        assert done("merge_players") == turn
        assert not Player.objects.filter(pk=gone.pk).exists()
        merge = Merge.objects.get(undone_at=None)
        taps(*(partial(undo_merge, merge, by=by) for by in (organizer, owner)))
        assert done("undo_merge") == turn
        assert Player.objects.filter(pk__in=[kept.pk, gone.pk]).count() == 2
    taps(*(partial(forget_player, gone, by=by) for by in (organizer, owner)))
    assert done("forget_player") == 1
    call_command("verify_audit", stdout=StringIO())


def test_merged_or_deleted_at_one_moment_nothing_is_lost(
    match: Match, make_player: Make, organizer: User, owner: User
) -> None:
    league: Competition = match.round.stage.competition
    gone: Player = match.entry_a.partnership.first
    kept: Player = make_player()
    for _turn in range(TIMES):
        taps(
            partial(delete_competition, league, by=owner),
            partial(merge_players, kept, gone, by=organizer),
        )
        waiting = Deletion.objects.get(restored_at=None)
        merge = Merge.objects.filter(undone_at=None).first()
        restore_deletion(waiting, by=owner)
        if merge is not None:
            undo_merge(merge, by=organizer)
        match.refresh_from_db()
        assert match.lineup.filter(player=gone).exists()
        assert not match.lineup.filter(player=kept).exists()
