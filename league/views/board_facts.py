"""What a board shows, as figures and ids: it can be held as it is, and holds no name.

A name is looked up each time it is shown: who hides it, or is forgotten, is so at once, also on a
board that is held. Only what everybody may see is in it: no draft, whoever asks.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Competition, Match, Round, Stage
from league.queries.boards import beside, byes_of, rounds_next, rounds_on
from league.queries.brackets import bracket_state, brackets_of, is_cup
from league.queries.divisions import division_tables
from league.queries.matches import MatchView, table_of
from league.queries.player_standings import PlayerPlace, player_standings_of
from league.queries.prints import matches_of, own_time, sitters_of
from league.queries.stages import players_sitting_out, rotating
from league.queries.standings import Place, standings_of
from league.views.bracket_lines import Column, Side, SlotLine, parts_of
from league.views.schedule import match_line
from league.words.figures import DASH, local_time, plain_figure, signed_figure
from league.words.schedule import round_title, round_when
from league.words.standings import progress_sentence

Facts = dict[str, Any]

# What of a bracket fits a screen: so many matches below each other, so many rounds.
SLOTS = 8
ROUNDS = 3


def facts_of(competition: Competition, now: datetime) -> Facts:
    """Everything the board of a competition can show at this moment, ready to be stored as JSON.

    `playing`: the tables of the rounds that are on; `table`: the standings, in divisions or one
    part; `next`: who sits where in the rounds that come; `brackets`: their parts.
    """
    today = timezone.localdate(now)
    return {
        "playing": _playing(competition, today),
        "table": None if is_cup(competition) else _table(competition),
        "next": [_seats(one) for one in rounds_next(competition, today)],
        "brackets": [_bracket(one) for one in brackets_of(competition)],
    }


def _playing(competition: Competition, today: date) -> Facts:
    views = rounds_on(competition, today)
    shown = [view.round for view in views]
    lines = [line for view in views for line in _lines(view.matches, today)]
    lines += _lines(beside(competition, today, [one.pk for one in shown]), today, named=True)
    return {
        "title": ", ".join(round_title(one) for one in shown),
        "when": "" if any(view.day == today for view in views) else _when(shown),
        "lines": lines,
        "byes": [entry.pk for view in views for entry in view.byes],
    }


def _when(rounds: Sequence[Round]) -> str:
    return round_when(rounds[0].starts_at) if rounds else ""


def _lines(views: Sequence[MatchView], today: date, *, named: bool = False) -> list[Facts]:
    return [_line(view, today, named=named) for view in views]


def _line(view: MatchView, today: date, *, named: bool) -> Facts:
    """A table with what is written there, in the words and figures of every other page; `named`
    when it belongs to another round than the rest."""
    line = match_line(view, today)
    games = [f"{a}{DASH}{b}" for a, b in line.games] if line.best_of > 1 else []
    return {
        "round": view.match.round_id,
        "match": view.match.pk,
        "of": round_title(view.match.round) if named else "",
        "table": line.table,
        "a": view.match.entry_a_id,
        "b": view.match.entry_b_id,
        "score_a": line.score_a,
        "score_b": line.score_b,
        "winner": line.winner,
        "pill": line.pill,
        "words": line.words,
        "games": games,
    }


def _table(competition: Competition) -> Facts | None:
    parts: list[tuple[str, Sequence[Place | PlayerPlace]]]
    table = standings_of(competition, kept=True)
    told: Any = table
    divisions = division_tables(table)
    parts = [(one.name, one.table.rows) for one in divisions] or [("", table.rows)]
    if not table.rows and rotating(competition):
        told = player_standings_of(competition)
        parts = [("", told.rows)]
    if not any(rows for _name, rows in parts):
        return None
    return {
        "progress": progress_sentence(
            round_done=told.round_done,
            rounds_total=told.rounds_total,
            playing=[(view.match.round.number, view.match.table) for view in told.playing],
            missing=told.missing,
        ),
        "divisions": [
            {"name": name, "rows": [_place(one) for one in rows]} for name, rows in parts
        ],
    }


def _place(place: Place | PlayerPlace) -> Facts:
    row = place.row
    record = f"{row.won}{DASH}{row.lost}" + (f"{DASH}{row.drawn}" if row.drawn else "")
    return {
        "rank": row.rank,
        "entry": place.entry.pk if isinstance(place, Place) else None,
        "player": place.player.pk if isinstance(place, PlayerPlace) else None,
        "played": plain_figure(row.played),
        "record": record,
        "difference": signed_figure(row.difference),
        "points": plain_figure(row.match_points),
    }


def _seats(found: Round) -> Facts:
    """Who sits where on the night of a round, by table and by player."""
    matches = matches_of(found)
    sitting_out = players_sitting_out([found])
    return {
        "round": found.pk,
        "title": round_title(found),
        "when": round_when(found.starts_at),
        "tables": [
            {
                "match": one.pk,
                "table": table_of(one),
                "at": _clock(one, found),
                "a": one.entry_a_id,
                "b": one.entry_b_id,
            }
            for one in matches
        ],
        "byes": [bye.entry_id for bye in byes_of([found])],
        "players": [
            {
                "player": one.player.pk,
                "partner": one.partner.pk if one.partner else None,
                "match": one.match.pk if one.match else None,
                "table": table_of(one.match) if one.match else None,
                "at": _clock(one.match, found) if one.match else "",
            }
            for one in sitters_of(found)
        ]
        + [
            {"player": pk, "partner": None, "match": None, "table": None, "at": ""}
            for pk in sitting_out
        ],
    }


def _clock(match: Match, found: Round) -> str:
    begins = own_time(match, found)
    return "" if begins is None else local_time(begins)


def _bracket(stage: Stage) -> Facts:
    state = bracket_state(stage)
    parts = parts_of(state, organizer=False)
    return {
        "stage": stage.pk,
        "title": _("Championship") if stage.kind == "championship" else _("Bracket"),
        "champion": state.champion.pk if state.champion else None,
        "parts": [
            {"title": one.title, "columns": [_column(column) for column in _last(one.columns)]}
            for one in parts
        ],
    }


def _last(columns: Sequence[Column]) -> Sequence[Column]:
    """The rounds that fit a screen side by side: from the one that is played now, no round that is
    too long."""
    fit = [column for column in columns if len(column.slots) <= SLOTS] or columns[-1:]
    played = next((at for at, one in enumerate(fit) if not _done(one)), len(fit))
    start = max(min(played, len(fit) - ROUNDS), 0)
    return fit[start : start + ROUNDS]


def _done(column: Column) -> bool:
    return all(
        slot.state == "none" or slot.a.goes_on or slot.b.goes_on or not slot.number
        for slot in column.slots
    )


def _column(column: Column) -> Facts:
    return {
        "title": column.title,
        "joins": column.joins,
        "slots": [_slot(slot) for slot in column.slots],
    }


def _slot(slot: SlotLine) -> Facts:
    return {
        "state": slot.state,
        "key": slot.key,
        "where": slot.where,
        "words": slot.words,
        "final": slot.final,
        "a": _side(slot.a),
        "b": _side(slot.b),
    }


def _side(side: Side) -> Facts:
    score = side.score or (side.games[0] if side.games else "")
    return {
        "entry": side.entry,
        "waits": side.waits,
        "score": score,
        "goes_on": side.goes_on,
    }


def entries_in(facts: Mapping[str, Any]) -> set[int]:
    """The ids of all entries that the facts name."""
    found = set(facts["playing"]["byes"])
    tables = [*facts["playing"]["lines"], *(t for one in facts["next"] for t in one["tables"])]
    found |= {one[side] for one in tables for side in ("a", "b")}
    found |= {pk for one in facts["next"] for pk in one["byes"]}
    rows = [row for part in (facts["table"] or {}).get("divisions", []) for row in part["rows"]]
    found |= {row["entry"] for row in rows}
    for bracket in facts["brackets"]:
        found.add(bracket["champion"])
        for part in bracket["parts"]:
            slots = (slot for column in part["columns"] for slot in column["slots"])
            found |= {slot[side]["entry"] for slot in slots for side in ("a", "b")}
    return found - {None}


def players_in(facts: Mapping[str, Any]) -> set[int]:
    """The ids of all players that the facts name alone."""
    rows = [row for part in (facts["table"] or {}).get("divisions", []) for row in part["rows"]]
    seats = [seat for one in facts["next"] for seat in one["players"]]
    found = {row["player"] for row in rows} | {seat["player"] for seat in seats}
    return (found | {seat["partner"] for seat in seats}) - {None}


def rounds_in(facts: Mapping[str, Any]) -> set[int]:
    """The ids of the rounds whose tables the facts name."""
    lines = {line["round"] for line in facts["playing"]["lines"]}
    return lines | {one["round"] for one in facts["next"]}
