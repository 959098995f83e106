"""A bracket as the pages draw it: parts, columns, slots, sides; everything is text here."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.draws.bracket_places import placings
from league.draws.brackets import Part, Resolved, Seed, Slot, Source
from league.models import Entry, Round, User
from league.queries.brackets import BracketState, decided_draw
from league.queries.matches import MatchView
from league.queries.seeds import seed_swaps
from league.views.schedule import match_line
from league.words.brackets import comes_from, how_words, round_name, slot_words
from league.words.schedule import round_when
from league.words.standings import names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a slot: `entry` with its `names`, or `waits` saying who will come; `score` are
    games won."""

    entry: int | None
    names: SafeString
    waits: str
    seed: int | None
    score: str
    games: tuple[str, ...]
    goes_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotLine:
    """A slot as it is drawn. `state`: match, bye (one goes on without a match) or none."""

    key: str
    state: str
    number: int | None
    a: Side
    b: Side
    url: str
    where: str
    pill: str
    words: str
    held: bool
    final: bool
    by_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A round of a part; `joins` says how its lines meet the next: halves, straight or last."""

    title: str
    when: str
    draft: bool
    slots: tuple[SlotLine, ...]
    joins: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLines:
    """A part of the bracket with its columns, from left to right."""

    part: str
    title: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    place: int | None
    names: SafeString


def parts_of(state: BracketState, *, organizer: bool) -> tuple[PartLines, ...]:
    """The bracket with its final, the match for third place, the losers' part or consolation."""
    second = any(slot.part == "losers" for slot in state.bracket)
    parts: list[tuple[str, str, list[Part]]] = [
        ("main", _("Winners") if second else "", ["winners", "final"]),
        ("third", "", ["third"]),
        ("second", _("Losers, once beaten"), ["losers"]),
        ("second", _("Consolation"), ["consolation"]),
    ]
    rounds = {key: one for one in state.rounds for key in state.waves.get(one.number, ())}
    drawn = [
        PartLines(part=name, title=title, columns=_columns(state, of, rounds, organizer, second))
        for name, title, of in parts
    ]
    return tuple(part for part in drawn if part.columns)


def places_of(state: BracketState, *, consolation: bool = False) -> tuple[PlaceLine, ...]:
    """The final places that are known, best first."""
    if not state.matches:
        return ()
    return tuple(
        PlaceLine(place=one.place, names=names_of(state.entries[one.entry]))
        for one in placings(state.bracket, state.resolved, consolation=consolation)
        if one.place is not None
    )


def seed_swap_lines(state: BracketState) -> list[dict[str, object]]:
    """The exchanges of seeds by hand: whose, of which numbers, by whom and why."""
    swaps = seed_swaps(state.stage)
    people = User.objects.in_bulk({one["by"] for one in swaps})
    gone = SafeString(_("an entry taken off since"))
    return [
        {
            "one": names_of(state.entries[one["one"]]) if one["one"] in state.entries else gone,
            "other": names_of(state.entries[one["other"]])
            if one["other"] in state.entries
            else gone,
            "numbers": one["numbers"],
            "by": people.get(one["by"]),
            "reason": one["reason"],
        }
        for one in swaps
    ]


def slot_name(state: BracketState, key: str) -> str:
    """What a slot is called in a sentence: "Final (match 4)"."""
    heading = next(one for one in state.headings if key in one.keys)
    second = any(slot.part == "losers" for slot in state.bracket)
    name = round_name(heading.part, heading.round, heading.of, parts=second)
    return _("%(round)s (match %(n)d)") % {"round": name, "n": state.numbers[key]}


def _columns(
    state: BracketState,
    of: Sequence[Part],
    rounds: dict[str, Round],
    organizer: bool,
    second: bool,
) -> tuple[Column, ...]:
    by_round: dict[tuple[Part, int], list[Slot]] = {}
    for slot in state.bracket:
        needed = slot.if_b_wins is None or state.resolved[slot.key].why != "not_needed"
        if slot.part in of and needed:
            by_round.setdefault((slot.part, slot.round), []).append(slot)
    shown = {
        heading: slots
        for heading, slots in by_round.items()
        if any(slot.key in state.numbers for slot in slots)
    }
    lengths = [len(slots) for slots in shown.values()]
    columns = []
    for at, ((part, number), slots) in enumerate(shown.items()):
        last = max(round for one, round in by_round if one == part)
        following = lengths[at + 1] if at + 1 < len(lengths) else 0
        found = next((rounds[slot.key] for slot in slots if slot.key in rounds), None)
        columns.append(
            Column(
                title=round_name(part, number, last, parts=second),
                when=round_when(found.starts_at) if found and found.starts_at else "",
                draft=found is not None and found.state == Round.State.DRAFT,
                slots=tuple(_slot(state, slot, rounds, organizer) for slot in slots),
                joins="last"
                if not following
                else "halves"
                if following < len(slots)
                else "straight",
            )
        )
    return tuple(columns)


def _slot(state: BracketState, slot: Slot, rounds: dict[str, Round], organizer: bool) -> SlotLine:
    now = state.resolved[slot.key]
    view = state.matches.get(slot.key)
    found = rounds.get(slot.key)
    visible = found is not None and (organizer or found.state != Round.State.DRAFT)
    shown = view if visible else None
    line = match_line(shown, timezone.localdate()) if shown else None
    kind = "match" if slot.key in state.numbers else "bye" if now.winner is not None else "none"
    where = line.where if line else ""
    if shown and shown.match.starts_at:
        where = f"{where} · {round_when(shown.match.starts_at)}"
    return SlotLine(
        key=slot.key,
        state=kind,
        number=state.numbers.get(slot.key),
        a=_side(state, now, slot.a, now.a, shown),
        b=_side(state, now, slot.b, now.b, shown),
        url=reverse("match", args=[shown.match.pk]) if shown else "",
        where=where,
        pill=line.pill if line else "",
        words=_words(state, slot.key, line.words if line else ""),
        held=organizer and any(one.key == slot.key for one in state.to_decide),
        final=slot.part == "final",
        by_hand=_by_hand(state, slot, now),
    )


def _by_hand(state: BracketState, slot: Slot, now: Resolved) -> bool:
    """Whether one of the two stands on this seed because an organizer has exchanged it."""
    moved = {pk for swap in seed_swaps(state.stage) for pk in (swap["one"], swap["other"])}
    sides = ((slot.a, now.a), (slot.b, now.b))
    return any(isinstance(source, Seed) and entry in moved for source, entry in sides)


def _words(state: BracketState, key: str, words: str) -> str:
    """What stands in the pill of a slot."""
    if key in state.holding.sent:
        return _("corrected after the next match began")
    view = state.matches.get(key)
    if view is not None and view.drawn:
        told = decided_draw(view)
        if not told:
            return _("drawn: not settled yet")
        return _("drawn: settled by %(how)s") % {"how": how_words(told["how"])}
    return slot_words(state.resolved[key]) or words


def _side(
    state: BracketState, now: Resolved, source: Source, entry: int | None, view: MatchView | None
) -> Side:
    known: Entry | None = state.entries.get(entry or 0)
    score = ""
    games: tuple[str, ...] = ()
    if view is not None and known is not None and view.forfeit is None and view.games:
        first = view.match.entry_a_id == known.pk
        games = tuple(str(game.a if first else game.b) for game in view.games)
        score = str(view.score.games_a if first else view.score.games_b)
    return Side(
        entry=known.pk if known else None,
        names=names_of(known) if known else SafeString(""),
        waits=comes_from(source, state.numbers) if known is None and not now.decided else "",
        seed=state.seeds.index(known.pk) + 1 if known else None,
        score=score if view is not None and view.best_of > 1 else "",
        games=games,
        goes_on=known is not None and now.winner == known.pk,
    )
