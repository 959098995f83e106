"""Draws known results as a cross-table, the way a club's secretary does, and stores them.

    play_cross_table(competition, '''
               Anne     Joe      Mairi
        Anne    -     512-340    ...
        Joe              -     312*288
        Mairi                     -
    ''')

A cell is the match of its line (side a) against its column (side b): `512-340` totals of a game
that is over, `312*288` a game in play, `...` drawn and not begun, `W-F`, `F-W` and `F-F` forfeits,
`-` the diagonal. Each match goes into the first round in which both are free. The names become
the first names of the players.
"""

from collections.abc import Mapping
from itertools import count
from uuid import uuid4

from django.utils import timezone

from league.models import (
    Competition,
    Entrant,
    Entry,
    Game,
    Hand,
    Lineup,
    Match,
    Partnership,
    Player,
    Round,
    Seating,
    Stage,
)
from league.queries.standings import Standings


def play_cross_table(competition: Competition, drawing: str) -> dict[str, Entry]:
    """Store entries, rounds, matches, results; gives the entries by their name in the drawing."""
    head, *lines = [line.split() for line in drawing.strip().splitlines() if line.strip()]
    entries = {name: enter(competition, name) for name in head}
    stage, _made = Stage.objects.get_or_create(competition=competition, number=1)
    for at, (name, *cells) in enumerate(lines):
        opponents = head[len(head) - len(cells) :] if cells[0] == "-" else head[at:]
        for other, cell in zip(opponents, cells, strict=True):
            if cell != "-":
                match = meet(stage, entries[name], entries[other])
                write_result(match, cell)
    return entries


def enter(competition: Competition, name: str) -> Entry:
    """An entry of "<name> One" and "<name> Two"."""
    people = [
        Player.objects.create(club=competition.club, name=f"{name} {word}")
        for word in ("One", "Two")
    ]
    pair = Partnership.objects.create(club=competition.club, first=people[0], second=people[1])
    entry = Entry.objects.create(competition=competition, partnership=pair)
    for player in people:
        Entrant.objects.create(competition=competition, entry=entry, player=player)
    return entry


def meet(stage: Stage, a: Entry, b: Entry) -> Match:
    """A match at the next table of the first round in which both are free."""
    for number in count(1):
        found, _made = Round.objects.get_or_create(
            stage=stage,
            number=number,
            defaults={"state": Round.State.PUBLISHED, "starts_at": timezone.now()},
        )
        busy = {pk for m in found.matches.all() for pk in (m.entry_a_id, m.entry_b_id)}
        if not busy & {a.pk, b.pk}:
            match = Match.objects.create(
                round=found, table=found.matches.count() + 1, entry_a=a, entry_b=b
            )
            for side, entry in (("a", a), ("b", b)):
                for player in (entry.partnership.first, entry.partnership.second):
                    Lineup.objects.create(round=found, match=match, side=side, player=player)
            return match
    raise AssertionError("count() never ends")


def write_result(match: Match, cell: str) -> None:
    """What a cell of the drawing says happened."""
    if cell == "...":
        return
    if cell in ("W-F", "F-W", "F-F"):
        match.forfeit = {"W-F": "b", "F-W": "a", "F-F": "both"}[cell]
        match.forfeit_reason = "did not come"
        match.save()
        return
    number = match.games.count() + 1
    if "*" in cell:
        ns, ew = map(int, cell.split("*"))
        write_hands(seat(match, number), [(ns, ew)])
        return
    a, b = map(int, cell.split("-"))
    Game.objects.create(match=match, number=number, total_a=a, total_b=b)


def seat(match: Match, number: int = 1, people: Mapping[str, Player] | None = None) -> Game:
    """A game with side a at N and S, side b at E and W; North deals first."""
    a, b = match.entry_a.partnership, match.entry_b.partnership
    game = Game.objects.create(match=match, number=number, ns_side="a", first_dealer="N")
    sitting = people or {"N": a.first, "E": b.first, "S": a.second, "W": b.second}
    for chair, player in sitting.items():
        Seating.objects.create(game=game, seat=chair, player=player)
    return game


def write_hands(game: Game, scores: list[tuple[int, int]], **fields) -> list[Hand]:
    """Hands written as made by North in hearts, each with these scores of NS and EW."""
    start = game.hands.count()
    return [
        Hand.objects.create(
            **{
                "game": game,
                "number": start + at,
                "client_id": uuid4(),
                "trump": "H",
                "dealer": "NESW"[(start + at - 1) % 4],
                "caller": "N",
                "count_ns": min(ns, 162),
                "count_ew": min(ew, 162),
                "verdict": "made",
                "total": ns + ew,
                "score_ns": ns,
                "score_ew": ew,
                **fields,
            }
        )
        for at, (ns, ew) in enumerate(scores, 1)
    ]


def drawn(table: Standings) -> str:
    """The rows as text: rank, name, played, won-drawn-lost, for, against, difference, points."""
    return "\n".join(
        " ".join(
            str(part)
            for part in (
                place.row.rank,
                place.entry.partnership.first.name.split()[0],
                place.row.played,
                f"{place.row.won}-{place.row.drawn}-{place.row.lost}",
                place.row.points_for,
                place.row.points_against,
                f"{place.row.difference:+d}",
                place.row.match_points,
            )
        )
        for place in table.rows
    )


def lines(text: str) -> str:
    """The expected rows, white space folded, to be compared with `drawn`."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
