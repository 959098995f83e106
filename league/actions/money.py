"""What is agreed about money, and who has paid."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.errors import StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Entry, User
from league.queries.money import Money, money_of


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
    """Store what entries have paid: id -> (cents that stood when the form was shown, cents now).

    Gives how many changed. Raises StaleEdit, and stores nothing, when somebody else wrote one of
    those that change meanwhile.
    """
    locked = lock_competition(competition)
    found = Entry.objects.select_for_update(of=("self",)).filter(competition=locked, pk__in=paid)
    changed = []
    for entry in found:
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
        write_entry(
            "record_payment",
            f"entry:{entry.pk}",
            by=by,
            competition=locked,
            before={"entry": entry.pk, "paid": before},
            after={"entry": entry.pk, "paid": entry.paid},
        )
    return len(changed)
