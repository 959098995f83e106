"""A bracket in which matches that have begun hold, although a correction says otherwise.

Nothing that was begun at a table is moved by itself. Where those who sit in a slot are not
those whom the results before it send there, the slot before it is read as if they had been
sent ("keep"), the difference is told, and the organizer chooses. Undo the correction, and
the difference is gone: nothing was stored.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.draws.brackets import (
    MIRRORED,
    Bracket,
    FirstLossOf,
    LoserOf,
    Outcome,
    Resolved,
    Slot,
    Source,
    WinnerOf,
    met,
    resolve,
    settle_slot,
)

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A slot that was begun by `plays`, while the results say `should` (None: not known yet)."""

    key: str
    plays: Pair
    should: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBracket:
    """Who is in each slot when what was begun holds, and what had to be held, in order.

    `sent` are the slots read otherwise than they were played: the entry that goes on, by key.
    """

    resolved: Mapping[str, Resolved]
    held: tuple[Held, ...]
    sent: Mapping[str, int]


def hold(
    bracket: Bracket,
    seeds: Sequence[int | None],
    results: Mapping[str, Outcome],
    begun: Mapping[str, Pair],
    withdrawn: Collection[int] = (),
) -> HeldBracket:
    """Resolve a bracket around the matches that have `begun` (their sides a and b, by key).

    `results` are outcomes by the sides of those matches. With nothing to hold it is what
    `league.draws.brackets.resolve` gives.
    """
    resolve(bracket, seeds, {}, withdrawn)  # says what is wrong with the seeds
    sent: dict[str, int] = {}
    forced: set[str] = set()
    held: dict[str, Held] = {}
    while True:
        resolved, wrong = _run(bracket, seeds, results, begun, withdrawn, sent, forced)
        if wrong is None:
            kept = tuple(held[slot.key] for slot in bracket if slot.key in held)
            return HeldBracket(resolved=resolved, held=kept, sent=sent)
        slot, now = wrong
        plays = begun[slot.key]
        held.setdefault(slot.key, Held(key=slot.key, plays=plays, should=(now.a, now.b)))
        wanted = plays[::-1] if plays[0] == now.b or plays[1] == now.a else plays
        found = [
            _who_sends(source, entry, resolved, {one.key: one for one in bracket})
            for source, entry, there in zip((slot.a, slot.b), wanted, (now.a, now.b), strict=True)
            if entry != there
        ]
        fresh = {key: entry for one in found if one for key, entry in [one]}
        if not fresh or None in found or any(key in sent for key in fresh):
            forced.add(slot.key)
        else:
            sent |= fresh


def on_sides(outcome: Outcome, match: Pair, slot: tuple[int | None, int | None]) -> Outcome:
    """An outcome by the sides of a match, by those of its slot: turned round where they are."""
    turned = match[0] == slot[1] or match[1] == slot[0]
    return MIRRORED[outcome] if turned else outcome


def _run(
    bracket: Bracket,
    seeds: Sequence[int | None],
    results: Mapping[str, Outcome],
    begun: Mapping[str, Pair],
    withdrawn: Collection[int],
    sent: Mapping[str, int],
    forced: Collection[str],
) -> tuple[dict[str, Resolved], tuple[Slot, Resolved] | None]:
    """The slots up to the first in which others sit than are sent there, and that one."""
    resolved: dict[str, Resolved] = {}
    for slot in bracket:
        now = settle_slot(slot, seeds, resolved, None, withdrawn)
        pair, outcome = begun.get(slot.key), results.get(slot.key)
        if pair is not None and slot.key in forced:
            now = _met_as_begun(pair, outcome, withdrawn)
        elif pair is not None and {now.a, now.b} != set(pair):
            return resolved, (slot, now)
        elif pair is not None and outcome is not None:
            turned = on_sides(outcome, pair, (now.a, now.b))
            now = settle_slot(slot, seeds, resolved, turned, withdrawn)
        if slot.key in sent and sent[slot.key] in (now.a, now.b):
            winner = sent[slot.key]
            other = now.b if winner == now.a else now.a
            now = Resolved(a=now.a, b=now.b, winner=winner, loser=other, state="done")
        resolved[slot.key] = now
    return resolved, None


def _met_as_begun(pair: Pair, outcome: Outcome | None, withdrawn: Collection[int]) -> Resolved:
    """The slot as those who sit in it made it, wherever they came from."""
    return met(*pair, outcome, pair[0] in withdrawn, pair[1] in withdrawn)


def _who_sends(
    source: Source, entry: int, resolved: Mapping[str, Resolved], slots: Mapping[str, Slot]
) -> tuple[str, int] | None:
    """The slot, and who must win it, so that `source` gives `entry`; None where none can."""
    match source:
        case WinnerOf(key):
            slot = resolved[key]
            if entry in (slot.a, slot.b):
                return (key, entry) if slot.a is not None and slot.b is not None else None
            for before, there in ((slots[key].a, slot.b), (slots[key].b, slot.a)):
                if there is None and (found := _who_sends(before, entry, resolved, slots)):
                    return found
        case LoserOf(key) | FirstLossOf(key):
            slot = resolved[key]
            if entry in (slot.a, slot.b):
                other = slot.b if entry == slot.a else slot.a
                return None if other is None else (key, other)
    return None
