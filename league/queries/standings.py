"""Who stands where: the stored facts of a competition through `scoring.compute_standings`.

What counts: matches of round robins, Swiss and random rounds that are over, in published or
closed rounds;
forfeits as soon as they are written; a bye, and the forfeit of an entry that left, once its round
is closed or one of its matches counts; adjustments that have not been taken off. A match in play,
waiting, postponed or disputed adds nothing, and brackets never enter. Where partners rotate,
 `queries.player_standings` has the table.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from league.models import (
    Adjustment,
    Competition,
    Entry,
    Round,
    Stage,
)
from league.queries.adjustments import counted_adjustment
from league.queries.departures import Counted, Left, counted_results, gone_by
from league.queries.made import Made, Of
from league.queries.matches import MatchView
from league.queries.moments import Moment, Night, nights_of, past_of
from league.queries.next_matches import next_matches
from league.queries.table_facts import kept_facts, read_facts
from scoring import Adjustment as ScoringAdjustment
from scoring import (
    Result,
    Row,
    StandingsRules,
    compute_standings,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of the table: the engine's row, the entry, and what is next for it.

    `next_match` is the one in play, else the first that waits; None when all is played.
    """

    row: Row
    entry: Entry
    next_match: MatchView | None
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the rows were computed from, by the engine's names: the ids of the entries as text.

    `to_come` are the matches without a result that counts of rounds everybody can see,
    `byes_to_come` who sits those rounds out; `sure` what will count of who left once its round
    begins; `unanswered` what counts already, and the other side has not accepted.
    """

    entries: tuple[str, ...]
    results: tuple[Result, ...]
    adjustments: tuple[ScoringAdjustment, ...]
    to_come: tuple[MatchView, ...]
    byes_to_come: tuple[str, ...]
    sure: tuple[Result, ...] = ()
    unanswered: tuple[MatchView, ...] = ()

    @property
    def unsettled(self) -> tuple[MatchView, ...]:
        """What is over and counts for nobody yet, because somebody has to settle it."""
        return tuple(view for view in self.to_come if view.over)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The table as of `as_of`.

    `round_done` is the last round of which a result counts (0 before the first),
    `rounds_total` how many rounds everybody can see, or are planned where
    they are drawn one by one; `playing` are the matches in play,
    `missing` counts matches up to `round_done` of which nothing is written; `left` are the
    entries that left, those struck out too, which have no line; `nights` are the rounds of which
    something counts now, and `moment` the earlier one the table was asked for; `made` holds what
    was made from its facts.
    """

    competition: Competition
    rules: StandingsRules
    rows: tuple[Place, ...]
    round_done: int
    rounds_total: int
    playing: tuple[MatchView, ...]
    missing: int
    as_of: datetime
    left: tuple[Left, ...] = ()
    nights: tuple[Night, ...] = ()
    moment: Moment | None = None
    facts: Facts
    made: Made = field(default_factory=Made)

    @property
    def begun(self) -> bool:
        """Whether anything counts yet."""
        return self.round_done > 0 or any(place.adjustments for place in self.rows)


def standings_of(
    competition: Competition,
    *,
    scored_again: bool = False,
    kept: bool = False,
    moment: Moment | None = None,
) -> Standings:
    """The standings now, or at an earlier `moment` (`league.queries.moments`). The number of
    statements does not depend on how many entries play.

    `scored_again=True` works out every hand's score anew (`manage.py verify_scores`); `kept=True`,
    for pages that are only read, goes on from what was read the last time.
    """
    if kept and moment is None:
        facts = kept_facts(competition)
    else:
        facts = read_facts(competition, scored_again=scored_again)
    entries, rounds, matches = facts.entries, facts.rounds, facts.matches
    adjustments, byes, numbers = facts.adjustments, facts.byes, facts.numbers
    written = list(zip(matches, facts.results, strict=True))
    past = past_of(moment, rounds, numbers) if moment else None
    if past:
        past.bring_back(entries)
    begun = {view.match.round_id for view in matches if view.counts and not view.left}
    begun |= {found.pk for found in rounds if found.state == Round.State.CLOSED}
    nights = nights_of(rounds, numbers, begun)
    if past:
        written = [pair for pair in written if past.counts(pair[0].match)]
        matches = [view for view, _result in written]
        entries = past.entries(entries, matches)
        begun = {pk for pk in begun if past.counts_round(pk)}
        adjustments = past.adjustments(adjustments, entries)
    rules = StandingsRules.from_json(competition.standings_rules)
    counted = counted_results(competition, entries, written, begun)
    left = counted.left
    struck = {pk for pk, one in left.items() if one.struck}
    results = [*counted.results]
    there = {entry.pk for entry in entries}
    results += [
        Result(round=numbers[round_id], a=str(entry_id), bye=True)
        for round_id, entry_id in byes
        if round_id in begun
        and entry_id in there
        and not gone_by(left.get(entry_id), numbers[round_id])
    ]
    worked_from = Facts(
        entries=tuple(str(entry.pk) for entry in entries if entry.pk not in struck),
        results=tuple(results),
        adjustments=tuple(
            counted_adjustment(one, str(one.entry_id))
            for one in adjustments
            if one.entry_id not in struck
        ),
        to_come=tuple(view for view in matches if not view.counts),
        byes_to_come=tuple(
            str(entry_id)
            for round_id, entry_id in byes
            if round_id not in begun and entry_id in there and entry_id not in left
        ),
        sure=_sure(competition, entries, written, counted) if left else (),
        unanswered=tuple(view for view in matches if view.counts and not view.settled),
    )
    done = max((numbers[pk] for pk in begun), default=0)
    return Standings(
        competition=competition,
        rules=rules,
        rows=_places(
            ranked(worked_from, rules, facts.made), entries, [] if moment else matches, adjustments
        ),
        round_done=done,
        rounds_total=planned_rounds(rounds),
        playing=tuple(view for view in matches if view.state == "playing" and not view.over),
        missing=sum(
            view.state == "waiting" and numbers[view.match.round_id] <= done for view in matches
        ),
        as_of=timezone.now(),
        left=tuple(left.values()),
        nights=nights,
        moment=moment,
        facts=worked_from,
        made=facts.made,
    )


def ranked(facts: Facts, rules: StandingsRules, made: Made, part: str = "") -> tuple[Row, ...]:
    """The engine's rows, those of the last time for the same facts: of the whole table or of a
    `part` of it."""
    of = Of(values=(facts.entries, facts.results, facts.adjustments, rules))
    return made.last(f"ranked-{part}", of, lambda of: compute_standings(*of.values))


def _sure(
    competition: Competition,
    entries: Sequence[Entry],
    written: Sequence[tuple[MatchView, Result]],
    counted: Counted,
) -> tuple[Result, ...]:
    """What who left forfeits in rounds that have not begun: it will count by the rule."""
    every = {view.match.round_id for view, _result in written}
    there = {(one.round, one.a, one.b) for one in counted.results}
    later = counted_results(competition, entries, written, every).results
    return tuple(one for one in later if (one.round, one.a, one.b) not in there)


def planned_rounds(rounds: Iterable[Round]) -> int:
    """The rounds that are out, and of each stage drawn round by round those still planned."""
    out: dict[Stage, int] = defaultdict(int)
    for one in rounds:
        out[one.stage] += 1
    return sum(max(count, int(stage.draw.get("rounds") or 0)) for stage, count in out.items())


def _places(
    rows: Sequence[Row],
    entries: Iterable[Entry],
    matches: Iterable[MatchView],
    adjustments: Iterable[Adjustment],
) -> tuple[Place, ...]:
    by_name = {str(entry.pk): entry for entry in entries}
    made: dict[int | None, list[Adjustment]] = defaultdict(list)
    for one in adjustments:
        made[one.entry_id].append(one)
    following = next_matches(matches)
    return tuple(
        Place(
            row=row,
            entry=by_name[row.entry],
            next_match=following.get(by_name[row.entry].pk),
            adjustments=tuple(made[by_name[row.entry].pk]),
        )
        for row in rows
    )
