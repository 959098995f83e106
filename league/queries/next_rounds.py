"""What the next round of a stage is drawn from, and whether a published draw comes out again."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from league.draws.divisions import draw_divisions, in_sittings
from league.draws.one_round import draw_one
from league.models import Bye, Competition, Entrant, Entry, Game, Match, Round, Stage
from league.queries.matches import load_matches
from league.queries.merges import became
from league.queries.standings import standings_of
from league.queries.table_facts import COUNTED


def inputs_of(stage: Stage, number: int) -> dict[str, Any]:
    """Everything round `number` is drawn from, as JSON (see `draws.one_round.draw_one`).

    Scores and places are those of the standings now; whoever was put at one table in an earlier
    published round has met, unless it was forfeited without a game, or is put off: then they
    wait for each other, and are not drawn again before. A bye counts as one, and so does a forfeit
    won without a game.
    Where partners rotate, `field` holds players, with who was whose partner and opponent.
    """
    if stage.kind == Stage.Kind.ROTATING:
        return {"method": "rotating", "round": number, **_rotating_field(stage, number)}
    return {
        "method": str(stage.kind),
        "round": number,
        "rounds_left": max(int(stage.draw.get("rounds") or 0) - number, 0),
        "keep_clubs_apart": bool(stage.draw.get("keep_clubs_apart")),
        "field": _field(stage, number),
    }


def _field(stage: Stage, number: int) -> list[dict[str, Any]]:
    standings = standings_of(stage.competition)
    met, byes, waiting = meetings_of(stage.competition)
    playing = [place for place in standings.rows if plays_in(place.entry, number)]
    clubs = {place.entry.partnership.club_id for place in playing}
    # Where all are of one club, or nobody minds, the club is no reason for anything.
    apart = bool(stage.draw.get("keep_clubs_apart")) and len(clubs) > 1
    return [
        {
            "id": place.entry.pk,
            "score": str(getattr(place.row, standings.rules.rank_by)),
            "rank": place.row.rank,
            "met": {str(other): times for other, times in sorted(met[place.entry.pk].items())},
            "byes": byes[place.entry.pk],
            "club": place.entry.partnership.club_id if apart else None,
            **({"waiting": sorted(waiting[pk])} if (pk := place.entry.pk) in waiting else {}),
        }
        for place in playing
    ]


def _rotating_field(stage: Stage, number: int) -> dict[str, Any]:
    entrants = Entrant.objects.filter(competition=stage.competition_id, entry=None)
    rounds = list(Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT))
    byes = Counter(player for one in rounds for player in one.draw.get("sitting_out", []))
    partnered: Counter[tuple[int, int]] = Counter()
    opposed: Counter[tuple[int, int]] = Counter()
    matches = Match.objects.filter(round__in=rounds).select_related(
        "entry_a__partnership", "entry_b__partnership"
    )
    put_off = _open_of(match.pk for match in matches if match.postponed)
    waiting = []
    for match in matches:
        a, a2, b, b2 = _four(match)
        if match.pk in put_off:
            waiting += [[a, a2], [b, b2]]
            continue
        partnered.update([(a, a2), (b, b2)])
        opposed.update((min(one, other), max(one, other)) for one in (a, a2) for other in (b, b2))
    return {
        "field": [
            {"id": one.player_id, "byes": byes[one.player_id]}
            for one in entrants.order_by("player_id")
            if (one.joined_in or 1) <= number and one.left_after is None
        ],
        "partnered": [[*pair, times] for pair, times in sorted(partnered.items())],
        "opposed": [[*pair, times] for pair, times in sorted(opposed.items())],
        **({"waiting": sorted(waiting)} if waiting else {}),
    }


def plays_in(entry: Entry, number: int) -> bool:
    """Whether an entry takes part in this round: it has come, and it has not left."""
    return entry.state == Entry.State.PLAYING and (entry.joined_in or 1) <= number


def meetings_of(
    competition: Competition,
) -> tuple[dict[int, Counter[int]], Counter[int], dict[int, list[int]]]:
    """What has been in published rounds of the table: entry -> opponent -> times at one table,
    entry -> byes, and entry -> whom it still has a match with that was put off."""
    met: dict[int, Counter[int]] = defaultdict(Counter)
    byes: Counter[int] = Counter()
    waiting: dict[int, list[int]] = defaultdict(list)
    rounds = Round.objects.filter(stage__competition=competition, stage__kind__in=COUNTED).exclude(
        state=Round.State.DRAFT
    )
    begun = Exists(Game.objects.filter(match=OuterRef("pk")))
    rows = Match.objects.filter(round__in=rounds).annotate(begun=begun)
    matches = list(rows.values_list("pk", "entry_a", "entry_b", "forfeit", "begun", "postponed"))
    put_off = _open_of(match[0] for match in matches if match[-1])
    for pk, a, b, forfeit, played, _postponed in matches:
        if pk in put_off:
            waiting[a].append(b)
            waiting[b].append(a)
        elif forfeit is None or played:
            met[a][b] += 1
            met[b][a] += 1
        elif forfeit != Match.Forfeit.BOTH:
            byes[a if forfeit == Match.Forfeit.B else b] += 1
    byes.update(Bye.objects.filter(round__in=rounds).values_list("entry", flat=True))
    return met, byes, waiting


def put_off_in(competition: Competition) -> list[Match]:
    """The matches of the table that are put off and not over, by round and table."""
    found = Match.objects.filter(
        postponed=True,
        round__stage__competition=competition,
        round__stage__kind__in=COUNTED,
    ).exclude(round__state=Round.State.DRAFT)
    views = load_matches(found.order_by("round__number", "table"), seats=False)
    return [view.match for view in views if not view.over]


def _open_of(put_off: Iterable[int]) -> set[int]:
    """Which of these matches are not over."""
    asked = list(put_off)
    if not asked:
        return set()
    views = load_matches(Match.objects.filter(pk__in=asked), seats=False)
    return {view.match.pk for view in views if not view.over}


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftAge:
    """What has changed since a draft was drawn: ids (players where partners rotate, else entries)
    of who has left and who has come, and whether results or the plan are others now."""

    left: tuple[int, ...]
    came: tuple[int, ...]
    other: bool


def age_of(draft: Round, stage: Stage) -> DraftAge | None:
    """How a draft differs from what it would be drawn from now; None when it does not."""
    then, now = draft.draw.get("inputs"), inputs_of(stage, draft.number)
    if then is None or then == now:
        return None
    was, are = ([one["id"] for one in inputs["field"]] for inputs in (then, now))
    left = tuple(pk for pk in was if pk not in are)
    came = tuple(pk for pk in are if pk not in was)
    return DraftAge(left=left, came=came, other=not left and not came)


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """A round drawn again from what is stored: `equal`, and how many of its tables were set
    otherwise since (by hand, or because somebody came late)."""

    round: Round
    equal: bool
    changed: int


def draw_again(competition: Competition) -> Iterator[Redrawn]:
    """Draw every published round again from its stored seed and inputs, and compare.

    Rounds drawn one by one keep who was drawn against whom (`Round.draw["pairs"]`); a round
    robin keeps what it is made from, so its tables themselves are compared, but for those that
    were set by hand.
    """
    rounds = (
        Round.objects.filter(stage__competition=competition)
        .exclude(state=Round.State.DRAFT)
        .select_related("stage")
        .prefetch_related("matches__entry_a__partnership", "matches__entry_b__partnership")
        .order_by("stage__number", "number")
    )
    circles: dict[int, Mapping[int, list[list[int]]]] = {}
    for one in rounds:
        told = one.stage.draw
        tables = sorted(one.matches.all(), key=lambda match: match.table)
        if "inputs" in one.draw:
            again = draw_one(one.draw["inputs"], seed=one.draw["seed"])
            equal = again.pairs() == one.draw["pairs"] and list(again.byes) == one.draw["byes"]
            players = one.draw["method"] == "rotating"
            pairs = _as_merged(again.pairs()) if players else again.pairs()
            changed = _changed(tables, pairs, players=players)
            yield Redrawn(round=one, equal=equal, changed=changed)
        elif told.get("method") == "circle":
            if one.stage_id not in circles:
                circles[one.stage_id] = _circle(one.stage)
            drawn = circles[one.stage_id].get(one.number, [])
            untouched = [match for match in tables if not match.made_reason]
            changed = len(tables) - len(untouched)
            yield Redrawn(round=one, equal=_changed(untouched, drawn) == 0, changed=changed)


def _changed(tables: Iterable[Match], drawn: list[list[int]], *, players: bool = False) -> int:
    """How many of these tables are none of those drawn: entries, or `players` four a table."""
    return sum(
        (_four(match) if players else [match.entry_a_id, match.entry_b_id]) not in drawn
        for match in tables
    )


def _as_merged(drawn: list[list[int]]) -> list[list[int]]:
    """Tables of four players with the records of now for those that were merged since."""
    now = became(number for table in drawn for number in table)
    if not now:
        return drawn
    tables = [[now.get(number, number) for number in table] for table in drawn]
    return [[*sorted(table[:2]), *sorted(table[2:])] for table in tables]


def _four(match: Match) -> list[int]:
    one, other = match.entry_a.partnership, match.entry_b.partnership
    return [one.first_id, one.second_id, other.first_id, other.second_id]


def _circle(stage: Stage) -> dict[int, list[list[int]]]:
    told = stage.draw
    divisions = [entries for _name, *entries in told.get("divisions", [])]
    drawn = draw_divisions(divisions or [told["entries"]], seed=told["seed"], legs=told["legs"])
    if told.get("tables"):
        drawn = in_sittings(drawn, told["tables"])
    return {one.number: [[pair.a, pair.b] for pair in one.pairings] for one in drawn}
