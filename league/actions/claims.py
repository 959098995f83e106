"""Whose record is whose: a member says it, an organizer of the club confirms it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.models import Claim, Club, Player, User
from league.permissions import role_in


def claim_player(player: Player, *, by: User) -> Claim:
    """Say that this player is oneself. Saying it again changes nothing.

    Raises ActionError when the player belongs to an account already, or when the claimer has no
    role in the player's club (any more).
    """
    with transaction.atomic():
        player, club = _locked(player)
        if role_in(by, club) is None:
            raise ActionError(_("Only people of the club can say that."))
        if player.forgotten_at is not None:
            raise ActionError(_("That name is not free to choose any more. Choose again."))
        if player.user_id == by.pk:
            raise ActionError(_("You are %(name)s already.") % {"name": player.own_name})
        if player.user_id is not None:
            raise ActionError(
                _("%(name)s belongs to another account. An organizer of your club can part them.")
                % {"name": player.called}
            )
        claim, made = Claim.objects.get_or_create(player=player, user=by, state=Claim.State.WAITING)
        if made:
            _write("claim_player", claim, by=by, club=club)
    return claim


def confirm_claim(claim: Claim, *, by: User) -> Claim:
    """The account is the player's from now on; other claims on the player are declined.

    Raises ActionError when it was decided before, or the player belongs to an account meanwhile.
    """
    with transaction.atomic():
        claim, club = _waiting(claim)
        player = claim.player
        if player.user_id not in (None, claim.user_id):
            raise ActionError(
                _("%(name)s belongs to another account meanwhile.") % {"name": player.called}
            )
        player.user_id = claim.user_id
        player.save(update_fields=["user"])
        _decide(claim, Claim.State.CONFIRMED, by=by)
        _write("confirm_claim", claim, by=by, club=club)
        for other in player.claims.filter(state=Claim.State.WAITING):
            _decide(other, Claim.State.DECLINED, by=by)
            _write("decline_claim", other, by=by, club=club)
    return claim


def decline_claim(claim: Claim, *, by: User) -> Claim:
    """No: the record stays nobody's. Raises ActionError when it was decided before."""
    return _end(claim, Claim.State.DECLINED, "decline_claim", by=by)


def withdraw_claim(claim: Claim, *, by: User) -> Claim:
    """The claimer takes it back. Raises ActionError when it was decided before."""
    return _end(claim, Claim.State.WITHDRAWN, "withdraw_claim", by=by)


def withdraw_claims_in(club: Club, user: User, *, by: User) -> None:
    """Inside the caller's transaction: whoever leaves a club waits for nothing there any more."""
    waiting = Claim.objects.filter(user=user, player__club=club, state=Claim.State.WAITING)
    for claim in waiting.select_related("player"):
        _decide(claim, Claim.State.WITHDRAWN, by=by)
        _write("withdraw_claim", claim, by=by, club=club)


def part_player(player: Player, *, by: User) -> bool:
    """The player is no account's any more; the record stays. False when it was none's before."""
    with transaction.atomic():
        player, club = _locked(player)
        if player.user_id is None:
            return False
        before = {"player": player.pk, "user": player.user_id}
        player.user = None
        player.save(update_fields=["user"])
        write_entry("part_player", f"player:{player.pk}", by=by, club=club, before=before)
    return True


def _end(claim: Claim, state: str, verb: str, *, by: User) -> Claim:
    with transaction.atomic():
        claim, club = _waiting(claim)
        _decide(claim, state, by=by)
        _write(verb, claim, by=by, club=club)
    return claim


def _locked(player: Player) -> tuple[Player, Club]:
    # The club's row is the lock: two organizers who decide at once come one after the other.
    club = Club.objects.select_for_update().get(pk=player.club_id)
    return Player.objects.get(pk=player.pk), club


def _waiting(claim: Claim) -> tuple[Claim, Club]:
    club = Club.objects.select_for_update().get(pk=claim.player.club_id)
    claim = Claim.objects.select_related("player").get(pk=claim.pk)
    if claim.state != Claim.State.WAITING:
        raise ActionError(_("That was decided before."))
    return claim, club


def _decide(claim: Claim, state: str, *, by: User) -> None:
    claim.state, claim.decided_at, claim.decided_by = state, timezone.now(), by
    claim.save(update_fields=["state", "decided_at", "decided_by"])


def _write(verb: str, claim: Claim, *, by: User, club: Club) -> None:
    after = {"player": claim.player_id, "user": claim.user_id}
    write_entry(verb, f"claim:{claim.pk}", by=by, club=club, after=after)
