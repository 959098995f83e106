"""A sheet is right and stands in the wrong place: another table, the other side, other seats.

The hands stay as they were written; only where they belong changes, so that doing it the other
way round gives back exactly what was there.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_match
from league.actions.errors import ActionError, StaleEdit
from league.actions.games import side_of_north
from league.actions.journal import write_entry
from league.actions.kept_hands import refuse_in_question
from league.actions.locks import lock_match
from league.actions.matches import mark_corrected, refuse_closed, take_hand_in, take_signature
from league.actions.ruled_hands import refuse_ruled_sheet
from league.models import Actor, Game, Match, Round, Seating, User
from league.queries.games import GameView, MatchSide
from league.queries.matches import MatchView, load_match, stamp_of
from league.queries.sent_hands import open_questions
from league.queries.substitutes import regulars_of, substitutes_of

# Games wait under numbers that no match has, while two sheets change places.
_ASIDE = 1000
_ACROSS = {"N": "E", "E": "N", "S": "W", "W": "S"}


def stamp_of_two(source: MatchView, target: MatchView) -> str:
    """What both sheets look like: changes when either does."""
    return f"{source.match.pk}={stamp_of(source)}/{target.match.pk}={stamp_of(target)}"


@transaction.atomic
def move_sheet(
    source: Match,
    target: Match,
    *,
    turned: bool,
    exchange: bool,
    stamp: str,
    reason: str,
    by: User,
) -> None:
    """Move everything written for `source` to `target`, in one step.

    `turned`: side a of the one is side b of the other. A sheet at the target is refused, unless
    the two are to be exchanged. Signatures come off: nobody has signed what stands there now.
    `stamp` is `stamp_of_two` when the form was shown (StaleEdit after a change). Raises ActionError
    without a reason, with nothing to move, while a hand of either is in question, or for matches of
    another length or competition.
    """
    locked = [lock_match(one) for one in sorted((source, target), key=lambda one: one.pk)]
    source, target = sorted(locked, key=lambda one: one.pk != source.pk)
    for one in (source, target):
        refuse_closed(one, by, signed=True)
        refuse_ruled_sheet(one)
    # It could not be settled any more: what it stands beside would be at another table.
    refuse_in_question([*open_questions(source), *open_questions(target)])
    if not reason:
        raise ActionError(_("Say why the sheet moves."), field="reason")
    views = (load_match(source), load_match(target))
    if stamp_of_two(*views) != stamp:
        raise StaleEdit(
            _("Something was written meanwhile. Look at both sheets again."),
            stored=views,
            offered=None,
        )
    _check_move(views, exchange=exchange)
    for view in views:
        if view.match.accepted_at is not None:
            take_signature(view.match, reason=reason, by=by)
        elif view.match.submitted_at is not None:
            take_hand_in(view.match, by=by)
    target.games.all().update(number=F("number") + _ASIDE)
    _carry(views[0], target, turned=turned)
    _carry(views[1], source, turned=turned)
    for match, other in ((source, target), (target, source)):
        write_entry(
            "move_sheet",
            f"match:{match.pk}",
            by=by,
            match=match,
            before={"games": _figures(views[0] if match is source else views[1])},
            after={"games": _figures(load_match(match)), "with": other.pk, "turned": turned},
            reason=reason,
        )
    for match in (source, target):
        settle_match(match, by=by)


@transaction.atomic
def turn_sheet(match: Match, *, stamp: str, reason: str = "", by: Actor) -> None:
    """The two sides were written the wrong way round: every game goes to the other side.

    `stamp` is `stamp_of_seats` of the sheet that was read, so that a second tap does not turn it
    back. A reason is needed once the sheet was accepted, or its round is closed; before, whoever
    scores at the table may do it.
    """
    match, view = _open(match, stamp, reason, by, always=False)
    refuse_ruled_sheet(match)
    if not view.games:
        raise ActionError(_("There is nothing on this sheet."))
    before = _figures(view)
    for game in view.games:
        _place(game, match, turned=True)
    after = load_match(match)
    if match.accepted_at is not None:
        mark_corrected(match, reason)
    write_entry(
        "turn_sheet",
        f"match:{match.pk}",
        by=by,
        match=match,
        before={"games": before},
        after={"games": _figures(after)},
        reason=reason,
    )
    settle_match(match, by=by)


@transaction.atomic
def reseat_game(game: Game, seats: Mapping[str, int], *, stamp: str, reason: str, by: User) -> None:
    """Who really sat where, after hands were written: calls, runs and Bella go with the seat.

    `seats` gives the player's id in each of N, E, S, W; partners sit opposite. Raises
    ActionError for seats that cannot be, or without a reason, StaleEdit after a change.
    """
    match, view = _open(game.match, stamp, reason, by)
    seen = next((one for one in view.games if one.game.pk == game.pk), None)
    if seen is None or seen.totals_only:
        raise ActionError(_("This game has no seats."))
    was = {seat: player.pk for seat, player in seen.seats.items()}
    if was == dict(seats):
        return
    seen.game.ns_side = side_of_north(match, seats)
    seen.game.save(update_fields=["ns_side"])
    _seat(seen.game, seats)
    if match.accepted_at is not None:
        mark_corrected(match, reason)
    write_entry(
        "reseat_game",
        f"game:{game.pk}",
        by=by,
        match=match,
        before={"number": seen.number, "seats": was},
        after={"number": seen.number, "seats": dict(seats)},
        reason=reason,
    )
    settle_match(match, by=by)


def _open(
    match: Match, stamp: str, reason: str, by: Actor, *, always: bool = True
) -> tuple[Match, MatchView]:
    match = lock_match(match)
    refuse_closed(match, by, signed=True)
    built_on = match.accepted_at is not None or match.round.state == Round.State.CLOSED
    if not reason and (always or built_on):
        raise ActionError(_("Say why it changes."), field="reason")
    view = load_match(match)
    if stamp_of_seats(view) != stamp:
        raise StaleEdit(
            _("The sheet has changed meanwhile. Look at it again."), stored=view, offered=None
        )
    return match, view


def stamp_of_seats(view: MatchView) -> str:
    """What the sheet and its seats look like."""
    seats = "-".join(
        game.game.ns_side + "".join(f".{game.seats[s].pk}" for s in "NESW" if s in game.seats)
        for game in view.games
    )
    return f"{stamp_of(view)}/{seats}"


def _check_move(views: tuple[MatchView, MatchView], *, exchange: bool) -> None:
    source, target = views
    if source.match.pk == target.match.pk:
        raise ActionError(_("That is the table it stands at."), field="target")
    if source.match.round.stage.competition_id != target.match.round.stage.competition_id:
        raise ActionError(_("That is a table of another competition."), field="target")
    if source.best_of != target.best_of:
        raise ActionError(_("The two matches are not of the same length."), field="target")
    if not source.games:
        raise ActionError(_("There is nothing on this sheet to move."))
    if target.games and not exchange:
        raise ActionError(
            _("%(table)s has a sheet already. Tick that the two change places.")
            % {"table": target.match},
            field="exchange",
        )


def _carry(view: MatchView, to: Match, *, turned: bool) -> None:
    """The games of one match become games of another; people by their place on their side."""
    for game in view.games:
        _place(game, to, turned=turned)


def _place(view: GameView, to: Match, *, turned: bool) -> None:
    """Put a game on a match, its sides turned or not. Within one match people change seats; in
    another one, whoever is in the same place of the side sits there."""
    game, source = view.game, view.game.match
    ns: MatchSide = "a" if game.ns_side == "a" else "b"
    if source.pk == to.pk:
        seats = {seat: view.seats[_ACROSS[seat]].pk for seat in view.seats}
        ns = _other(ns)
    else:
        seats = _same_places(view, to, turned=turned)
        ns = _other(ns) if turned else ns
    game.ns_side = ns
    if turned:
        game.total_a, game.total_b = game.total_b, game.total_a
    game.match, game.number = to, view.number
    game.save(update_fields=["match", "number", "ns_side", "total_a", "total_b"])
    if seats:
        _seat(game, seats)


def _same_places(view: GameView, to: Match, *, turned: bool) -> dict[str, int]:
    """Whoever plays in the place of each, first or second of a side: a substitute in his
    regular's."""
    source = view.game.match
    instead = {one.player_id: one.substitute_for_id for one in substitutes_of(source)}
    here, there = _regulars(source), _regulars(to)
    sits_in = {
        one.substitute_for_id: one.player_id
        for one in substitutes_of(to)
        if one.game in (None, view.number)
    }
    seats: dict[str, int] = {}
    for pair in ("NS", "EW"):
        side: MatchSide = "a" if (pair == "NS") == (view.game.ns_side == "a") else "b"
        goes_to = there[_other(side) if turned else side]
        for seat in pair:
            if seat in view.seats:
                sat = view.seats[seat].pk
                player = goes_to[here[side].index(instead.get(sat) or sat)]
                seats[seat] = sits_in.get(player, player)
    return seats


def _regulars(match: Match) -> dict[MatchSide, list[int]]:
    """The two who were drawn on each side, by id; a side without a line-up is its partnership."""
    found = {side: [one.pk for one in people] for side, people in regulars_of(match).items()}
    for people, entry in ((found["a"], match.entry_a), (found["b"], match.entry_b)):
        if not people:
            people.extend([entry.partnership.first_id, entry.partnership.second_id])
    return found


def _seat(game: Game, seats: Mapping[str, int]) -> None:
    game.seating.all().delete()
    Seating.objects.bulk_create(
        [Seating(game=game, seat=seat, player_id=player) for seat, player in seats.items()]
    )


def _other(side: MatchSide) -> MatchSide:
    return "b" if side == "a" else "a"


def _figures(view: MatchView) -> list[list[int]]:
    return [[game.number, game.a, game.b] for game in view.games]
