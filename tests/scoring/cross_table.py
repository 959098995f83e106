"""Cross-tables as text, and short ways to ask a table what it says."""

from scoring.results import Adjustment, GameResult, Result
from scoring.standings import Row, compute_standings
from scoring.standings_rules import StandingsRules
from scoring.tie_breaks import TieBreak


def cross(text: str) -> tuple[list[str], list[Result]]:
    """Entries and results of a cross-table: each cell is `own-other` of the row's entry.

    A dot is a match not played; only cells above the diagonal are read. Games of a match are joined
    with a slash; `F` in a cell: the row's entry forfeits, `W`: the other does, `X`: both.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    names = lines[0]
    results = []
    for at, (name, *cells) in enumerate(lines[1:]):
        assert name == names[at]
        for other, cell in list(zip(names, cells, strict=True))[at + 1 :]:
            if cell in "FWX":
                forfeit = {"F": "a", "W": "b", "X": "both"}[cell]
                results.append(Result(round=1, a=name, b=other, forfeit=forfeit))  # type: ignore[arg-type]
            elif cell != ".":
                pairs = [game.split("-") for game in cell.split("/")]
                games = tuple(GameResult(a=int(a), b=int(b)) for a, b in pairs)
                results.append(Result(round=1, a=name, b=other, games=games))
    return names, results


def rules(*tie_breaks: str, **options: object) -> StandingsRules:
    return StandingsRules(tie_breaks=tuple(map(TieBreak, tie_breaks)), **options)  # type: ignore[arg-type]


def table(text: str, by: StandingsRules, *more: Result, adjusted: tuple[Adjustment, ...] = ()):
    entries, results = cross(text)
    return compute_standings(entries, [*results, *more], adjusted, by)


def order(rows: tuple[Row, ...]) -> str:
    """Ranks and entries in one line: "1 A, 1 B, 3 C"."""
    return ", ".join(f"{row.rank} {row.entry}" for row in rows)


def values(rows: tuple[Row, ...], tie_break: str) -> dict[str, object]:
    return {row.entry: row.values[TieBreak(tie_break)] for row in rows}


def decided(rows: tuple[Row, ...]) -> list[str | None]:
    return [row.decided_by for row in rows]


# A beat B, B beat C, C beat A.
RING = """
    A        B        C
A   .        510-300  400-505
B   300-510  .        520-410
C   505-400  410-520  .
"""
