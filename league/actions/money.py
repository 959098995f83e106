"""What is agreed about money, and who has paid."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Entrant, Entry, User
from league.queries.money import Money, money_of
from league.queries.stages import rotating


@transaction.atomic
def change_money(competition: Competition, money: Money, *, by: User) -> None:
    """Store fee, prizes and pots; the same again changes nothing. The log keeps what stood."""
    locked = lock_competition(competition)
    if money == money_of(locked):
        return
    before = locked.money
    locked.money = {
        "fee": money.fee,
        "prizes": {"kind": money.kind, "places": list(money.prizes), "rest": money.rest},
        "pots": [
            {
                "paid_to": pot.paid_to,
                "per_bait": pot.per_bait,
                "stake": pot.stake,
                "most": pot.most,
            }
            for pot in money.pots
        ],
    }
    locked.save(update_fields=["money"])
    write_entry(
        "change_money",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before=before,
        after=locked.money,
    )


@transaction.atomic
def record_payments(
    competition: Competition, paid: Mapping[int, tuple[int, int]], *, by: User
) -> int:
    """Store what entries, or where partners rotate players entered alone, have paid: id -> (cents
    that stood when the form was shown, cents now).

    Gives how many changed. Raises StaleEdit, and stores nothing, when somebody else wrote one of
    those that change meanwhile.
    """
    locked = lock_competition(competition)
    changed: list[tuple[Entry | Entrant, int]] = []
    for entry in _payers(locked, paid):
        was, now = paid[entry.pk]
        if now in (was, entry.paid):
            continue
        if entry.paid != was:
            raise StaleEdit(
                _("Somebody else has written payments meanwhile. Look at them and save again."),
                stored=entry.paid,
                offered=now,
            )
        changed.append((entry, entry.paid))
        entry.paid = now
        entry.save(update_fields=["paid"])
    for entry, before in changed:
        whose = {"player": entry.player_id} if isinstance(entry, Entrant) else {"entry": entry.pk}
        write_entry(
            "record_payment",
            f"{entry._meta.model_name}:{entry.pk}",
            by=by,
            competition=locked,
            before={**whose, "paid": before},
            after={**whose, "paid": entry.paid},
        )
    return len(changed)


def _payers(competition: Competition, paid: Iterable[int]) -> Iterable[Entry | Entrant]:
    """Those of these ids who pay here, locked."""
    if rotating(competition):
        alone = Entrant.objects.filter(competition=competition, entry=None)
        return alone.select_for_update(of=("self",)).filter(pk__in=paid)
    entries = Entry.objects.filter(competition=competition, for_one_round=False)
    return entries.select_for_update(of=("self",)).filter(pk__in=paid)
