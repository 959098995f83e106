"""Keeps the matches of a bracket true to its results: seats, seats again, clears; asks where
something has begun.

Called at the end of every action that may change who goes on, under the competition's lock.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from league.actions.draws import seat_match
from league.actions.errors import ActionError
from league.actions.journal import write_entry, write_rest
from league.actions.set_aside import (
    PUT_ASIDE,
    bring_back,
    kept_match,
    restore,
    rows_of,
    set_aside,
    take_off,
    was_closed,
    with_others,
)
from league.draws.bracket_holds import Pair
from league.models import Actor, Competition, Entry, Lineup, Match, Round, Stage
from league.queries.brackets import (
    BracketState,
    bracket_state,
    brackets_of,
    has_begun,
    pair_of,
    told,
    unheld,
)


def settle_match(match: Match, *, by: Actor) -> None:
    """After something was written on a match (locked): who goes on where it is of a bracket."""
    if match.slot is not None:
        settle_bracket(match.round.stage, by=by)
        write_rest(match.round.stage.competition, by=by)


def settle_competition(locked: Competition, *, by: Actor) -> None:
    """After an entry has left or come back: all brackets of the competition."""
    for stage in brackets_of(locked, drafts=True):
        stage.competition = locked
        settle_bracket(stage, by=by)
    write_rest(locked, by=by)


def settle_bracket(stage: Stage, *, by: Actor) -> BracketState:
    """Make the stored matches those of the bracket, and give the bracket as it is then.

    Slots whose two are known get a match, or back the one that they had; matches that have not
    begun are seated again or cleared; what has begun stays, and `to_decide` tells of it.
    """
    state = bracket_state(stage)
    if _swap_back(state, by):
        state = bracket_state(stage)
    _forget(state)
    wanted = _wanted(state)
    gone: dict[str, Match] = {}
    for key, view in state.matches.items():
        if not has_begun(view) and set(wanted.get(key, ())) != set(pair_of(view.match)):
            gone[key] = view.match
            set_aside(view.match, begun=False, by=by)
    fresh = {k: p for k, p in wanted.items() if k not in state.matches or k in gone}
    if not fresh and not gone:
        _close_again(state)
        return state
    played = [_seat(state, key, pair, gone.get(key), by) for key, pair in fresh.items()]
    if any(played):  # A match that came back with its result sends somebody on in turn.
        return settle_bracket(stage, by=by)
    state = bracket_state(stage)
    _close_again(state)
    return state


def swap_begun(state: BracketState, *, by: Actor) -> None:
    """Put the right entries into what has begun; what was played counts for them.

    Raises ActionError where it is not known who they are, or where a substitute sat in.
    """
    right = unheld(state)
    swaps: dict[str, tuple[Match, Pair]] = {}
    for key, view in state.matches.items():
        now, pair = right[key], pair_of(view.match)
        if not has_begun(view) or {now.a, now.b} == set(pair):
            continue
        if now.a is None or now.b is None:
            raise ActionError(
                _("%(match)s: it is not known who should play. Keep it, or have it played again.")
                % {"match": view.match.round}
            )
        swaps[key] = (view.match, _in_place(pair, (now.a, now.b)))
    _swap(state, swaps, by)


def _swap(state: BracketState, swaps: Mapping[str, tuple[Match, Pair]], by: Actor) -> None:
    """Take all off first: two matches of one round may exchange an entry."""
    coming = {entry for _match, pair in swaps.values() for entry in pair}
    for view in state.matches.values():
        if not has_begun(view) and coming & set(pair_of(view.match)):
            set_aside(view.match, begun=False, by=by)
    matches = [match for match, _pair in swaps.values()]
    if Lineup.objects.filter(match__in=matches, substitute_for__isnull=False).exists():
        raise ActionError(_("A substitute sat in there. Keep it, or have it played again."))
    swapped = dict(state.stage.draw.get("swapped") or {})
    kept = []
    for key, (match, pair) in swaps.items():
        people = _people(state, pair_of(match), pair)
        kept.append(with_others(rows_of(match), pair, people))
        before = swapped.pop(key, None)
        if before is None or set(before["was"]) != set(pair):
            swapped[key] = {"was": (before or {}).get("was", list(pair_of(match))), "now": [*pair]}
    for match in matches:
        take_off(match)
    for rows in kept:
        restore(rows)
    _keep(state.stage, swapped=swapped)


def _swap_back(state: BracketState, by: Actor) -> bool:
    """Where a correction was taken back, what was swapped because of it goes back by itself."""
    swapped = state.stage.draw.get("swapped") or {}
    if not swapped or not state.held:
        return False
    right = unheld(state)
    swaps: dict[str, tuple[Match, Pair]] = {}
    for one in state.held:
        now, was = right[one.key], swapped.get(one.key, {}).get("was", [])
        if {now.a, now.b} != set(was):
            return False
        match = state.matches[one.key].match
        swaps[one.key] = (match, _in_place(pair_of(match), (was[0], was[1])))
    _swap(state, swaps, by)
    write_entry(
        "swap_back",
        f"stage:{state.stage.pk}",
        by=by,
        competition=state.stage.competition,
        after={"slots": {key: list(pair) for key, (_match, pair) in swaps.items()}},
    )
    return True


def _in_place(pair: Pair, right: Pair) -> Pair:
    """The right two, each who sat there already where he sat."""
    fresh = [entry for entry in right if entry not in pair]
    a, b = (entry if entry in right else fresh.pop(0) for entry in pair)
    return a, b


def _people(state: BracketState, before: Pair, after: Pair) -> dict[int, int]:
    """For each player of those who go, the one who comes into his seat."""
    people: dict[int, int] = {}
    for old, new in zip(before, after, strict=True):
        if old != new:
            was, now = state.entries[old].partnership, state.entries[new].partnership
            people |= {was.first_id: now.first_id, was.second_id: now.second_id}
    return people


def _forget(state: BracketState) -> None:
    """What was said to stay is forgotten once it is as it should be: it would be asked again."""
    kept = state.stage.draw.get("kept") or {}
    standing = {key: one for key, one in told(state.held).items() if kept.get(key) == one}
    if standing != kept:
        _keep(state.stage, kept=standing)


def _open(found: Round, key: str, pair: Pair) -> None:
    """Open a closed round for a new match, and keep that it was opened for it."""
    found.state = Round.State.PUBLISHED
    found.save(update_fields=["state"])
    opened = found.stage.draw.get("opened") or {}
    _keep(found.stage, opened={**opened, key: [found.number, *pair]})


def _close_again(state: BracketState) -> None:
    """Close the rounds that were opened for matches that are no more: a correction taken back
    leaves no trace."""
    opened = state.stage.draw.get("opened") or {}
    there = {key: set(pair_of(view.match)) for key, view in state.matches.items()}
    standing = {key: told for key, told in opened.items() if there.get(key) == set(told[1:])}
    if standing != opened:
        needed = {number for number, *_pair in standing.values()}
        done = {number for number, *_pair in opened.values()} - needed
        views = state.matches.values()
        playing = {view.match.round_id for view in views if has_begun(view) and not view.over}
        for found in state.rounds:
            open_now = found.state == Round.State.PUBLISHED and found.pk not in playing
            if found.number in done and open_now:
                found.state = Round.State.CLOSED
                found.save(update_fields=["state"])
        _keep(state.stage, opened=standing)


def _keep(stage: Stage, **told_now: Mapping[str, object]) -> None:
    """Store these under the stage's draw; what is empty is left out."""
    draw = {key: value for key, value in stage.draw.items() if key not in told_now}
    stage.draw = draw | {key: dict(value) for key, value in told_now.items() if value}
    stage.save(update_fields=["draw"])


def _wanted(state: BracketState) -> dict[str, Pair]:
    """Who should meet in each slot whose two are known; nobody sits twice in a round."""
    wanted: dict[str, Pair] = {}
    for keys in state.waves.values():
        begun = {key for key in keys if key in state.matches and has_begun(state.matches[key])}
        busy = {entry for key in begun for entry in pair_of(state.matches[key].match)}
        for key in keys:
            slot = state.resolved[key]
            if key in begun or slot.why == "not_needed" or slot.a is None or slot.b is None:
                continue
            if not busy & {slot.a, slot.b}:
                wanted[key] = (slot.a, slot.b)
                busy |= {slot.a, slot.b}
    return wanted


def _seat(state: BracketState, key: str, pair: Pair, before: Match | None, by: Actor) -> bool:
    """Give a slot its match: the one these two had there (True when it has begun), else a new one.

    One who sits in elsewhere in the round is not seated twice: the slot waits then.
    """
    number, place = next(
        (number, keys.index(key) + 1) for number, keys in state.waves.items() if key in keys
    )
    found = next(one for one in state.rounds if one.number == number)
    found.stage = state.stage
    a, b = state.entries[pair[0]], state.entries[pair[1]]
    people = [pk for one in (a, b) for pk in _players(one)]
    if Lineup.objects.filter(round=found, player__in=people).exists():
        return False
    kept = kept_match(state.stage, key, pair)
    match = bring_back(kept) if kept is not None else None
    stays_closed = match is not None and kept is not None and was_closed(kept)
    if match is None:
        match = Match(round=found, entry_a=a, entry_b=b, slot=key, table=_table(found, place))
        if before is not None:  # the address of the match stays the same
            match.pk, match.table = before.pk, before.table
            match.starts_at, match.postponed = before.starts_at, before.postponed
            match.own_table = before.own_table
        match.save(force_insert=True)
        Lineup.objects.bulk_create(seat_match(match))
    if found.state == Round.State.CLOSED and not stays_closed:
        _open(found, key, pair)
    match.round = found
    write_entry(
        "seat_slot",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"slot": key, "entries": [pair[0], pair[1]], "back": kept is not None},
    )
    return kept is not None and kept.verb == PUT_ASIDE


def _players(entry: Entry) -> tuple[int, int]:
    return entry.partnership.first_id, entry.partnership.second_id


def _table(found: Round, place: int) -> int:
    """The table of a slot: its place in the round, or the next free one."""
    taken = set(Match.objects.filter(round=found).values_list("table", flat=True))
    return next(n for n in range(place, place + len(taken) + 1) if n not in taken)
