"""The places each entry can still finish in, with what is left to play (`scoring.reach`).

Told only where what is left is known: the competition is running and every round is drawn. Places
suppose that matches left are played, and that no penalty comes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from league.models import Bye, Competition, Match, Round, Stage
from league.queries.divisions import DivisionTable
from league.queries.hands import rules_of
from league.queries.made import Of
from league.queries.standings import Standings
from league.queries.table_facts import COUNTED
from scoring import Adjustment, Result, StandingsRules
from scoring.reach import Reach, possible_places
from scoring.to_come import MatchToCome

# Entries times matches left that are still worked out: some tenths of a second, once a result.
MOST_WORK = 6_000
# Points that one hand can bring on top of the target, or in a game of so many hands.
MOST_A_HAND = 500

Pairs = tuple[tuple[str, str | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """What is drawn of a competition: best of how many games each stage is played, and whether it
    is drawn as a whole; whether there are drafts, of round robins alone, which stages their matches
    are of, and these and their byes as in `_Left`."""

    best_of: Mapping[int, int]
    whole: bool
    drafts: bool
    robins: bool
    with_matches: frozenset[int]
    pairs: Pairs


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left: the two of each match, or one and None for a bye; best of how many games."""

    pairs: Pairs
    best_of: int


def places_of(table: Standings) -> Mapping[int, Reach]:
    """Best and worst rank still possible by the entry's id; {} where that is not told.

    Worked out once for the same results. A match in play counts as not begun, so that the places
    are bounds then: never narrower than the truth.
    """
    return _places_within(table, [table])[0]


def places_in_divisions(
    table: Standings, divisions: Sequence[DivisionTable]
) -> tuple[Mapping[int, Reach], ...]:
    """The same within each division, by its own table; what is left is read once for all.

    Told of all of them or of none. Matches between divisions count in neither table.
    """
    return _places_within(table, [one.table for one in divisions])


def _places_within(
    whole: Standings, tables: Sequence[Standings]
) -> tuple[Mapping[int, Reach], ...]:
    nothing: tuple[Mapping[int, Reach], ...] = tuple({} for _table in tables)
    running = whole.competition.state == Competition.State.RUNNING
    if not tables or whole.moment or not whole.nights or not running:
        return nothing
    left = _left(whole)
    if left is None:
        return nothing
    within = [_within(left, table.facts.entries) for table in tables]
    work = [
        len(one.pairs) * len(table.facts.entries) for one, table in zip(within, tables, strict=True)
    ]
    if sum(work) > MOST_WORK:
        return nothing
    return tuple(
        _told(table, one, part)
        for part, (table, one) in enumerate(zip(tables, within, strict=True))
    )


def _within(left: _Left, entries: Sequence[str]) -> _Left:
    """What is left among these alone."""
    there = {*entries, None}
    return _Left(pairs=tuple(pair for pair in left.pairs if there >= {*pair}), best_of=left.best_of)


def _told(table: Standings, left: _Left, part: int) -> Mapping[int, Reach]:
    competition, facts = table.competition, table.facts
    if not left.pairs:
        return {}
    of = Of(
        values=(
            facts.entries,
            facts.results + facts.sure,
            facts.adjustments,
            left.pairs,
            table.rules,
            _to_come(competition, left.best_of),
        )
    )
    found = table.made.last(f"places-{part}", of, lambda of: _places(*of.values))
    in_play = any(view.games for view in facts.to_come)
    return {
        int(entry): Reach(best=one.best, worst=one.worst, exact=one.exact and not in_play)
        for entry, one in found.items()
    }


@lru_cache(maxsize=64)
def _places(
    entries: tuple[str, ...],
    results: tuple[Result, ...],
    adjustments: tuple[Adjustment, ...],
    pairs: Pairs,
    rules: StandingsRules,
    to_come: MatchToCome,
) -> dict[str, Reach]:
    return possible_places(entries, results, adjustments, pairs, rules, to_come=to_come)


def _left(table: Standings) -> _Left | None:
    """Matches and byes without a result, those of drafts of a round robin too; None where they are
    not all known."""
    drawn = table.made.once("drawn", lambda: _drawn(table.competition))
    if not drawn.whole or (drawn.drafts and (table.left or not drawn.robins)):
        return None
    open_matches = [view.match for view in table.facts.to_come]
    stages = drawn.with_matches | {match.round.stage_id for match in open_matches}
    games = {drawn.best_of[stage] for stage in stages}
    if len(games) > 1:
        return None
    pairs = [(str(match.entry_a_id), str(match.entry_b_id)) for match in open_matches]
    sat_out = [(entry, None) for entry in table.facts.byes_to_come]
    return _Left(pairs=(*pairs, *drawn.pairs, *sat_out), best_of=games.pop() if games else 1)


def _drawn(competition: Competition) -> _Drawn:
    stages = list(Stage.objects.filter(competition=competition, kind__in=COUNTED))
    rounds = list(Round.objects.filter(stage__in=stages))
    kinds = {stage.pk: stage.kind for stage in stages}
    count = Counter(one.stage_id for one in rounds)
    drafts = [one for one in rounds if one.state == Round.State.DRAFT]
    matches = list(Match.objects.filter(round__in=drafts).select_related("round"))
    byes = Bye.objects.filter(round__in=drafts).values_list("entry_id", flat=True)
    return _Drawn(
        best_of={stage.pk: stage.best_of for stage in stages},
        whole=all(
            count[stage.pk] >= max(int(stage.draw.get("rounds") or 0), 1) for stage in stages
        ),
        drafts=bool(drafts),
        robins=all(kinds[one.stage_id] == Stage.Kind.ROUND_ROBIN for one in drafts),
        with_matches=frozenset(match.round.stage_id for match in matches),
        pairs=(
            *((str(match.entry_a_id), str(match.entry_b_id)) for match in matches),
            *((str(entry), None) for entry in byes),
        ),
    )


def _to_come(competition: Competition, best_of: int) -> MatchToCome:
    rules = rules_of(competition)
    play = competition.match_play
    hands = int(play.get("hands") or 0) if play.get("mode") == "hands" else 0
    return MatchToCome(
        best_of=best_of,
        draws=rules.tie_at_target == "draw",
        from_behind=rules.both_over == "caller",
        highest=hands * MOST_A_HAND if hands else rules.target + MOST_A_HAND,
    )
