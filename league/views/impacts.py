"""What a correction moves, what is chosen about it, and the tick below."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.actions.impacts import Choices, ImpactUnseen, act_seen
from league.models import Actor, Competition, Match, Round
from league.permissions import may_organize
from league.queries.brackets import brackets_of
from league.queries.impact_choices import Since
from league.queries.impacts import Impact
from league.queries.matches import MatchView
from league.views.requests import PageRequest, number_in
from league.words.impacts import (
    choose_sentence,
    cut_options,
    cut_sentence,
    drawn_sentence,
    more_sentence,
    qualifies_sentence,
    rank_sentence,
    results_words,
    round_options,
    seed_sentence,
    slot_sentence,
)

Done = TypeVar("Done")

# In a long table the places of so many are told by name.
MOST_NAMED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Kept as it is, or made again: two (value, words), and a tick for results that would go."""

    name: str
    legend: str
    options: tuple[tuple[str, str], ...]
    chosen: str
    address: str = ""
    tick: str = ""
    tick_words: str = ""
    ticked: bool = False


def act_on_match(
    request: PageRequest, view: MatchView, act: Callable[[], object], *, by: Actor
) -> None:
    """Do it at once while the match is in play; a result that stands only once what the change
    moves was seen (ImpactUnseen)."""
    match = view.match
    if view.over or match.forfeit:
        act_on_table(request, match.round.stage.competition, act, match=match, by=by)
    else:
        act()


def act_on_table(
    request: PageRequest,
    competition: Competition,
    act: Callable[[], Done],
    *,
    match: Match | None = None,
    since: Since | None = None,
    by: Actor,
) -> Done:
    """Do it, and what was chosen with it, once what it moves was seen and ticked; raises
    ImpactUnseen before. Gives what `act` does. What was drawn from the table before is kept, but
    by an organizer's choice."""
    organizes = may_organize(by, competition.club)
    choices = choices_in(request) if organizes else Choices()
    try:
        done = act_seen(
            competition,
            act,
            seen=seen_in(request),
            choices=choices,
            match=match,
            since=since,
            by=by,
        )
    except ImpactUnseen as unseen:
        unseen.may_choose = organizes
        raise
    for one in Round.objects.filter(pk__in=choices.draw_again).select_related("stage"):
        text = _("{round} is drawn again, as a draft. {link}")
        link = _link(reverse("stage", args=[one.stage_id]))
        messages.success(request, format_html(text, round=str(one), link=link))
    if choices.cut_again:
        found = brackets_of(competition, drafts=True)
        text = _("The bracket is cut again, as a draft. {link}")
        for stage in found[-1:]:
            link = _link(reverse("bracket", args=[stage.pk]))
            messages.success(request, format_html(text, link=link))
    return done


def seen_in(request: HttpRequest) -> str:
    """The stamp that was ticked; "" when it was not."""
    return request.POST.get("impact", "")[:32] if "impact_seen" in request.POST else ""


def choices_in(request: HttpRequest) -> Choices:
    """What was chosen to be made again."""

    def chosen(start: str, value: str) -> frozenset[int]:
        return frozenset(
            number_in(name.removeprefix(start))
            for name in request.POST
            if name.startswith(start) and request.POST[name] == value
        )

    return Choices(
        draw_again=chosen("impact_round_", "again"),
        take_off=chosen("impact_results_", "on"),
        cut_again=chosen("impact_cut_", "again"),
    )


def impact_context(unseen: ImpactUnseen) -> dict[str, Any]:
    """What `impacts/_impact.html` needs."""
    return {
        "impact_stamp": unseen.impact.stamp,
        "impact_lines": _lines(unseen.impact, unseen.may_choose),
        "impact_words": unseen.message,
        "impact_choices": _choices(unseen) if unseen.may_choose else [],
    }


def _lines(impact: Impact, may_choose: bool) -> list[str]:
    """A sentence for each thing that moves."""
    kept = "" if may_choose else "kept"
    more = len(impact.ranks) - MOST_NAMED
    seeds = [seed_sentence(cut.stage, *seed) for cut in impact.cuts for seed in cut.seeds]
    return [
        *(rank_sentence(*one) for one in impact.ranks[:MOST_NAMED]),
        *([more_sentence(more)] if more > 0 else []),
        *(qualifies_sentence(entry, comes=True) for entry in impact.comes),
        *(qualifies_sentence(entry, comes=False) for entry in impact.goes),
        *seeds[:MOST_NAMED],
        *(slot_sentence(one.round, one.before, one.after) for one in impact.slots),
        *([choose_sentence()] if impact.asks else []),
        *(drawn_sentence(one.round, one.stays or kept) for one in impact.drawn),
        *(cut_sentence(one.stage, one.stays or kept) for one in impact.cuts),
    ]


def _choices(unseen: ImpactUnseen) -> list[Choice]:
    """What is to be kept or made again, with what was chosen before."""
    kept = unseen.choices
    rounds = [
        Choice(
            name=f"impact_round_{one.round.pk}",
            legend=str(one.round),
            options=round_options(one.round),
            chosen="again" if one.round.pk in kept.draw_again else "keep",
            address=reverse("stage", args=[one.round.stage_id]),
            tick=f"impact_results_{one.round.pk}",
            tick_words=results_words(one.written),
            ticked=one.round.pk in kept.take_off,
        )
        for one in unseen.impact.drawn
        if not one.stays
    ]
    cuts = [
        Choice(
            name=f"impact_cut_{one.stage.pk}",
            legend=str(one.stage).capitalize(),
            options=cut_options(),
            chosen="again" if one.stage.pk in kept.cut_again else "keep",
            address=reverse("bracket", args=[one.stage.pk]),
        )
        for one in unseen.impact.cuts
        if not one.stays
    ]
    return rounds + cuts


def _link(address: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', address, _("Look it over, then publish it."))
