"""The sides write the totals of their match themselves, without hands."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.acceptance import hand_in
from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_closed
from league.actions.results import Totals, check_new_totals, store_totals
from league.models import Actor, Match
from league.queries.matches import MatchSide, MatchView, load_match
from league.queries.results import stamp_of_totals
from league.queries.sheets_rules import sheets_rules


@transaction.atomic
def report_totals(
    match: Match, totals: Sequence[Totals], *, side: MatchSide, stamp: str, by: Actor
) -> None:
    """Store the totals of a match as `side` reports them, and hand them in: the other side answers.

    `totals` are by side of the match, whoever reports; `stamp` is what stood when the form was
    shown (`stamp_of_totals`): StaleEdit when that has changed. Raises ActionError where the
    competition does not allow it, for a match with hands or that these totals do not end, and while
    a report waits: that one is accepted or disputed.
    """
    locked = lock_match(match)
    rules = sheets_rules(locked.round.stage.competition)
    if not rules.sides_report or rules.acceptance == "blind":
        raise ActionError(_("Here an organizer writes the totals."))
    refuse_closed(locked, by)
    view = load_match(locked)
    if stamp_of_totals(view) != stamp:
        raise StaleEdit(
            _("Somebody else has written this result meanwhile."), stored=view, offered=totals
        )
    if not totals:
        raise ActionError(_("Write the totals of the game."))
    check_new_totals(view, totals)
    before = _figures(view)
    store_totals(locked, view, totals, by=by)
    after = load_match(locked)
    if not after.over:
        raise ActionError(
            _("It stands %(a)d – %(b)d in games: the match is not over. Write every game.")
            % {"a": after.score.games_a, "b": after.score.games_b}
        )
    hand_in(locked, side=side, by=by)
    write_entry(
        "report_totals",
        f"match:{locked.pk}",
        by=by,
        match=locked,
        before=before,
        after={
            "side": side,
            **_figures(after),
            "early": [one.number for one in totals if one.early],
        },
    )
    settle_match(locked, by=by)


def _figures(view: MatchView) -> dict[str, object]:
    return {"games": [[game.number, game.a, game.b] for game in view.games], "winner": view.winner}
