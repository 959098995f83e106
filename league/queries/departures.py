"""Who has left a competition, and what becomes of their matches by its stated rule.

Nothing is stored but that they left: forfeits of what was still to come, and whether their
matches count at all, follow on reading. Bringing them back leaves no trace.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.models import Competition, Entry, Match, Round, Stage
from league.queries.matches import MatchView, load_matches
from league.queries.seasons import season_of
from scoring import Result
from scoring.exits import Exit, ExitJudged, ExitKind, ExitRule, ExitRules, apply_exits


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """An entry that left, and the rule its round-robin matches come under.

    None where it has none: where rounds are drawn one by one what was played stands, for whoever
    plays a round meets only some of the others.
    """

    entry: Entry
    judged: ExitJudged | None

    @property
    def struck(self) -> bool:
        """Whether none of its matches counts, so that it has no place in the table."""
        return self.judged is not None and self.judged.rule is ExitRule.STRUCK


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The results that enter the table, and who has left."""

    results: tuple[Result, ...]
    left: Mapping[int, Left]


def counted_results(
    competition: Competition,
    entries: Iterable[Entry],
    results: Sequence[tuple[MatchView, Result]],
    begun: set[int],
) -> Counted:
    """What counts of `results` (every match that everybody can see, not played ones too).

    The forfeit of an entry that left counts once its round has begun (`begun`, ids of rounds).
    No statement when nobody has left, else one: the matches still in drafts, which make up half.
    """
    gone = {one.pk: one for one in entries if one.state != Entry.State.PLAYING}
    if not gone:
        return Counted(results=tuple(result for view, result in results if view.counts), left={})
    robin = [pair for pair in results if _in_round_robin(pair[0])]
    others = [
        result
        for view, result in results
        if not _in_round_robin(view)
        and view.counts
        and (not view.left or view.match.round_id in begun)
    ]
    not_yet = {
        (result.round, result.a, result.b)
        for view, result in robin
        if (view.left and view.match.round_id not in begun) or (view.over and not view.counts)
    }
    open_ones = [_as_written(view, result) for view, result in robin]
    after = apply_exits(
        [*open_ones, *_drafts(competition, gone)], _exits(gone), _rules(competition)
    )
    judged = {one.entry: one for one in after.exits}
    return Counted(
        results=tuple(
            one
            for one in (*after.results, *others)
            if one.round and (one.games or one.forfeit) and (one.round, one.a, one.b) not in not_yet
        ),
        left={
            pk: Left(entry=entry, judged=_of_robin(judged[str(pk)])) for pk, entry in gone.items()
        },
    )


def gone_by(left: Left | None, number: int) -> bool:
    """Whether an entry had left before this round: its bye there counts for nothing then."""
    return left is not None and (left.struck or number > (left.entry.left_after or 0))


def matches_of_entry(entry: Entry) -> list[MatchView]:
    """All matches of an entry, drafts too, in the order of play."""
    found = Match.objects.filter(Q(entry_a=entry) | Q(entry_b=entry))
    return load_matches(found.order_by("round__stage__number", "round__number"), seats=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leavetaking:
    """What leaving would come to: by the rule for each way of leaving, and what is still open.

    `missed` are the matches of closed rounds that stand as forfeits because they left.
    """

    withdrawn: Left
    disqualified: Left
    pending: tuple[MatchView, ...]
    missed: tuple[MatchView, ...]


def leavetaking_of(entry: Entry) -> Leavetaking:
    """What leaving comes to, or (for one who has left) coming back."""
    views = matches_of_entry(entry)
    pending = tuple(view for view in views if view.left or not view.over)
    robin = [
        Result(
            round=1,
            a=str(view.match.entry_a_id),
            b=str(view.match.entry_b_id),
            # Only whether it is over matters here.
            forfeit=None if view in pending else "both",
        )
        for view in views
        if _in_round_robin(view)
    ]
    return Leavetaking(
        withdrawn=_if_they(entry, robin, ExitKind.WITHDRAWN),
        disqualified=_if_they(entry, robin, ExitKind.DISQUALIFIED),
        pending=pending,
        missed=tuple(view for view in pending if view.match.round.state == Round.State.CLOSED),
    )


def _if_they(entry: Entry, results: Sequence[Result], kind: ExitKind) -> Left:
    exit_of = Exit(entry=str(entry.pk), kind=kind)
    judged = apply_exits(results, [exit_of], _rules(entry.competition)).exits[0]
    return Left(entry=entry, judged=_of_robin(judged))


def _of_robin(judged: ExitJudged) -> ExitJudged | None:
    return judged if judged.scheduled else None


def _rules(competition: Competition) -> ExitRules:
    return season_of(competition).exits


def _exits(gone: Mapping[int, Entry]) -> list[Exit]:
    return [Exit(entry=str(pk), kind=ExitKind(entry.state)) for pk, entry in gone.items()]


def _in_round_robin(view: MatchView) -> bool:
    return view.match.round.stage.kind == Stage.Kind.ROUND_ROBIN


def _as_written(view: MatchView, result: Result) -> Result:
    """The result as it is on record: one that is not over, or lost only by leaving, is open."""
    if view.counts and not view.left:
        return result
    return Result(round=result.round, a=result.a, b=result.b)


def _drafts(competition: Competition, gone: Iterable[int]) -> list[Result]:
    """Matches that only the organizers see: scheduled, and in no round (0) of the table."""
    found = Match.objects.filter(
        Q(entry_a__in=gone) | Q(entry_b__in=gone),
        round__stage__competition=competition,
        round__stage__kind=Stage.Kind.ROUND_ROBIN,
        round__state=Round.State.DRAFT,
    )
    return [
        Result(round=0, a=str(a), b=str(b))
        for a, b in found.values_list("entry_a_id", "entry_b_id")
    ]
