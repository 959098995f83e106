"""Two seeds of a bracket are exchanged by hand before play: checked, marked, taken back."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.bracket_slots import settle_bracket
from league.actions.errors import ActionError, StaleEdit
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.models import Competition, Entry, Match, Stage, User
from league.queries.brackets import bracket_state, seeds_of
from league.queries.seeds import SeedPlace, objections_to_seeds, seed_places, seed_swaps
from league.words.brackets import seed_objection_sentence


@transaction.atomic
def swap_seeds(
    stage: Stage,
    one: Entry,
    other: Entry,
    *,
    reason: str,
    count: int,
    anyway: bool = False,
    by: User,
) -> None:
    """Put two entries of a bracket on each other's seed; everybody sees who did it and why.

    The last exchange made once more takes it back, mark and all. `count` is how many exchanges the
    organizer saw: a second tap finds the exchange of the first, and what changed unseen is a
    StaleEdit. Raises ActionError once anything is on record in the bracket, without a reason, for
    two who meet each other first, and (on field "anyway") where two of one club or division would
    meet in the first round or a bye would change hands, unless `anyway`.
    """
    locked, found = _lock(stage)
    swaps = seed_swaps(found)
    if len(swaps) == count + 1 and _same(swaps[-1], one, other, by):
        return
    places = seed_places(found)
    if len(swaps) != count or one.pk not in places or other.pk not in places:
        raise _changed()
    here, there = places[one.pk], places[other.pk]
    if one.pk == other.pk or here.meets == there.entry:
        raise ActionError(
            _("They meet each other in the first round: nothing would change."), field="other"
        )
    if not reason:
        raise ActionError(_("Say why: everybody sees it with the bracket."), field="reason")
    if swaps and {swaps[-1]["one"], swaps[-1]["other"]} == {one.pk, other.pk}:
        _take_back(locked, found, swaps, reason, by)
        return
    against = objections_to_seeds(found, here, there)
    if against and not anyway:
        said = [seed_objection_sentence(it.code, it.one, it.other) for it in against]
        raise ActionError(" ".join(said), field="anyway")
    swaps.append(_told(here, there, reason, by))
    _store(found, here, there, swaps)
    settle_bracket(found, by=by)
    _mark(found, swaps)
    write_entry(
        "swap_seeds",
        f"stage:{found.pk}",
        by=by,
        competition=locked,
        after={"entries": [one.pk, other.pk], "against": [item.code for item in against]},
        reason=reason,
    )


@transaction.atomic
def undo_seed_swap(stage: Stage, *, count: int, by: User) -> None:
    """Take the last exchange back: the bracket is what it was before it.

    `count` is how many exchanges the organizer saw (StaleEdit for another number).
    """
    locked, found = _lock(stage)
    swaps = seed_swaps(found)
    if len(swaps) != count or not swaps:
        raise _changed()
    _take_back(locked, found, swaps, "", by)


def _take_back(
    locked: Competition, found: Stage, swaps: list[dict[str, Any]], reason: str, by: User
) -> None:
    last = swaps.pop()
    places = seed_places(found)
    if last["one"] not in places or last["other"] not in places:
        raise ActionError(_("One of the two is not in this bracket any more."))
    _store(found, places[last["one"]], places[last["other"]], swaps)
    settle_bracket(found, by=by)
    _mark(found, swaps)
    write_entry(
        "undo_seed_swap",
        f"stage:{found.pk}",
        by=by,
        competition=locked,
        before={"entries": [last["one"], last["other"]]},
        reason=reason,
    )


def _lock(stage: Stage) -> tuple[Competition, Stage]:
    locked = lock_competition(stage.competition)
    found = Stage.objects.select_for_update(of=("self",)).filter(pk=stage.pk).first()
    if found is None or not seeds_of(found):
        raise StaleEdit(_("This bracket was taken off meanwhile."), stored=None, offered=None)
    found.competition = locked
    if bracket_state(found).begun:
        raise ActionError(_("Play has begun in this bracket: the seeds stay as they are."))
    return locked, found


def _store(found: Stage, here: SeedPlace, there: SeedPlace, swaps: list[dict[str, Any]]) -> None:
    seeds = seeds_of(found)
    seeds[here.number - 1], seeds[there.number - 1] = there.entry.pk, here.entry.pk
    draw = {key: value for key, value in found.draw.items() if key != "seed_swaps"}
    found.draw = draw | {"seeds": seeds} | ({"seed_swaps": swaps} if swaps else {})
    found.save(update_fields=["draw"])


def _mark(found: Stage, swaps: list[dict[str, Any]]) -> None:
    """The first matches of those exchanged say by whom they were set; all others by nobody."""
    matches = Match.objects.filter(round__stage=found)
    matches.exclude(made_by=None).update(made_by=None, made_reason="")
    for one in swaps:
        both = [one["one"], one["other"]]
        set_so = matches.filter(Q(entry_a__in=both) | Q(entry_b__in=both))
        set_so.update(made_by=one["by"], made_reason=one["reason"])


def _same(swap: dict[str, Any], one: Entry, other: Entry, by: User) -> bool:
    return (swap["one"], swap["other"], swap["by"]) == (one.pk, other.pk, by.pk)


def _changed() -> StaleEdit:
    return StaleEdit(_("The bracket has changed meanwhile. Look again."), stored=None, offered=None)


def _told(here: SeedPlace, there: SeedPlace, reason: str, by: User) -> dict[str, Any]:
    return {
        "one": here.entry.pk,
        "other": there.entry.pk,
        "numbers": [here.number, there.number],
        "reason": reason,
        "by": by.pk,
        "at": timezone.now().isoformat(timespec="seconds"),
    }
