"""Changes what a competition is played by: rules, match play, points and tie-breaks."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, User
from league.queries.competitions import begun_of
from scoring import LOWERABLE, RuleSet, StandingsRules


@transaction.atomic
def change_rules(
    competition: Competition, *, rules: RuleSet, match_play: Mapping[str, Any], by: User
) -> None:
    """Store the whole rule set and how a game ends.

    They are fixed from the first hand or result on, because every score was made by them:
    ActionError says so with the figures.
    """
    locked = lock_competition(competition)
    begun = begun_of(locked)
    if begun.scored:
        played = ngettext("%(n)d hand", "%(n)d hands", begun.hands) % {"n": begun.hands}
        totals = ngettext("%(n)d result", "%(n)d results", begun.totals) % {"n": begun.totals}
        raise ActionError(
            _("The rules stay as they are: %(hands)s and %(totals)s were scored by them.")
            % {"hands": played, "totals": totals}
        )
    before = {"rules": locked.rule_set, "match_play": locked.match_play}
    after = {"rules": rules.to_json(), "match_play": dict(match_play)}
    locked.rule_set, locked.match_play = after["rules"], after["match_play"]
    locked.save(update_fields=["rule_set", "match_play"])
    write_entry(
        "change_rules",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before=_differing(before, after),
        after=_differing(after, before),
    )


@transaction.atomic
def change_points(
    competition: Competition, *, rules: StandingsRules, reason: str = "", by: User
) -> None:
    """Store points system, ranking and tie-breaks.

    Once something was played, a reason is asked for (ActionError on field "reason").
    """
    locked = lock_competition(competition)
    if not reason and begun_of(locked).anything:
        raise ActionError(
            _("Play has begun: say why the points or tie-breaks change. It is kept in the log."),
            field="reason",
        )
    before, locked.standings_rules = locked.standings_rules, rules.to_json()
    locked.save(update_fields=["standings_rules"])
    write_entry(
        "change_points",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before=before,
        after=locked.standings_rules,
        reason=reason,
    )


@transaction.atomic
def change_strictness(
    competition: Competition, *, lowered: Collection[str], reason: str, by: User
) -> None:
    """Store which faults of a sheet come as warnings (codes of `scoring.LOWERABLE`).

    May change at any time, because no stored score depends on it. Raises ActionError for a
    code that is never lowered, or without a reason.
    """
    locked = lock_competition(competition)
    wanted = sorted(set(lowered))
    if not set(wanted) <= set(LOWERABLE):
        raise ActionError(_("Sums that do not add up are always refused."), field="lowered")
    if not reason:
        raise ActionError(_("Say why, in a few words. The log keeps it."), field="reason")
    before, locked.lowered = locked.lowered, wanted
    if before == wanted:
        return
    locked.save(update_fields=["lowered"])
    write_entry(
        "change_strictness",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before={"lowered": before},
        after={"lowered": wanted},
        reason=reason,
    )


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of `one` that differ from those of `other`, and its match play if it does."""
    mine = {
        name: value for name, value in one["rules"].items() if other["rules"].get(name) != value
    }
    if one["match_play"] != other["match_play"]:
        mine["match_play"] = one["match_play"]
    return mine
