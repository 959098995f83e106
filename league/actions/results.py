"""Results that are not played hand by hand here: totals of games, and forfeits."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.bracket_slots import settle_match
from league.actions.disputes import close_dispute
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.kept_hands import remember_undone
from league.actions.locks import lock_match
from league.actions.matches import mark_corrected, open_unfinished, refuse_final
from league.models import Actor, Competition, Dispute, Game, Match, Round, User
from league.queries.match_states import open_dispute
from league.queries.matches import MatchView, load_match
from league.queries.results import TotalsProblem, check_totals, stamp_of_totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The final totals (points) of one game by side of the match.

    `early`: the game was ended before the target, by the bell or because the hall closed.
    """

    number: int
    a: int
    b: int
    early: bool = False


@transaction.atomic
def record_totals(
    match: Match,
    totals: Sequence[Totals],
    *,
    stamp: str,
    reason: str = "",
    played_after_all: bool = False,
    by: User,
) -> None:
    """Store the totals of games of which no hands are known; a game left out has none any more.

    `stamp` is what stood when the form was shown (`stamp_of_totals`): StaleEdit when that has
    changed. `played_after_all` takes a forfeit back in the same step. Raises ActionError for a
    game with hands, totals that end no game, a game after the match was decided, a match forfeited
    otherwise, and a correction without a reason.
    """
    locked = lock_match(match)
    _check_open(locked, by)
    if locked.forfeit:
        if not played_after_all:
            raise ActionError(
                _("This match is forfeited. Tick that it was played after all."),
                field="played_after_all",
            )
        _take_back(locked, by)
    view = load_match(locked)
    stored = stamp_of_totals(view)
    if stored == ";".join(_stamp(one) for one in totals):
        return
    if stored != stamp:
        raise StaleEdit(
            _("Somebody else has written this result meanwhile."), stored=view, offered=totals
        )
    if not reason and (locked.accepted_at or any(game.totals_only for game in view.games)):
        raise ActionError(
            _("A result stands already: say why it changes. It is kept in the log."),
            field="reason",
        )
    check_new_totals(view, totals)
    before = _figures(view)
    store_totals(locked, view, totals, by=by)
    if locked.accepted_at is not None:
        mark_corrected(locked, reason)
    write_entry(
        "record_totals",
        f"match:{locked.pk}",
        by=by,
        match=locked,
        before=before,
        after=_figures(load_match(locked)),
        reason=reason,
    )
    open_unfinished(locked, reason=reason, by=by)
    settle_match(locked, by=by)


@transaction.atomic
def record_forfeit(match: Match, *, who: str, reason: str, by: User) -> None:
    """Say that side "a", "b" or "both" forfeits, with the reason.

    What was played stays on record and does not count; a dispute about it is settled so. Raises
    ActionError without a reason, or when somebody's forfeit stands already.
    """
    locked = lock_match(match)
    _check_open(locked, by)
    if not reason:
        raise ActionError(_("Say why, in a few words."), field="reason")
    if locked.forfeit == who:
        return
    if locked.forfeit:
        raise ActionError(_("A forfeit stands already. Take it back first."))
    locked.forfeit, locked.forfeit_reason = who, reason
    locked.save(update_fields=["forfeit", "forfeit_reason"])
    disputed = open_dispute(locked)
    if disputed is None and locked.accepted_at is not None:
        mark_corrected(locked, reason)
    write_entry(
        "record_forfeit",
        f"match:{locked.pk}",
        by=by,
        match=locked,
        after={"forfeit": who},
        reason=reason,
    )
    if disputed is not None:
        close_dispute(locked, disputed, Dispute.Settled.CORRECTED, words=reason, by=by)
    settle_match(locked, by=by)


@transaction.atomic
def take_forfeit_back(match: Match, *, by: User) -> None:
    """Take a forfeit back: what was played before counts again as it stood."""
    locked = lock_match(match)
    _check_open(locked, by)
    if locked.forfeit:
        _take_back(locked, by)


def _take_back(locked: Match, by: User) -> None:
    before, reason = locked.forfeit, locked.forfeit_reason
    locked.forfeit, locked.forfeit_reason = None, ""
    locked.save(update_fields=["forfeit", "forfeit_reason"])
    write_entry(
        "take_forfeit_back",
        f"match:{locked.pk}",
        by=by,
        match=locked,
        before={"forfeit": before, "forfeit_reason": reason},
    )
    settle_match(locked, by=by)


def _check_open(locked: Match, by: User) -> None:
    """Organizers write results into published rounds, closed ones too, of a living competition;
    a final one only who may correct it."""
    if locked.round.state == Round.State.DRAFT:
        raise ActionError(_("This round is a draft: publish it first."))
    if locked.round.stage.competition.state == Competition.State.FINISHED:
        raise ActionError(_("This competition is finished. Take it up again first."))
    refuse_final(locked, by)


def check_new_totals(view: MatchView, totals: Sequence[Totals]) -> None:
    """Everything the engine says against these totals, at the first game concerned."""
    for one in totals:
        game = next((game for game in view.games if game.number == one.number), None)
        if game is not None and game.hands:
            raise ActionError(
                ngettext(
                    "Game %(game)d has %(n)d hand on its sheet: its totals come from them.",
                    "Game %(game)d has %(n)d hands on its sheet: its totals come from them.",
                    len(game.hands),
                )
                % {"game": one.number, "n": len(game.hands)},
                field=f"a{one.number}",
            )
    try:
        check_totals(view, [(one.number, one.a, one.b, one.early) for one in totals])
    except TotalsProblem as problem:
        raise ActionError(problem.sentence, field=problem.field) from problem


def store_totals(locked: Match, view: MatchView, totals: Sequence[Totals], *, by: Actor) -> None:
    """Write the totals on a locked match; a game left out has none any more."""
    given = {one.number for one in totals}
    for seen in view.games:
        if seen.totals_only and seen.number not in given:
            remember_undone(seen.game, by=by)
            seen.game.delete()
    for one in totals:
        game = Game.objects.filter(match=locked, number=one.number).first()
        game = game or Game(match=locked, number=one.number)
        game.total_a, game.total_b = one.a, one.b
        game.bell_after = 0 if one.early else None
        game.save()


def _stamp(one: Totals) -> str:
    return f"{one.number}:{one.a}-{one.b}" + ("*" if one.early else "")


def _figures(view: MatchView) -> dict[str, object]:
    return {"games": [[game.number, game.a, game.b] for game in view.games], "winner": view.winner}
