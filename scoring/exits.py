"""Withdrawals and disqualifications, applied to results: what of the season stands (RULES 11).

A rule is data of the competition; applying it makes new results out of those played and those to
come, and stores nothing: take the exit away and everything is as it was before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from scoring.results import Result
from scoring.season import SeasonError


class ExitKind(StrEnum):
    """Why an entry is out."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class ExitRule(StrEnum):
    """What becomes of the matches of an entry that is out.

    struck: all its results are struck, for both, and the rest is not played; rest_forfeited: what
    was played stands, it forfeits the rest; rest_void: what was played stands, the rest is not
    played; all_forfeited: it forfeits all its matches, also those it played.
    """

    STRUCK = "struck"
    REST_FORFEITED = "rest_forfeited"
    REST_VOID = "rest_void"
    ALL_FORFEITED = "all_forfeited"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExitRules:
    """The rule for who withdraws before half of their matches, or later, and the same for who is
    disqualified. Half of the matches, exactly, is later."""

    before_half: ExitRule = ExitRule.STRUCK
    after_half: ExitRule = ExitRule.REST_FORFEITED
    disqualified_before_half: ExitRule = ExitRule.STRUCK
    disqualified_after_half: ExitRule = ExitRule.ALL_FORFEITED


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """An entry that is out."""

    entry: str
    kind: ExitKind = ExitKind.WITHDRAWN


@dataclass(frozen=True, slots=True, kw_only=True)
class ExitJudged:
    """The rule that an exit comes under, with the figures: `played` of `scheduled` matches."""

    entry: str
    kind: ExitKind
    rule: ExitRule
    played: int
    scheduled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterExits:
    """`results` for the standings, in the order given; `left_out` are entries whose results are
    struck, to be left out of the table; `removed` are results that are gone."""

    results: tuple[Result, ...]
    exits: tuple[ExitJudged, ...]
    left_out: tuple[str, ...]
    removed: tuple[Result, ...]


def apply_exits(results: Iterable[Result], exits: Iterable[Exit], rules: ExitRules) -> AfterExits:
    """Applies each exit to `results`, which has the matches to come too, as results not played.

    Half is counted in an entry's own matches as they were before any exit; forfeits count as
    played, byes do not count. Between two who are out, struck and void go before forfeits; where
    both forfeit, both lose. Byes of an entry stay, unless its results are struck. The order of
    the exits never matters. Raises SeasonError for an entry that is out twice.
    """
    given = tuple(results)
    judged: dict[str, ExitJudged] = {}
    for one in exits:
        if one.entry in judged:
            raise SeasonError("bad_value", field="exits", value=one.entry)
        judged[one.entry] = _judge(one, given, rules)
    kept, removed = [], []
    for result in given:
        after = _after(result, judged)
        if after is None:
            removed.append(result)
        else:
            kept.append(after)
    ordered = tuple([judged[entry] for entry in sorted(judged)])
    return AfterExits(
        results=tuple(kept),
        exits=ordered,
        left_out=tuple([one.entry for one in ordered if one.rule is ExitRule.STRUCK]),
        removed=tuple(removed),
    )


def _is_played(result: Result) -> bool:
    return bool(result.games) or result.forfeit is not None


def _judge(one: Exit, results: tuple[Result, ...], rules: ExitRules) -> ExitJudged:
    own = [r for r in results if r.b is not None and one.entry in (r.a, r.b)]
    played = sum(_is_played(result) for result in own)
    before = 2 * played < len(own)
    if one.kind is ExitKind.WITHDRAWN:
        rule = rules.before_half if before else rules.after_half
    else:
        rule = rules.disqualified_before_half if before else rules.disqualified_after_half
    return ExitJudged(entry=one.entry, kind=one.kind, rule=rule, played=played, scheduled=len(own))


def _after(result: Result, judged: Mapping[str, ExitJudged]) -> Result | None:
    """The result as it counts; None when it is gone."""
    rules = {
        side: judged[entry].rule
        for side, entry in (("a", result.a), ("b", result.b))
        if entry is not None and entry in judged
    }
    if ExitRule.STRUCK in rules.values():
        return None
    if not rules or result.b is None:
        return result
    played = _is_played(result)
    if not played and ExitRule.REST_VOID in rules.values():
        return None
    forfeits = [
        side for side, rule in rules.items() if not played or rule is ExitRule.ALL_FORFEITED
    ]
    if not forfeits:
        return result
    # Who had forfeited before goes on having forfeited.
    earlier = {None: (), "a": ("a",), "b": ("b",), "both": ("a", "b")}[result.forfeit]
    return replace(result, forfeit=_FORFEIT[frozenset((*forfeits, *earlier))])


_FORFEIT: Mapping[frozenset[str], Literal["a", "b", "both"]] = MappingProxyType(
    {frozenset("a"): "a", frozenset("b"): "b", frozenset("ab"): "both"}
)
