"""Whether what is stored is what the sheets come to, hand by hand and table by table."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from league.models import AuditEntry, Competition, Hand
from league.queries.hands import lowered_of, rules_of, score_columns, score_of, sheet_of
from league.queries.standings import standings_of
from scoring import Code, Row, check_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not what it should be: where, what is stored, what it comes to."""

    where: str
    stored: str
    worked_out: str


def hands_of(competition: Competition) -> Iterator[Hand]:
    """Every hand on a sheet of the competition, void ones too, with its runs and sets."""
    return (
        Hand.objects.filter(game__match__round__stage__competition=competition)
        .exclude(status=Hand.Status.UNDONE)
        .select_related("game__match__round")
        .prefetch_related("runs", "sets")
        .order_by("id")
        .iterator(chunk_size=500)
    )


def differing_hands(competition: Competition) -> Iterator[Difference]:
    """Hands whose stored score is not what their sheet comes to, or whose sheet could never be
    accepted: a check that was raised again has let pass what came before."""
    rules, lowered = rules_of(competition), _lowered_ever(competition)
    for hand in hands_of(competition):
        match = hand.game.match
        where = (
            f"{competition.name}, {match.round}, table {match.table}, "
            f"game {hand.game.number}, hand {hand.number}"
        )
        sheet = sheet_of(hand)
        problems = [
            problem.code
            for problem in check_sheet(sheet, rules, lowered=lowered)
            if not problem.warning
        ]
        if problems:
            yield Difference(where=where, stored="accepted", worked_out=", ".join(problems))
            continue
        fresh = score_columns(score_of(hand, rules))
        stored = {column: getattr(hand, column) for column in fresh}
        if stored != fresh:
            yield Difference(where=where, stored=_told(stored), worked_out=_told(fresh))


def differing_rows(competition: Competition) -> Iterator[Difference]:
    """Rows of the standings that are not the same when every sheet is scored again."""
    shown = standings_of(competition).rows
    fresh = standings_of(competition, scored_again=True).rows
    for one, other in zip(shown, fresh, strict=True):
        if one.row != other.row:
            stored, again = _figures(one.row), _figures(other.row)
            moved = [name for name in stored if stored[name] != again.get(name)]
            yield Difference(
                where=f"{competition.name}, standings, place {one.row.rank}",
                stored=", ".join(f"{name} {stored[name]}" for name in moved),
                worked_out=", ".join(f"{name} {again.get(name)}" for name in moved),
            )


def _lowered_ever(competition: Competition) -> frozenset[Code]:
    """The codes that only warn now, and those that did at some time, as the log has them."""
    changes = AuditEntry.objects.filter(competition=competition, verb="change_strictness")
    once = [(entry.after or {}).get("lowered", []) for entry in changes]
    return lowered_of(competition) | {Code(code) for codes in once for code in codes}


def _figures(row: Row) -> dict[str, object]:
    """Every figure of a row by its name, the tie-breaks among them."""
    columns = {field.name: getattr(row, field.name) for field in fields(row)}
    del columns["values"]
    return columns | {str(tie_break): value for tie_break, value in row.values.items()}


def _told(columns: dict[str, object]) -> str:
    waiting = f", {columns['hanging']} waiting" if columns["hanging"] else ""
    return f"{columns['verdict']} {columns['score_ns']} - {columns['score_ew']}{waiting}"
