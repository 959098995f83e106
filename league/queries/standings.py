"""Who stands where: the stored facts of a competition through `scoring.compute_standings`.

What counts: matches of round robins, Swiss and random rounds that are over, in published or
closed rounds;
forfeits as soon as they are written; a bye, and the forfeit of an entry that left, once its round
is closed or one of its matches is over; adjustments that have not been taken off. A match in play,
waiting or postponed adds nothing, and brackets never enter. Where
partners rotate, `queries.player_standings` has the table.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from league.models import (
    Adjustment,
    Bye,
    Competition,
    Entry,
    Game,
    Hand,
    Match,
    Round,
    Stage,
)
from league.queries.departures import Left, counted_results, gone_by
from league.queries.hands import rules_of
from league.queries.matches import MatchView, load_matches, view_match
from league.queries.moments import Moment, Night, nights_of, past_of
from league.queries.next_matches import next_matches
from scoring import Adjustment as ScoringAdjustment
from scoring import (
    GameResult,
    Result,
    Row,
    StandingsRules,
    compute_standings,
)

# The stages whose matches make the table of partnerships.
COUNTED = (Stage.Kind.ROUND_ROBIN, Stage.Kind.SWISS, Stage.Kind.RANDOM)


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

    `to_come` are the matches without a result of rounds everybody can see.
    """

    entries: tuple[str, ...]
    results: tuple[Result, ...]
    adjustments: tuple[ScoringAdjustment, ...]
    to_come: tuple[MatchView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The table as of `as_of`.

    `round_done` is the last round of which a result counts (0 before the first),
    `rounds_total` how many rounds everybody can see, or are planned where
    they are drawn one by one; `playing` are the matches in play,
    `missing` counts matches up to `round_done` of which nothing is written; `left` are the
    entries that left, those struck out too, which have no line; `nights` are the rounds of which
    something counts now, and `moment` the earlier one the table was asked for.
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

    @property
    def begun(self) -> bool:
        """Whether anything counts yet."""
        return self.round_done > 0 or any(place.adjustments for place in self.rows)


def standings_of(
    competition: Competition, *, scored_again: bool = False, moment: Moment | None = None
) -> Standings:
    """The standings now, or at an earlier `moment` (`league.queries.moments`). The number of
    statements does not depend on how many entries play.

    `scored_again=True` works out every hand's score anew (`manage.py verify_scores`).
    """
    entries = entries_of(competition)
    rounds = list(
        Round.objects.filter(stage__competition=competition, stage__kind__in=COUNTED)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage")
    )
    numbers = _numbers(rounds)
    past = past_of(moment, rounds, numbers) if moment else None
    if past:
        past.bring_back(entries)
    found = Match.objects.filter(round__in=rounds).order_by(
        "round__stage__number", "round__number", "table"
    )
    if scored_again:
        matches = load_matches(found, seats=False, scored_again=True)
    else:
        matches = _work_out(found, competition, rounds, entries)
    byes = Bye.objects.filter(round__in=rounds).values_list("round_id", "entry_id")
    adjustments = list(Adjustment.objects.filter(entry__competition=competition, removed_at=None))
    begun = {view.match.round_id for view in matches if view.over and not view.left}
    begun |= {found.pk for found in rounds if found.state == Round.State.CLOSED}
    nights = nights_of(rounds, numbers, begun)
    if past:
        matches = [view for view in matches if past.counts(view.match)]
        entries = past.entries(entries, matches)
        begun = {pk for pk in begun if past.counts_round(pk)}
        adjustments = past.adjustments(adjustments, entries)
    rules = StandingsRules.from_json(competition.standings_rules)
    written = [(view, _result(view, numbers[view.match.round_id])) for view in matches]
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
    facts = Facts(
        entries=tuple(str(entry.pk) for entry in entries if entry.pk not in struck),
        results=tuple(results),
        adjustments=tuple(
            ScoringAdjustment(
                entry=str(one.entry_id),
                match_points=one.match_points,
                points=one.points,
                reason=one.reason,
            )
            for one in adjustments
            if one.entry_id not in struck
        ),
        to_come=tuple(view for view in matches if not view.over),
    )
    rows = compute_standings(facts.entries, facts.results, facts.adjustments, rules)
    done = max((numbers[pk] for pk in begun), default=0)
    return Standings(
        competition=competition,
        rules=rules,
        rows=_places(rows, entries, [] if moment else matches, adjustments),
        round_done=done,
        rounds_total=_rounds_total(rounds),
        playing=tuple(view for view in matches if view.state == "playing" and not view.over),
        missing=sum(
            view.state == "waiting" and numbers[view.match.round_id] <= done for view in matches
        ),
        as_of=timezone.now(),
        left=tuple(left.values()),
        nights=nights,
        moment=moment,
        facts=facts,
    )


def entries_of(competition: Competition) -> list[Entry]:
    """The entries with their partnership, both people and their club; none of the pairs of one
    round where partners rotate."""
    return list(
        Entry.objects.filter(competition=competition, for_one_round=False).select_related(
            "partnership__first", "partnership__second", "partnership__club"
        )
    )


def _rounds_total(rounds: Iterable[Round]) -> int:
    """The rounds that are out, and of each stage drawn round by round those still planned."""
    out: dict[Stage, int] = defaultdict(int)
    for one in rounds:
        out[one.stage] += 1
    return sum(max(count, int(stage.draw.get("rounds") or 0)) for stage, count in out.items())


def _numbers(rounds: Iterable[Round]) -> dict[int, int]:
    """Each round's number in the whole competition: a second stage goes on counting."""
    before: dict[int, int] = {}
    last: dict[int, int] = {}
    for one in rounds:
        before.setdefault(one.stage_id, sum(last.values()))
        last[one.stage_id] = one.number
    return {one.pk: before[one.stage_id] + one.number for one in rounds}


def _work_out(
    queryset: QuerySet[Match],
    competition: Competition,
    rounds: Iterable[Round],
    entries: Iterable[Entry],
) -> list[MatchView]:
    """The same as `load_matches(queryset, seats=False)` at a third of its cost: a season is some
    hundred matches and thousands of hands, and here rounds, entries and names are known already.

    Of each hand only what makes up a score is read.
    """
    by_round = {one.pk: one for one in rounds}
    by_entry = {one.pk: one for one in entries}
    for one in by_round.values():
        one.stage.competition = competition
    matches = list(queryset)
    hands = (
        Hand.objects.exclude(status=Hand.Status.UNDONE)
        .order_by("number")
        .only(
            "game_id",
            "number",
            "status",
            "outcome",
            "dealer",
            "caller",
            "verdict",
            "score_ns",
            "score_ew",
            "hanging",
        )
    )
    games: dict[int, list[Game]] = defaultdict(list)
    found = Game.objects.filter(match__round__in=list(by_round)).order_by("number")
    for game in found.prefetch_related(Prefetch("hands", queryset=hands)):
        games[game.match_id].append(game)
    rules = rules_of(competition)
    for match in matches:
        match.round = by_round[match.round_id]
        match.entry_a = by_entry[match.entry_a_id]
        match.entry_b = by_entry[match.entry_b_id]
    return [view_match(match, games[match.pk], rules, seats=False) for match in matches]


def _result(view: MatchView, number: int) -> Result:
    match = view.match
    return Result(
        round=number,
        a=str(match.entry_a_id),
        b=str(match.entry_b_id),
        games=tuple(
            GameResult(
                a=game.a,
                b=game.b,
                baits_a=game.baits_a,
                baits_b=game.baits_b,
                winner=game.winner,
            )
            for game in view.games
            if game.over
        ),
        forfeit=view.forfeit,
    )


def _places(
    rows: Sequence[Row],
    entries: Iterable[Entry],
    matches: Iterable[MatchView],
    adjustments: Iterable[Adjustment],
) -> tuple[Place, ...]:
    by_name = {str(entry.pk): entry for entry in entries}
    made: dict[int, list[Adjustment]] = defaultdict(list)
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
