"""Does what moves places, tables or slots only once that was seen and ticked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.brackets import keep_cut
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.recuts import cut_bracket_again
from league.actions.redraws import draw_round_again, keep_round
from league.models import Actor, Competition, Match, Player
from league.queries.impact_choices import Since, since_match
from league.queries.impacts import Impact, impact_between, picture_of
from league.words.impacts import results_question, stays_sentence

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What is made again from the corrected table, by ids: rounds to draw again (`take_off`: with
    the results at their tables), brackets to cut again. All else is kept as it is."""

    draw_again: frozenset[int] = frozenset()
    take_off: frozenset[int] = frozenset()
    cut_again: frozenset[int] = frozenset()


KEEP = Choices()


class ImpactUnseen(ActionError):
    """Refused, nothing stored: `impact` is what it would move, `choices` what was chosen so far.

    `may_choose`: whether who asked decides what is made again; else it is kept.
    """

    may_choose = True

    def __init__(self, impact: Impact, choices: Choices, message: object = None) -> None:
        super().__init__(
            message or _("This moves what stands. Look at it below, tick it, and save again.")
        )
        self.impact = impact
        self.choices = choices


@transaction.atomic
def act_seen(
    competition: Competition,
    act: Callable[[], Done],
    *,
    seen: str,
    choices: Choices = KEEP,
    match: Match | None = None,
    since: Since | None = None,
    by: Actor,
) -> Done:
    """Do `act`, an action of this competition, and what was chosen about the rounds and brackets
    that were made from the table before; keep both in the log.

    `seen` is the stamp of what was ticked; `match` is the one whose result is another now, else
    `since` the round from which on the table is. Raises ImpactUnseen, and takes everything back,
    when it moves something else, nothing was ticked, or what was chosen cannot be; what `act`
    raises comes through.
    """
    locked = Competition.objects.select_for_update(of=("self",)).get(pk=competition.pk)
    before = picture_of(locked)
    done = act()
    since = since_match(match) if match is not None else since
    impact = impact_between(locked, before, picture_of(locked), since=since)
    if not impact.moves:
        return done
    if impact.stamp != seen:
        raise ImpactUnseen(impact, choices)
    _check(impact, choices)
    _log(locked, impact, choices, match, by)
    for drawn in impact.drawn:
        if drawn.round.pk in choices.draw_again:
            draw_round_again(drawn.round, with_results=bool(drawn.written), by=by)
        else:
            keep_round(drawn.round, by=by)
    for cut in impact.cuts:
        if cut.stage.pk in choices.cut_again:
            cut_bracket_again(cut.stage, by=by)
        elif cut.stays != "tied":  # how a tie is settled is asked at the bracket
            keep_cut(cut.stage, by=by)
    return done


def _check(impact: Impact, choices: Choices) -> None:
    """Refuse what was not offered, and results that would go unsaid."""
    drawn = {one.round.pk: one for one in impact.drawn if not one.stays}
    cuts = {one.stage.pk for one in impact.cuts if not one.stays}
    if choices.draw_again - set(drawn) or choices.cut_again - cuts:
        raise ImpactUnseen(impact, choices, stays_sentence())
    for pk in sorted(choices.draw_again - choices.take_off):
        if drawn[pk].written:
            raise ImpactUnseen(impact, choices, results_question(drawn[pk].round))


def _log(
    locked: Competition, impact: Impact, choices: Choices, match: Match | None, by: Actor
) -> None:
    ranks = [[one.pk, was, now] for one, was, now in impact.ranks]
    alone = any(isinstance(one, Player) for one, _was, _now in impact.ranks)
    rounds = [one.round.pk for one in impact.drawn]
    write_entry(
        "see_impact",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        match=match,
        after={
            "players" if alone else "ranks": ranks,
            "comes": [entry.pk for entry in impact.comes],
            "goes": [entry.pk for entry in impact.goes],
            "slots": len(impact.slots),
            "kept_rounds": [pk for pk in rounds if pk not in choices.draw_again],
            "drawn_again": [pk for pk in rounds if pk in choices.draw_again],
        },
    )
