"""Where partners rotate, two players change places in a round by hand: checked and marked."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.player_seats import exchange_players
from league.actions.swaps import lock_to_change, refuse_begun, same_swap, told_swap
from league.models import Match, Player, Round, Stage, User
from league.queries.player_seats import objections_to_seats, seats_of
from league.words.draws import player_objection_sentence


@transaction.atomic
def swap_players(
    round: Round,
    one: Player,
    other: Player,
    *,
    reason: str,
    count: int,
    anyway: bool = False,
    by: User,
) -> None:
    """Put two players of a round in each other's place; one of them may sit out, or sit opposite.

    As `swap_entries`: only tables at which nothing is written, marked for everybody with who and
    why, `count` changes by hand seen (StaleEdit otherwise), taken back by `undo_swap`. Raises
    ActionError without a reason, for two partners, and (on field "anyway") where two would be
    partners or opponents again or meet within one club, unless `anyway`.
    """
    locked, found = lock_to_change(round)
    if found.stage.kind != Stage.Kind.ROTATING:
        raise ActionError(_("Partnerships play here: two of them change places together."))
    swaps = list(found.draw.get("swaps", []))
    if len(swaps) == count + 1 and same_swap(swaps[-1], one.pk, other.pk, by):
        return
    seats = seats_of(found)
    if len(swaps) != count or one.pk not in seats or other.pk not in seats:
        raise StaleEdit(
            _("The round has changed meanwhile. Look again."), stored=None, offered=None
        )
    here, there = seats[one.pk], seats[other.pk]
    if one.pk == other.pk:
        raise ActionError(_("Choose two different players."), field="other")
    if here.partner is not None and here.partner.pk == other.pk:
        raise ActionError(_("These two are partners: nothing would change."), field="other")
    if here.match is None and there.match is None:
        raise ActionError(_("Both sit out: nothing would change."), field="other")
    if not reason:
        raise ActionError(_("Say why: everybody sees it beside the table."), field="reason")
    against = objections_to_seats(found, here, there)
    if against and not anyway:
        said = [player_objection_sentence(it.code, it.one, it.other, it.rounds) for it in against]
        raise ActionError(" ".join(said), field="anyway")
    refuse_begun(here.match, there.match)
    exchange_players(locked, found, here, there)
    touched = list(dict.fromkeys(seat.match.pk for seat in (here, there) if seat.match is not None))
    swaps.append({**told_swap(one.pk, other.pk, touched, reason, by), "players": True})
    found.draw = {**found.draw, "swaps": swaps}
    found.save(update_fields=["draw"])
    Match.objects.filter(pk__in=touched).update(made_by=by, made_reason=reason)
    write_entry(
        "swap_players",
        f"round:{found.pk}",
        by=by,
        competition=locked,
        after={"players": [one.pk, other.pk], "against": [item.code for item in against]},
        reason=reason,
    )
