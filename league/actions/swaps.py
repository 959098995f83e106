"""Two entries change places in a round by hand: checked, marked for everybody, taken back.

Where partners rotate, single players do (`actions/player_swaps.py`).
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.actions.player_seats import exchange_players, refuse_sitting_in
from league.models import Bye, Competition, Entry, Lineup, Match, Round, Stage, User
from league.queries.player_seats import PlayerSeat, seats_of
from league.queries.swaps import Place, objections_to, places_of
from league.words.draws import objection_sentence


@transaction.atomic
def swap_entries(
    round: Round,
    one: Entry,
    other: Entry,
    *,
    reason: str,
    count: int,
    anyway: bool = False,
    by: User,
) -> None:
    """Put two entries of a round in each other's place; one of them may have the bye.

    Only tables at which nothing is written move, and substitutes move with their partnership.
    Everybody sees who did it and why. `count` is how many changes by hand the organizer saw: a
    second tap finds the change of the first, and what changed unseen is a StaleEdit. Raises
    ActionError without a reason, for two at one table, and (on field "anyway") where two would
    meet again or are of one club, unless `anyway`.
    """
    locked, found = lock_to_change(round)
    swaps = list(found.draw.get("swaps", []))
    if len(swaps) == count + 1 and same_swap(swaps[-1], one.pk, other.pk, by):
        return
    places = places_of(found)
    if len(swaps) != count or one.pk not in places or other.pk not in places:
        raise StaleEdit(
            _("The round has changed meanwhile. Look again."), stored=None, offered=None
        )
    here, there = places[one.pk], places[other.pk]
    if one.pk == other.pk or (here.match is not None and here.match == there.match):
        raise ActionError(_("Choose two who do not sit at one table."), field="other")
    if here.match is None and there.match is None:
        raise ActionError(_("Both sit out: nothing would change."), field="other")
    if not reason:
        raise ActionError(_("Say why: everybody sees it beside the table."), field="reason")
    against = objections_to(found, here, there)
    if against and not anyway:
        said = [objection_sentence(it.code, it.one, it.other, it.rounds) for it in against]
        raise ActionError(" ".join(said), field="anyway")
    refuse_begun(here.match, there.match)
    _exchange(here, there)
    touched = [place.match.pk for place in (here, there) if place.match is not None]
    swaps.append(told_swap(one.pk, other.pk, touched, reason, by))
    found.draw = {**found.draw, "swaps": swaps}
    found.save(update_fields=["draw"])
    Match.objects.filter(pk__in=touched).update(made_by=by, made_reason=reason)
    write_entry(
        "swap_entries",
        f"round:{found.pk}",
        by=by,
        competition=locked,
        after={"entries": [one.pk, other.pk], "against": [item.code for item in against]},
        reason=reason,
    )


@transaction.atomic
def undo_swap(round: Round, *, count: int, by: User) -> None:
    """Take the last change by hand back, of entries or of players: the tables are what they were.

    `count` is how many changes the organizer saw (StaleEdit for another number).
    """
    locked, found = lock_to_change(round)
    swaps = list(found.draw.get("swaps", []))
    if len(swaps) != count or not swaps:
        raise StaleEdit(
            _("The round has changed meanwhile. Look again."), stored=None, offered=None
        )
    last = swaps.pop()
    places: Mapping[int, Place | PlayerSeat] = (
        seats_of(found) if last.get("players") else places_of(found)
    )
    if last["one"] not in places or last["other"] not in places:
        raise ActionError(_("One of the two is not in this round any more."))
    here, there = places[last["one"]], places[last["other"]]
    refuse_begun(here.match, there.match)
    if isinstance(here, PlayerSeat) and isinstance(there, PlayerSeat):
        exchange_players(locked, found, here, there)
    elif isinstance(here, Place) and isinstance(there, Place):
        _exchange(here, there)
    found.draw = {**found.draw, "swaps": swaps}
    found.save(update_fields=["draw"])
    for match in last["matches"]:
        before = next((one for one in reversed(swaps) if match in one["matches"]), None)
        Match.objects.filter(pk=match).update(
            made_by=before["by"] if before else None,
            made_reason=before["reason"] if before else "",
        )
    players = bool(last.get("players"))
    write_entry(
        "undo_player_swap" if players else "undo_swap",
        f"round:{found.pk}",
        by=by,
        competition=locked,
        before={"players" if players else "entries": [last["one"], last["other"]]},
    )


def lock_to_change(round: Round) -> tuple[Competition, Round]:
    """The competition and a round whose tables may still be changed by hand, locked."""
    locked = lock_competition(round.stage.competition)
    found = (
        Round.objects.select_for_update(of=("self",))
        .select_related("stage")
        .filter(pk=round.pk)
        .first()
    )
    if found is None:
        raise StaleEdit(_("This round was deleted meanwhile."), stored=None, offered=None)
    if found.state == Round.State.CLOSED:
        raise ActionError(_("This round is closed."))
    if found.stage.kind in Stage.BRACKETS:
        raise ActionError(_("In a bracket the results say who meets whom."))
    return locked, found


def refuse_begun(*matches: Match | None) -> None:
    """ActionError for a table at which something is written."""
    for match in matches:
        if match is not None and (match.forfeit or match.games.exists()):
            raise ActionError(
                _("Table %(n)d has begun: who sits there stays.") % {"n": match.table}
            )


def _exchange(here: Place, there: Place) -> None:
    """Each takes the other's side of the table, or the bye, with the people of its line-up.

    The database lets nobody stand twice on one side of a round, not even between two statements:
    so two who both sit on side a, or b, first turn round at one table.
    """
    people = {place.entry.pk: _people(place) for place in (here, there)}
    if here.match is None or there.match is None:
        seated, idle = (here, there) if here.match is not None else (there, here)
        assert seated.match is not None
        assert idle.bye is not None
        _put(seated.match, {seated.side: idle.entry})
        Bye.objects.filter(pk=idle.bye.pk).update(entry=seated.entry)
        Lineup.objects.filter(pk__in=people[seated.entry.pk]).delete()
        pair = idle.entry.partnership
        refuse_sitting_in(seated.match.round, (pair.first_id, pair.second_id))
        for player in (pair.first_id, pair.second_id):
            Lineup.objects.create(
                round_id=seated.match.round_id,
                match=seated.match,
                side=seated.side[-1],
                player_id=player,
            )
        return
    if here.side == there.side:
        turned = "entry_b" if here.side == "entry_a" else "entry_a"
        opponent = here.opponent
        assert opponent is not None
        _put(here.match, {here.side: opponent, turned: there.entry})
        _put(there.match, {there.side: here.entry})
        _put(here.match, {here.side: there.entry, turned: opponent})
    else:
        _put(here.match, {here.side: there.entry})
        _put(there.match, {there.side: here.entry})
    Lineup.objects.filter(pk__in=people[here.entry.pk]).update(
        match=there.match, side=there.side[-1]
    )
    Lineup.objects.filter(pk__in=people[there.entry.pk]).update(
        match=here.match, side=here.side[-1]
    )


def same_swap(swap: dict[str, Any], one: int, other: int, by: User) -> bool:
    """Whether a change that is kept is of these two, by the same person."""
    return (swap["one"], swap["other"], swap["by"]) == (one, other, by.pk)


def _put(match: Match, sides: dict[str, Entry]) -> None:
    Match.objects.filter(pk=match.pk).update(**sides)


def _people(place: Place) -> list[int]:
    if place.match is None:
        return []
    found = Lineup.objects.filter(match=place.match, side=place.side[-1])
    return list(found.values_list("pk", flat=True))


def told_swap(one: int, other: int, touched: list[int], reason: str, by: User) -> dict[str, Any]:
    """What the round keeps of a change: the two, the matches, why, who and when."""
    return {
        "one": one,
        "other": other,
        "matches": touched,
        "reason": reason,
        "by": by.pk,
        "at": timezone.now().isoformat(timespec="seconds"),
    }
