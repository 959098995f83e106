"""Two organizers who decide at the same moment whose account a player is."""

import pytest

from league.actions.claims import claim_player, confirm_claim
from league.models import Claim, Player
from tests.league.actions.test_accounts import at_once


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_claims_confirmed_at_once_make_one_account_the_player(
    make_player, member, scorekeeper, organizer, owner
):
    for _again in range(5):
        player = make_player()
        claims = [claim_player(player, by=user) for user in (member, scorekeeper)]
        said = at_once(
            lambda claims=claims: confirm_claim(claims[0], by=organizer),
            lambda claims=claims: confirm_claim(claims[1], by=owner),
        )
        assert said.count("done") == 1
        states = sorted(Claim.objects.filter(player=player).values_list("state", flat=True))
        assert states == ["confirmed", "declined"]
        confirmed = Claim.objects.get(player=player, state="confirmed")
        assert Player.objects.get(pk=player.pk).user_id == confirmed.user_id
