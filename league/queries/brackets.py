"""A bracket as it stands: its slots, who is in them, and their matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from league.draws.bracket_holds import Held, HeldBracket, Pair, hold, on_sides
from league.draws.bracket_layout import BracketRound, match_numbers, reading_order
from league.draws.brackets import Bracket, Outcome, Resolved, champion, resolve
from league.draws.consolation import consolation
from league.draws.double_knockout import double_knockout
from league.draws.knockout import knockout
from league.models import Competition, Entry, Match, Round, Stage
from league.queries.matches import MatchView, load_matches


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketState:
    """A bracket with everything that is known of it.

    `entries` are the seeds by id; `matches` the stored match of each slot that has one;
    `waves` the rounds in order of play, each with the slots that can be played in it: wave 3
    is `Round` number 3. `resolved` is who is in each slot while what has begun holds (`held`).
    """

    stage: Stage
    bracket: Bracket
    entries: Mapping[int, Entry]
    matches: Mapping[str, MatchView]
    rounds: tuple[Round, ...]
    holding: HeldBracket

    @property
    def resolved(self) -> Mapping[str, Resolved]:
        return self.holding.resolved

    @property
    def held(self) -> tuple[Held, ...]:
        """Every slot whose two are not those whom the results before it send there."""
        return self.holding.held

    @property
    def to_decide(self) -> tuple[Held, ...]:
        """What of it the organizer has not yet said to keep."""
        kept = self.stage.draw.get("kept") or {}
        return tuple(one for one in self.held if kept.get(one.key) != _told(one))

    @property
    def seeds(self) -> list[int]:
        return seeds_of(self.stage)

    @property
    def champion(self) -> Entry | None:
        """Who won the final; None while it is open."""
        winner = champion(self.bracket, self.resolved)
        return None if winner is None else self.entries[winner]

    @property
    def drawn(self) -> tuple[MatchView, ...]:
        """Drawn matches from which nobody goes on until it is said who."""
        return tuple(
            view
            for view in self.matches.values()
            if view.drawn and view.settled and outcome_of(view) is None
        )

    @property
    def begun(self) -> bool:
        """Whether anything is on record in it."""
        return any(has_begun(view) for view in self.matches.values())

    @property
    def published(self) -> bool:
        """Whether everybody can see it."""
        return any(one.state != Round.State.DRAFT for one in self.rounds)

    @property
    def headings(self) -> tuple[BracketRound, ...]:
        return _headings(*_shape(self.stage))

    @property
    def numbers(self) -> Mapping[str, int]:
        return _numbers(*_shape(self.stage))

    @property
    def waves(self) -> Mapping[int, Sequence[str]]:
        """The slots that can be played, by the number of the round in which they are."""
        return _waves(*_shape(self.stage))


def seeds_of(stage: Stage) -> list[int]:
    """The ids of the entries in the order of their seed numbers; [] before the bracket is made."""
    return list(stage.draw.get("seeds") or [])


def bracket_of(stage: Stage) -> Bracket:
    """The slots of a stage. Raises ValueError before it is made."""
    return _bracket(*_shape(stage))


def _shape(stage: Stage) -> tuple[str, int, bool, bool]:
    """What makes the slots: the kind, how many entries, third place, consolation."""
    third, consoled = (bool(stage.draw.get(key)) for key in ("third_place", "consolation"))
    return str(stage.kind), len(seeds_of(stage)), third, consoled


@cache
def _bracket(kind: str, n: int, third: bool, consoled: bool) -> Bracket:
    if kind == Stage.Kind.DOUBLE_KNOCKOUT:
        return double_knockout(n)
    return consolation(n, third) if consoled else knockout(n, third_place=third)


@cache
def _headings(kind: str, n: int, third: bool, consoled: bool) -> tuple[BracketRound, ...]:
    return reading_order(_bracket(kind, n, third, consoled))


@cache
def _numbers(kind: str, n: int, third: bool, consoled: bool) -> Mapping[str, int]:
    return match_numbers(_bracket(kind, n, third, consoled))


@cache
def _waves(kind: str, n: int, third: bool, consoled: bool) -> Mapping[int, Sequence[str]]:
    waves: dict[int, list[str]] = {}
    headings = _headings(kind, n, third, consoled)
    # The final has the first table of its night.
    for heading in sorted(headings, key=lambda one: one.part != "final"):
        waves.setdefault(heading.wave, []).extend(heading.keys)
    # A wave of byes alone is no round: the numbers have no gap.
    return {number: waves[wave] for number, wave in enumerate(sorted(waves), start=1)}


def bracket_state(stage: Stage) -> BracketState:
    """The bracket now, in six statements whatever its size. Raises ValueError before it is made."""
    found = Match.objects.filter(round__stage=stage, slot__isnull=False)
    views = {str(view.match.slot): view for view in load_matches(found, seats=False)}
    entries = Entry.objects.filter(pk__in=seeds_of(stage)).select_related(
        "partnership__first", "partnership__second", "partnership__club"
    )
    by_id = {entry.pk: entry for entry in entries}
    return BracketState(
        stage=stage,
        bracket=bracket_of(stage),
        entries=by_id,
        matches=views,
        rounds=tuple(Round.objects.filter(stage=stage).order_by("number")),
        holding=holding_of(stage, views, by_id),
    )


def holding_of(
    stage: Stage, views: Mapping[str, MatchView], entries: Mapping[int, Entry]
) -> HeldBracket:
    """Who is in each slot, from the matches as they are."""
    return hold(
        bracket_of(stage),
        seats_of(stage, entries),
        outcomes_of(views),
        {key: pair_of(view.match) for key, view in views.items() if has_begun(view)},
        withdrawn_of(entries),
    )


def unheld(state: BracketState) -> Mapping[str, Resolved]:
    """Who would be in each slot by the results alone, as they stand on the sheets."""
    seats = seats_of(state.stage, state.entries)
    left = withdrawn_of(state.entries)
    sides: dict[str, Outcome] = {}
    resolved = resolve(state.bracket, seats, sides, left)
    for slot in state.bracket:
        view = state.matches.get(slot.key)
        outcome = outcome_of(view) if view is not None else None
        if view is not None and outcome is not None:
            now = resolved[slot.key]
            sides[slot.key] = on_sides(outcome, pair_of(view.match), (now.a, now.b))
            resolved = resolve(state.bracket, seats, sides, left)
    return resolved


def seats_of(stage: Stage, entries: Mapping[int, Entry]) -> list[int | None]:
    """The seeds; None for an entry that is no longer there."""
    return [entry if entry in entries else None for entry in seeds_of(stage)]


def withdrawn_of(entries: Mapping[int, Entry]) -> set[int]:
    """Who has left the competition."""
    return {pk for pk, entry in entries.items() if entry.state != Entry.State.PLAYING}


def outcomes_of(views: Mapping[str, MatchView]) -> dict[str, Outcome]:
    """What came of each match, by its own sides."""
    found = {key: outcome_of(view) for key, view in views.items()}
    return {key: outcome for key, outcome in found.items() if outcome is not None}


def outcome_of(view: MatchView) -> Outcome | None:
    """What came of one match; None while it is open, drawn and not settled, or lost by leaving."""
    if view.left or not view.settled:
        return None
    if view.forfeit == "both":
        return "both_forfeit"
    if view.forfeit is not None:
        return "b_walkover" if view.forfeit == "a" else "a_walkover"
    if view.drawn:
        goes_on = decided_draw(view).get("entry")
        sides: dict[int, Outcome] = {view.match.entry_a_id: "a", view.match.entry_b_id: "b"}
        return sides.get(goes_on or 0)
    return view.winner


def decided_draw(view: MatchView) -> dict[str, Any]:
    """Who goes on from a drawn match, and how that was settled; {} while it is open."""
    told = view.match.round.stage.draw.get("drawn") or {}
    found: dict[str, Any] = told.get(view.match.slot) or {}
    return found


def has_begun(view: MatchView) -> bool:
    """Whether anything is on record: a game started, totals, a forfeit."""
    return bool(view.games) or view.match.forfeit is not None


def pair_of(match: Match) -> Pair:
    return match.entry_a_id, match.entry_b_id


def brackets_of(competition: Competition, *, drafts: bool = False) -> list[Stage]:
    """The stages that are brackets and made, in order; those everybody can see, or all."""
    found = Stage.objects.filter(competition=competition, kind__in=Stage.BRACKETS)
    if not drafts:
        out = Round.objects.exclude(state=Round.State.DRAFT)
        found = found.filter(pk__in=out.values("stage"))
    return [stage for stage in found.order_by("number") if seeds_of(stage)]


def is_cup(competition: Competition) -> bool:
    """Whether it is played in brackets alone, made or planned: then it has no table."""
    kinds = set(Stage.objects.filter(competition=competition).values_list("kind", flat=True))
    return bool(kinds) and kinds <= set(Stage.BRACKETS)


def told(held: Sequence[Held]) -> dict[str, list[list[int | None]]]:
    """What is kept when an organizer says that it stays so, by slot."""
    return {one.key: _told(one) for one in held}


def _told(one: Held) -> list[list[int | None]]:
    return [list(one.plays), list(one.should)]


def stamp_of_held(held: Sequence[Held]) -> str:
    """What is to be decided, as a short text that differs when something else is."""
    return sha256(repr(sorted(told(held).items())).encode()).hexdigest()[:16]
