"""What the table of a competition is worked out from, read anew or kept since the last look.

After a hand one match is read and not the season: the log says which matches were written to. Any
entry of it that is about no match, a name that changed, a deadline of the clock: all is read anew.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.core.cache import caches
from django.db.models import F, QuerySet
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from league.models import Adjustment, AuditEntry, Bye, Competition, Entry, Match, Round, Stage
from league.queries.audit_chain import chain_of
from league.queries.counted import FEW, load_counted, load_few, result_of
from league.queries.made import Made
from league.queries.matches import MatchView, load_matches
from league.queries.ready import Ready
from league.queries.versions import around
from scoring import Result

# The stages whose matches make the table of partnerships.
COUNTED = (Stage.Kind.ROUND_ROBIN, Stage.Kind.SWISS, Stage.Kind.RANDOM)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """The entries, the rounds that everybody can see with their matches, in order, who sits out
    (round, entry), and the adjustments that have not been taken off; each round's number in the
    competition, each match's result as the engine takes it, and what was made of all this. Kept
    ones are shared: nobody changes anything of them."""

    entries: list[Entry]
    rounds: list[Round]
    matches: list[MatchView]
    byes: list[tuple[int, int]]
    adjustments: list[Adjustment]
    numbers: dict[int, int]
    results: list[Result]
    made: Made


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """The facts as of the entry `head` of the log, and what else they hang on."""

    head: int
    around: tuple[object, ...]
    facts: TableFacts


def kept_facts(competition: Competition) -> TableFacts:
    """The facts now, for pages that are only read: never inside a transaction that writes, whose
    rows may yet be taken back."""
    key = f"table-{competition.pk}"
    beside = around(competition, timezone.now())
    kept: _Kept | None = caches["facts"].get(key)
    if kept is not None and kept.around == beside:
        now = _brought_up(kept, competition)
        if now is not None:
            if now is not kept:
                caches["facts"].set(key, now)
            return now.facts
    # The log first: what comes in between is read twice, never missed.
    head = _log_of(competition).order_by("-number").values_list("number", flat=True).first() or 0
    facts = read_facts(competition)
    caches["facts"].set(key, _Kept(head=head, around=beside, facts=facts))
    return facts


def read_facts(competition: Competition, *, scored_again: bool = False) -> TableFacts:
    """The facts read anew, in a number of statements that does not depend on how many play;
    `scored_again`: every hand's score is worked out anew."""
    entries = entries_of(competition)
    rounds = list(
        Round.objects.filter(stage__competition=competition, stage__kind__in=COUNTED)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage")
    )
    found = Match.objects.filter(round__in=rounds).order_by(
        "round__stage__number", "round__number", "table"
    )
    if scored_again:
        matches = load_matches(found, seats=False, scored_again=True)
    else:
        matches = load_counted(found, competition, rounds, entries)
    adjustments = Adjustment.objects.filter(entry__competition=competition, removed_at=None)
    numbers = numbers_of(rounds)
    return TableFacts(
        entries=entries,
        rounds=rounds,
        matches=matches,
        byes=list(Bye.objects.filter(round__in=rounds).values_list("round_id", "entry_id")),
        adjustments=list(adjustments),
        numbers=numbers,
        results=[result_of(view, numbers[view.match.round_id]) for view in matches],
        made=Made(),
    )


def numbers_of(rounds: Iterable[Round]) -> dict[int, int]:
    """Each round's number in the whole competition: a second stage goes on counting."""
    before: dict[int, int] = {}
    last: dict[int, int] = {}
    for one in rounds:
        before.setdefault(one.stage_id, sum(last.values()))
        last[one.stage_id] = one.number
    return {one.pk: before[one.stage_id] + one.number for one in rounds}


def entries_of(competition: Competition) -> list[Entry]:
    """The entries with their partnership, both people and their club; none of the pairs of one
    round where partners rotate."""
    return list(
        Entry.objects.filter(competition=competition, for_one_round=False).select_related(
            "partnership__first", "partnership__second", "partnership__club"
        )
    )


def _brought_up(kept: _Kept, competition: Competition) -> _Kept | None:
    """The same with the matches that were written to since; None: it has to be read anew."""
    since = _SINCE(chain_of(competition.pk, None), kept.head)
    if not since:
        return kept
    matches = {match for _number, match in since}
    if None in matches or len(matches) > FEW:
        return None
    facts = kept.facts
    touched = {view.match.pk for view in facts.matches if view.match.pk in matches}
    fresh = _read_again(facts, competition, touched) if touched else {}
    if fresh.keys() != touched:
        return None
    views, results = [*facts.matches], [*facts.results]
    for at, old in enumerate(facts.matches):
        if old.match.pk in fresh:
            views[at] = fresh[old.match.pk]
            results[at] = result_of(views[at], facts.numbers[old.match.round_id])
    # A match that not everybody can see may be one of a draft.
    made = facts.made if touched == matches else Made()
    now = replace(facts, matches=views, results=results, made=made)
    return replace(kept, head=max(number for number, _match in since), facts=now)


def _read_again(
    facts: TableFacts, competition: Competition, matches: Collection[int]
) -> dict[int, MatchView]:
    views = load_few(matches, competition, facts.rounds, facts.entries)
    return {view.match.pk: view for view in views}


def _since(chain: str, head: int) -> QuerySet[AuditEntry, tuple[int, int | None]]:
    later = AuditEntry.objects.filter(GreaterThan(F("number"), head), chain=chain)
    return later.order_by().values_list("number", "match")


_SINCE = Ready(_since)


def _log_of(competition: Competition) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(chain=chain_of(competition.pk, None))
