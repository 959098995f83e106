"""The screens of a board, one after the other: what stands on each, in words and with names."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Board, Competition, Player
from league.queries.bells import Clock, clock_of
from league.queries.boards import clocks_of, entries_named, players_named, rounds_still_out
from league.views.board_facts import Facts, entries_in, players_in, rounds_in
from league.words.schedule import round_title
from league.words.sorting import name_key
from league.words.standings import names_of

# What fits 1920 x 1080 and is read from the back of the hall: lines in a column.
LINES = 20
# Fewer lines are no larger; from here up to LINES each number is a class of the stylesheet.
LARGEST = 8
# More than these begin a second column.
ALONE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """One screen. `kind` is its part template, `size` the lines a column has room for, `columns`
    what stands in each; `more` what only this kind has."""

    key: str
    kind: str
    competition: Competition
    title: str
    quiet: str = ""
    size: int = LINES
    columns: Sequence[Sequence[Any]] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        return f"boards/_{self.kind}.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What everybody calls them now, by id; who is gone has no name."""

    entries: Mapping[int, SafeString]
    players: Mapping[int, Player]
    rounds: set[int]

    def player(self, pk: int) -> SafeString:
        return format_html('<bdi class="name">{}</bdi>', self.players[pk].called)


def screens_of(
    competition: Competition, board: Board, facts: Facts, now: datetime, *, prefix: str = ""
) -> list[Screen]:
    """All screens that have something to show, in the order of their turns; those of the page the
    organizer has chosen alone, while it has any. Keys begin with `prefix`."""
    entries = entries_named(entries_in(facts))
    names = Names(
        entries={pk: names_of(one) for pk, one in entries.items()},
        players=players_named(players_in(facts)),
        rounds=rounds_still_out(rounds_in(facts)),
    )
    makers: dict[str, Callable[[], list[Screen]]] = {
        "now": lambda: _playing(competition, facts, names),
        "standings": lambda: _standings(competition, facts, names),
        "names": lambda: _by_name(competition, facts, names),
        "tables": lambda: _by_table(competition, facts, names),
        "bracket": lambda: _brackets(competition, facts, names),
        "clock": lambda: _clocks(competition, now),
    }
    found = {page: make() for page, make in makers.items()}
    shown = found.get(board.page) or [one for screens in found.values() for one in screens]
    return [_keyed(one, prefix) for one in shown]


def clock_on(competition: Competition, now: datetime) -> Clock | None:
    """The bell's clock that everybody plays by; None when none goes or more than one does."""
    clocks = [clock_of(one, now) for one in clocks_of(competition)]
    return clocks[0] if len(clocks) == 1 else None


def _keyed(screen: Screen, prefix: str) -> Screen:
    return Screen(
        key=f"{prefix}{screen.key}",
        kind=screen.kind,
        competition=screen.competition,
        title=screen.title,
        quiet=screen.quiet,
        size=screen.size,
        columns=screen.columns,
        more=screen.more,
    )


def _playing(competition: Competition, facts: Facts, names: Names) -> list[Screen]:
    told = facts["playing"]
    lines = [
        {**line, "names_a": names.entries[line["a"]], "names_b": names.entries[line["b"]]}
        for line in told["lines"]
        if line["round"] in names.rounds and {line["a"], line["b"]} <= names.entries.keys()
    ]
    byes = [names.entries[pk] for pk in told["byes"] if pk in names.entries]
    return _pages(
        "now",
        competition,
        told["title"],
        lines,
        each=2,
        quiet=told["when"],
        more={"byes": byes},
    )


def _standings(competition: Competition, facts: Facts, names: Names) -> list[Screen]:
    screens: list[Screen] = []
    told = facts["table"] or {"divisions": [], "progress": ""}
    for number, part in enumerate(told["divisions"], start=1):
        rows = []
        for row in part["rows"]:
            if row["entry"] in names.entries:
                rows.append({**row, "names": names.entries[row["entry"]], "of": row["entry"]})
            elif row["player"] in names.players:
                rows.append({**row, "names": names.player(row["player"]), "of": row["player"]})
        screens += _pages(
            "standings",
            competition,
            part["name"] or _("Standings"),
            rows,
            quiet=told["progress"],
            at=f"-{number}" if number > 1 else "",
        )
    return screens


def _by_name(competition: Competition, facts: Facts, names: Names) -> list[Screen]:
    screens = []
    for told in _still_out(facts, names):
        seats = [seat for seat in told["players"] if seat["player"] in names.players]
        seats.sort(key=lambda one: (name_key(names.players[one["player"]].called), one["player"]))
        lines = [{**seat, "names": names.player(seat["player"])} for seat in seats]
        screens += _pages(
            "names",
            competition,
            _("%(round)s: where do I sit?") % {"round": told["title"]},
            lines,
            columns=4,
            quiet=told["when"],
            at=f"-{told['round']}",
        )
    return screens


def _by_table(competition: Competition, facts: Facts, names: Names) -> list[Screen]:
    screens = []
    for told in _still_out(facts, names):
        lines = [
            {**one, "names_a": names.entries[one["a"]], "names_b": names.entries[one["b"]]}
            for one in told["tables"]
            if {one["a"], one["b"]} <= names.entries.keys()
        ]
        byes = [names.entries[pk] for pk in told["byes"] if pk in names.entries]
        screens += _pages(
            "tables",
            competition,
            _("%(round)s: by table") % {"round": told["title"]},
            lines,
            each=2,
            quiet=told["when"],
            more={"byes": byes},
            at=f"-{told['round']}",
        )
    return screens


def _still_out(facts: Facts, names: Names) -> list[Facts]:
    return [one for one in facts["next"] if one["round"] in names.rounds]


def _brackets(competition: Competition, facts: Facts, names: Names) -> list[Screen]:
    screens = []
    for told in facts["brackets"]:
        champion = names.entries.get(told["champion"] or 0, SafeString(""))
        for number, part in enumerate(told["parts"], start=1):
            columns = [
                {**column, "slots": [_slot(slot, names) for slot in column["slots"]]}
                for column in part["columns"]
            ]
            title = part["title"] or (
                told["title"] if number == 1 else "".join(one["title"] for one in columns[:1])
            )
            screens.append(
                Screen(
                    key=f"bracket-{told['stage']}-{number}",
                    kind="bracket",
                    competition=competition,
                    title=title,
                    more={"parts": columns, "champion": champion if number == 1 else ""},
                )
            )
    return screens


def _slot(slot: Facts, names: Names) -> Facts:
    sides = [
        {**slot[side], "names": names.entries.get(slot[side]["entry"] or 0, "")}
        for side in ("a", "b")
    ]
    return {**slot, "sides": sides}


def _clocks(competition: Competition, now: datetime) -> list[Screen]:
    return [
        Screen(
            key=f"clock-{one.pk}",
            kind="clock",
            competition=competition,
            title=round_title(one),
            more={"clock": clock_of(one, now)},
        )
        for one in clocks_of(competition)
    ]


def _pages(
    kind: str,
    competition: Competition,
    title: str,
    lines: Sequence[Any],
    *,
    each: int = 1,
    columns: int = 2,
    quiet: str = "",
    more: Mapping[str, Any] | None = None,
    at: str = "",
) -> list[Screen]:
    """As many screens as the lines need; `each` is how many lines of type one of them takes."""
    in_column = LINES // each
    on_screen = in_column * columns
    count = ceil(len(lines) / on_screen)
    # Equal screens: 41 lines are 21 and 20, not 40 and 1.
    share = ceil(len(lines) / count) if count else 0
    screens = []
    for page in range(count):
        shown = lines[page * share : (page + 1) * share]
        used = columns
        while used > 1 and ceil(len(shown) / (used - 1)) * each <= ALONE:
            used -= 1
        height = ceil(len(shown) / used)
        screens.append(
            Screen(
                key=f"{kind}{at}-{page + 1}",
                kind=kind,
                competition=competition,
                title=f"{title} ({page + 1}/{count})" if count > 1 else title,
                quiet=quiet,
                size=max(LARGEST, height * each),
                columns=[shown[start : start + height] for start in range(0, len(shown), height)],
                more=more or {},
            )
        )
    return screens
