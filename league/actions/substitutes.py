"""Somebody sits in for a player: the pair keeps the result, the substitute his own record."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_closed
from league.models import Lineup, Match, Player, Seating, User


@transaction.atomic
def add_substitute(match: Match, *, out: int, player: Player, game: int | None, by: User) -> Lineup:
    """`player` sits in for the player with the id `out`, in game `game` or (None) all of them.

    Games already seated are seated again with him, hands and all: they are his. Said twice,
    nothing happens the second time. Raises ActionError when `out` does not play this match, has
    a substitute there already, or `player` sits at a table of this round.
    """
    match = lock_match(match)
    refuse_closed(match, by, signed=True)
    lineup = list(Lineup.objects.filter(match=match).select_related("player"))
    regular = next(
        (one for one in lineup if one.player_id == out and one.substitute_for_id is None), None
    )
    if regular is None:
        raise ActionError(_("Choose one of the four who were drawn."), field="out")
    for one in lineup:
        if one.substitute_for_id == out and (one.game == game or None in (one.game, game)):
            if (one.player_id, one.game) == (player.pk, game):
                return one
            raise ActionError(
                _("%(name)s sits in there already. Take that back first.") % {"name": one.player},
                field="player",
            )
    seated = Lineup.objects.filter(round=match.round_id, player=player).select_related("match")
    if (other := seated.first()) is not None:
        raise ActionError(
            _("%(name)s sits at %(table)s of this round.")
            % {"name": player, "table": str(other.match).lower()},
            field="player",
        )
    if game is not None and not 1 <= game <= match.round.stage.best_of:
        raise ActionError(_("This match has no game %(n)d.") % {"n": game}, field="game")
    made = Lineup.objects.create(
        round=match.round,
        match=match,
        side=regular.side,
        player=player,
        substitute_for_id=out,
        game=game,
    )
    _seatings(match, out, game).update(player=player)
    write_entry(
        "add_substitute",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"out": out, "in": player.pk, "game": game},
    )
    return made


@transaction.atomic
def remove_substitute(substitute: Lineup, *, by: User) -> None:
    """It was not so: the regular player has played. Gone already, nothing happens."""
    match = lock_match(substitute.match)
    refuse_closed(match, by, signed=True)
    found = Lineup.objects.filter(pk=substitute.pk, substitute_for__isnull=False).first()
    if found is None:
        return
    if match.signed_by_id == found.player_id:
        raise ActionError(_("The substitute has signed the sheet: open it again first."))
    _seatings(match, found.player_id, None).update(player_id=found.substitute_for_id)
    found.delete()
    write_entry(
        "remove_substitute",
        f"match:{match.pk}",
        by=by,
        match=match,
        before={"out": found.substitute_for_id, "in": found.player_id, "game": found.game},
    )


def _seatings(match: Match, player: int, game: int | None) -> QuerySet[Seating]:
    found = Seating.objects.filter(game__match=match, player=player)
    return found if game is None else found.filter(game__number=game)
