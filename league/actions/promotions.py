"""Promotion and relegation: this season's tables make next season's divisions."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.divisions import plan_divisions
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, User
from league.queries.divisions import Planned
from league.queries.promotions import Settled, promotion_of
from scoring.divisions import Exchange
from scoring.season import SeasonError


@transaction.atomic
def promote(
    competition: Competition,
    into: Competition,
    exchanges: Sequence[Exchange],
    *,
    settled: Settled,
    way: str = "",
    by: User,
) -> tuple[Planned, ...]:
    """Set the divisions of `into` from the tables of `competition`. Gives them, top first.

    Partnerships that are not entered there are left out, new ones come into the lowest
    division. `settled` has the order of those tied at a line, `way` says how it was found.
    Raises ActionError while a line is tied, and as `plan_divisions` does.
    """
    locked = lock_competition(into)
    if into.pk == competition.pk:
        raise ActionError(_("Choose the next season."), field="into")
    try:
        promotion = promotion_of(competition, exchanges, settled)
    except SeasonError as problem:
        raise ActionError(exchange_words(problem)) from problem
    if promotion.after is None:
        raise ActionError(_("Some are level at a line. Say in which order they were put."))
    if settled and not way:
        raise ActionError(_("Say how the tie was decided."), field="way")
    entered = dict(locked.entries.values_list("partnership_id", "pk"))
    placed = [
        [
            entered.pop(pair)
            for pair in (promotion.entry(name).partnership_id for name in names)
            if pair in entered
        ]
        for names in promotion.after.divisions
    ]
    placed[-1] += sorted(entered.values())
    planned = tuple(
        Planned(name=one.name, entries=tuple(entries))
        for one, entries in zip(promotion.divisions, placed, strict=True)
    )
    plan_divisions(locked, planned, by=by)
    write_entry(
        "promote",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        after={
            "from": competition.pk,
            "exchanges": [[one.down, one.up] for one in exchanges],
            "moves": [
                [promotion.entry(m.entry).pk, m.before, m.after] for m in promotion.after.moves
            ],
            "settled": [[*line, *order] for line, order in settled.items()],
        },
        reason=way,
    )
    return planned


def exchange_words(problem: SeasonError) -> str:
    """Why so many cannot change divisions."""
    if problem.code == "too_few":
        return _("%(leaving)s would leave a division of %(entries)s. Write smaller numbers.") % {
            "leaving": problem.params["leaving"],
            "entries": problem.params["entries"],
        }
    return _("Those orders contradict each other: somebody would go up and down.")
