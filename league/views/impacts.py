"""The tick below what a correction moves."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from league.actions.impacts import ImpactUnseen, act_seen
from league.models import Competition, Match
from league.queries.impacts import Impact
from league.queries.matches import MatchView
from league.views.requests import SignedInRequest
from league.words.impacts import (
    choose_sentence,
    drawn_sentence,
    more_sentence,
    qualifies_sentence,
    rank_sentence,
    slot_sentence,
)

# In a long table the places of so many are told by name.
MOST_NAMED = 12


def act_on_match(request: SignedInRequest, view: MatchView, act: Callable[[], object]) -> None:
    """Do it at once while the match is in play; a result that stands only once what the change
    moves was seen (ImpactUnseen)."""
    match = view.match
    if view.over or match.forfeit:
        act_on_table(request, match.round.stage.competition, act, match=match)
    else:
        act()


def act_on_table(
    request: SignedInRequest,
    competition: Competition,
    act: Callable[[], object],
    *,
    match: Match | None = None,
) -> None:
    """Do it once what it moves was seen and ticked; raises ImpactUnseen before."""
    act_seen(competition, act, seen=seen_in(request), match=match, by=request.user)


def seen_in(request: HttpRequest) -> str:
    """The stamp that was ticked; "" when it was not."""
    return request.POST.get("impact", "")[:32] if "impact_seen" in request.POST else ""


def impact_context(unseen: ImpactUnseen) -> dict[str, Any]:
    """What `impacts/_impact.html` needs."""
    return {
        "impact_stamp": unseen.impact.stamp,
        "impact_lines": _lines(unseen.impact),
        "impact_words": unseen.message,
        "impact_rounds": unseen.impact.drawn,
    }


def _lines(impact: Impact) -> list[str]:
    """A sentence for each thing that moves."""
    more = len(impact.ranks) - MOST_NAMED
    return [
        *(rank_sentence(*one) for one in impact.ranks[:MOST_NAMED]),
        *([more_sentence(more)] if more > 0 else []),
        *(qualifies_sentence(entry, comes=True) for entry in impact.comes),
        *(qualifies_sentence(entry, comes=False) for entry in impact.goes),
        *(slot_sentence(one.round, one.before, one.after) for one in impact.slots),
        *([choose_sentence()] if impact.asks else []),
        *map(drawn_sentence, impact.drawn),
    ]
