"""The standings of a cup: it has no table, its brackets say who came where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.draws.bracket_places import Placing, placings
from league.models import Competition
from league.permissions import may_organize
from league.queries.access import Viewer
from league.queries.brackets import BracketState, bracket_state, brackets_of
from league.words.brackets import came_to, round_name
from league.words.standings import names_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CupLine:
    """One entry of a cup. `place` is "" while it is not settled; `words` say how far it came."""

    place: str
    names: SafeString
    url: str
    club: str
    mine: bool
    first: bool
    words: str


def cup_context(
    competition: Competition, viewer: Viewer, states: Sequence[BracketState] | None = None
) -> dict[str, Any]:
    """What the standings pages show of a cup: each published bracket with its places, the last
    made first; a consolation has places of its own. `states` when they are known already."""
    if states is None:
        states = [bracket_state(stage) for stage in brackets_of(competition)]
    return {
        "competition": competition,
        "organizer": may_organize(viewer, competition.club),
        "cups": [
            {
                "stage": state.stage,
                "lines": _lines(state, viewer, consolation=False),
                "consolation": _lines(state, viewer, consolation=True),
            }
            for state in reversed(states)
        ],
    }


def _lines(state: BracketState, viewer: Viewer, *, consolation: bool) -> list[CupLine]:
    found = placings(state.bracket, state.resolved, consolation=consolation)
    return [_line(state, one, viewer) for one in found]


def _line(state: BracketState, one: Placing, viewer: Viewer) -> CupLine:
    entry = state.entries[one.entry]
    pair = entry.partnership
    people = (pair.first.user_id, pair.second.user_id)
    slot = next(slot for slot in state.bracket if slot.key == one.slot)
    now = state.resolved[one.slot]
    rounds = max(other.round for other in state.bracket if other.part == slot.part)
    parts = any(other.part == "losers" for other in state.bracket)
    round = round_name(slot.part, slot.round, rounds, parts=parts)
    return CupLine(
        place="" if one.place is None else str(one.place),
        names=names_of(entry),
        url=reverse("partnership", args=[pair.pk]),
        club=pair.club.name,
        mine=viewer.is_authenticated and viewer.pk in people,
        first=one.place == 1,
        words=_("Champions")
        if one.place == 1 and slot.part == "final"
        else came_to(round, now, one.entry),
    )
