"""A bracket: its slots, and who is in each of them.

A bracket is a tuple of slots, each after the slots that feed it. It never changes when a
result does: `resolve` works out from the seeds and the results who is where, from scratch
every time, so that a corrected result leaves nothing behind to repair.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Part = Literal["winners", "losers", "consolation", "third", "final"]
Outcome = Literal["a", "b", "a_walkover", "b_walkover", "both_forfeit"]
"""Side `a` or `b` won at the table, won because the other did not come, or neither came."""
State = Literal["waiting", "open", "done", "walkover", "void"]
Why = Literal["bye", "nobody", "no_show", "left", "both_forfeit", "not_needed"]

LETTERS: Mapping[Part, str] = {
    "winners": "W",
    "losers": "L",
    "consolation": "C",
    "third": "T",
    "final": "F",
}
SMALLEST, LARGEST = 2, 256
MIRRORED: Mapping[Outcome, Outcome] = {
    "a": "b",
    "b": "a",
    "a_walkover": "b_walkover",
    "b_walkover": "a_walkover",
    "both_forfeit": "both_forfeit",
}
"""The same outcome with the sides exchanged."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The entry seeded `number`, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Who wins the slot `key`."""

    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Who loses the slot `key`, also by not coming."""

    key: str


@dataclass(frozen=True, slots=True)
class FirstLossOf:
    """Who loses the first match he plays, at the table, in slot `key` or after it in `then`.

    The loser of `key` when it was played. When it was not (a bye, or nobody came against
    him), the one who went through, if he then loses `then` at the table.
    """

    key: str
    then: str | None = None


@dataclass(frozen=True, slots=True)
class Empty:
    """Nobody: the other side has a bye."""


Source = Seed | WinnerOf | LoserOf | FirstLossOf | Empty


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One match of a bracket: round and place count from 1 within the part.

    `if_b_wins` names the slot that side `b` must win for this one to be needed: the second
    final of a double knockout.
    """

    key: str
    part: Part
    round: int
    place: int
    a: Source
    b: Source
    if_b_wins: str | None = None


Bracket = tuple[Slot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Who is in a slot, and what came of it.

    State: `waiting` for a slot before it; `open`: both are there, no result; `done` at the
    table; `walkover`: one goes on without playing; `void`: nobody goes on. `why` says the
    cause of the last two: `bye`, `nobody` came from the slot before, `no_show`, `left`,
    `both_forfeit`, `not_needed`.
    """

    a: int | None = None
    b: int | None = None
    winner: int | None = None
    loser: int | None = None
    state: State
    why: Why | None = None

    @property
    def decided(self) -> bool:
        """Whether it is known who goes on from here, be it nobody."""
        return self.state not in ("waiting", "open")


def slot_key(part: Part, round: int, place: int) -> str:
    """The key of a slot, such as "W1-3"."""
    return f"{LETTERS[part]}{round}-{place}"


def resolve(
    bracket: Bracket,
    seeds: Sequence[int | None],
    results: Mapping[str, Outcome],
    withdrawn: Collection[int] = (),
) -> Mapping[str, Resolved]:
    """Who is in each slot, by key, in the order of the bracket.

    `seeds` are the entries in seed order (None: the place was given up before the start).
    `results` are outcomes by slot; one for a slot that does not have both its entries, or is
    not needed, counts for nothing as long as that is so. An outcome is its sides': after a
    correction it counts for whoever is there now (the choice "swap"; "keep" leaves the
    corrected slot its old outcome here; for "replay" see `results_that_stand`). Who is in
    `withdrawn` keeps the results he has and loses the rest by walkover. Where both forfeit,
    both are out, and the slot ahead is a walkover for the other. Raises ValueError for seeds
    that are not as many as the bracket's or name an entry twice, for results of slots there
    are not, and for an outcome that is none.
    """
    _check(bracket, seeds, results)
    resolved: dict[str, Resolved] = {}
    for slot in bracket:
        resolved[slot.key] = settle_slot(slot, seeds, resolved, results.get(slot.key), withdrawn)
    return resolved


def results_that_stand(
    bracket: Bracket,
    seeds: Sequence[int | None],
    results: Mapping[str, Outcome],
    before: Mapping[str, Resolved],
    withdrawn: Collection[int] = (),
) -> Mapping[str, Outcome]:
    """Of `results`, those of slots in which the same two meet as `before`: the choice "replay".

    What others had played is left out, and so is what depended on it. Where the same two
    meet with their sides exchanged, the outcome is turned round with them.
    """
    _check(bracket, seeds, results)
    standing: dict[str, Outcome] = {}
    resolved: dict[str, Resolved] = {}
    for slot in bracket:
        outcome = results.get(slot.key)
        now = settle_slot(slot, seeds, resolved, None, withdrawn)
        if outcome is not None:
            was = before.get(slot.key, now)
            if now.a != now.b and (now.a, now.b) == (was.b, was.a):
                outcome = MIRRORED[outcome]
            if {now.a, now.b} == {was.a, was.b}:
                standing[slot.key] = outcome
                now = settle_slot(slot, seeds, resolved, outcome, withdrawn)
        resolved[slot.key] = now
    return standing


def champion(bracket: Bracket, resolved: Mapping[str, Resolved]) -> int | None:
    """Who won the final that counts; None while it is open, or when nobody did."""
    finals = [resolved[slot.key] for slot in bracket if slot.part == "final"]
    return next(one.winner for one in reversed(finals) if one.why != "not_needed")


def is_over(resolved: Mapping[str, Resolved]) -> bool:
    """Whether nothing is left to play."""
    return all(slot.decided for slot in resolved.values())


def _check(bracket: Bracket, seeds: Sequence[int | None], results: Mapping[str, Outcome]) -> None:
    sources = [source for slot in bracket for source in (slot.a, slot.b)]
    field = sum(isinstance(source, Seed) for source in sources)
    entries = [entry for entry in seeds if entry is not None]
    if len(seeds) != field or len(set(entries)) != len(entries):
        raise ValueError(f"This bracket is for {field} different entries, not {len(seeds)}.")
    keys = {slot.key for slot in bracket}
    for key, outcome in results.items():
        if key not in keys or outcome not in MIRRORED:
            raise ValueError(f"No slot of this bracket can have the result {key}: {outcome}.")


def settle_slot(
    slot: Slot,
    seeds: Sequence[int | None],
    resolved: Mapping[str, Resolved],
    outcome: Outcome | None,
    withdrawn: Collection[int],
) -> Resolved:
    """Who is in `slot`, and what came of it, once those before it are `resolved`."""
    if slot.if_b_wins is not None:
        first = resolved[slot.if_b_wins]
        if not first.decided:
            return Resolved(state="waiting")
        if first.loser is None or first.winner != first.b:
            return Resolved(state="void", why="not_needed")
    a, a_known = _from(slot.a, seeds, resolved)
    b, b_known = _from(slot.b, seeds, resolved)
    if not (a_known and b_known):
        return Resolved(a=a, b=b, state="waiting")
    if a is None or b is None:
        alone = b if a is None else a
        if alone is None:
            return Resolved(state="void", why="nobody")
        if alone in withdrawn:
            return Resolved(a=a, b=b, state="void", why="left")
        bye = isinstance(slot.a if a is None else slot.b, Empty)
        return Resolved(a=a, b=b, winner=alone, state="walkover", why="bye" if bye else "nobody")
    return met(a, b, outcome, a in withdrawn, b in withdrawn)


def met(a: int, b: int, outcome: Outcome | None, a_left: bool, b_left: bool) -> Resolved:
    """What came of a slot with the entries `a` and `b`: a result goes before a withdrawal."""
    if outcome == "both_forfeit":
        return Resolved(a=a, b=b, state="void", why="both_forfeit")
    if outcome is None and a_left and b_left:
        return Resolved(a=a, b=b, state="void", why="left")
    if outcome is None and not (a_left or b_left):
        return Resolved(a=a, b=b, state="open")
    a_won = outcome in ("a", "a_walkover") or (outcome is None and b_left)
    winner, loser = (a, b) if a_won else (b, a)
    if outcome in ("a", "b"):
        return Resolved(a=a, b=b, winner=winner, loser=loser, state="done")
    why: Why = "no_show" if outcome else "left"
    return Resolved(a=a, b=b, winner=winner, loser=loser, state="walkover", why=why)


def _from(
    source: Source, seeds: Sequence[int | None], resolved: Mapping[str, Resolved]
) -> tuple[int | None, bool]:
    """The entry that a source gives, and whether that is known yet."""
    match source:
        case Seed(number):
            return seeds[number - 1], True
        case WinnerOf(key):
            return resolved[key].winner, resolved[key].decided
        case LoserOf(key):
            return resolved[key].loser, resolved[key].decided
        case FirstLossOf(key, then):
            first = resolved[key]
            if first.state != "walkover" or then is None:
                return (first.loser if first.state == "done" else None), first.decided
            second = resolved[then]
            lost = second.state == "done" and second.loser == first.winner
            return (second.loser if lost else None), second.decided
        case Empty():
            return None, True
