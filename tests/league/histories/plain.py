"""The table of a competition worked out in another, plain way: straight from the stored rows.

For competitions of games of one hand, ranked by match points (2 for a win, a bye or a forfeit won),
then the difference, then points scored; those who leave by the usual rule of a season.
"""

from dataclasses import dataclass

from league.models import Adjustment, Bye, Competition, Entry, Match, Round, Stage


@dataclass
class Line:
    """What an entry has: match points, points scored, points given away, matches at the table."""

    points: int = 0
    scored: int = 0
    against: int = 0
    played: int = 0


def is_disputed(match: Match) -> bool:
    """Whether a side does not accept its sheet, and nobody has settled that."""
    return any(one.settled_at is None for one in match.disputes.all())


def totals_of(match: Match) -> tuple[int, int] | None:
    """The totals of its one game by side of the match; None while it is not over, or disputed."""
    if is_disputed(match):
        return None
    games = list(match.games.all())
    if not games:
        return None
    game = games[0]
    if game.total_a is not None:
        return game.total_a, game.total_b
    hands = [hand for hand in game.hands.all() if hand.status == "recorded"]
    if not hands:
        return None
    ns, ew = sum(h.score_ns for h in hands), sum(h.score_ew for h in hands)
    if ns == ew:
        return None
    return (ns, ew) if game.ns_side == "a" else (ew, ns)


def table(competition: Competition) -> dict[int, tuple[int, int, int, int, int]]:
    """Rank, match points, scored, given away and matches played of each entry, by its id."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(competition=competition)}
    gone = {pk for pk, entry in entries.items() if entry.state != Entry.State.PLAYING}
    everything = list(
        Match.objects.filter(round__stage__competition=competition)
        .exclude(round__stage__kind=Stage.Kind.KNOCKOUT)
        .select_related("round__stage")
        .prefetch_related("games__hands", "disputes")
    )
    written = {m.pk for m in everything if m.forfeit or totals_of(m) is not None}
    struck = {pk for pk in gone if _is_struck(pk, everything, written)}
    out = [m for m in everything if m.round.state != Round.State.DRAFT]
    begun = {m.round_id for m in out if m.pk in written}
    closed = Round.objects.filter(stage__competition=competition, state=Round.State.CLOSED)
    begun |= set(closed.values_list("pk", flat=True))
    lines = {pk: Line() for pk in entries if pk not in struck}
    for match in out:
        if not struck & {match.entry_a_id, match.entry_b_id}:
            _add(match, lines, gone, match.round_id in begun)
    for bye in Bye.objects.filter(round__in=begun).select_related("round", "entry"):
        late = bye.entry_id in gone and bye.round.number > (bye.entry.left_after or 0)
        if bye.entry_id in lines and not late:
            lines[bye.entry_id].points += 2
    differences = {pk: line.scored - line.against for pk, line in lines.items()}
    for one in Adjustment.objects.filter(entry__in=lines, removed_at=None):
        lines[one.entry_id].points += one.match_points
        lines[one.entry_id].scored += one.points
        differences[one.entry_id] += one.points
    keys = {pk: (line.points, differences[pk], line.scored) for pk, line in lines.items()}
    return {
        pk: (
            1 + sum(other > keys[pk] for other in keys.values()),
            line.points,
            line.scored,
            line.against,
            line.played,
        )
        for pk, line in lines.items()
    }


def goes_on(match: Match) -> int | None:
    """Who won a match of a bracket: an entry's id, 0 when nobody did, None while it is open."""
    sides = {"a": match.entry_b_id, "b": match.entry_a_id, "both": 0}
    if match.forfeit:
        return sides[match.forfeit]
    totals = totals_of(match)
    if totals is not None:
        return match.entry_a_id if totals[0] > totals[1] else match.entry_b_id
    left = [one.state != Entry.State.PLAYING for one in (match.entry_a, match.entry_b)]
    if all(left):
        return 0
    if any(left):
        return match.entry_b_id if left[0] else match.entry_a_id
    return None


def _is_struck(pk: int, matches: list[Match], written: set[int]) -> bool:
    """Whether who left has played less than half of a round robin."""
    own = [
        match
        for match in matches
        if pk in (match.entry_a_id, match.entry_b_id)
        and match.round.stage.kind == Stage.Kind.ROUND_ROBIN
    ]
    return bool(own) and 2 * sum(match.pk in written for match in own) < len(own)


def _add(match: Match, lines: dict[int, Line], gone: set[int], begun: bool) -> None:
    a, b = lines[match.entry_a_id], lines[match.entry_b_id]
    totals = totals_of(match)
    forfeit = match.forfeit
    if not forfeit and totals is None and begun and not is_disputed(match):
        left = (match.entry_a_id in gone, match.entry_b_id in gone)
        forfeit = {(True, True): "both", (True, False): "a", (False, True): "b"}.get(left)
    if forfeit:
        a.points += 2 * (forfeit == "b")
        b.points += 2 * (forfeit == "a")
    elif totals is not None:
        for line, own, other in ((a, *totals), (b, *reversed(totals))):
            line.played += 1
            line.points += 2 * (own > other)
            line.scored += own
            line.against += other
