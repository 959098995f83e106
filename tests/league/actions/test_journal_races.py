"""Two writes at once never follow the same entry of the log."""

import pytest

from league.actions.adjustments import add_adjustment
from league.actions.players import add_player
from league.models import AuditEntry
from league.queries.audit_chain import chains
from tests.league.actions.test_hand_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_writes_at_once_stand_one_after_the_other_in_their_chains(
    make_competition, organizer, owner, club
):
    league = make_competition(entries=2)
    one, other = league.entries.all()

    def penalty(entry, points, by):
        add_adjustment(league, entry, match_points=points, points=0, reason="late", by=by)

    for time in range(10):
        results = at_once(
            lambda points=time: penalty(one, -points - 1, organizer),
            lambda points=time: penalty(other, -points - 1, owner),
            lambda number=time: add_player(club, name=f"Anne {number}", by=organizer),
            lambda number=time: add_player(club, name=f"Joe {number}", by=owner),
        )
        assert not any(isinstance(result, Exception) for result in results)
    assert {(one.chain, one.entries, one.fault) for one in chains()} == {
        (f"competition:{league.pk}", 20, ""),
        (f"club:{club.pk}", 20, ""),
    }
    assert AuditEntry.objects.count() == 40
