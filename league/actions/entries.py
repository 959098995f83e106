"""Enters partnerships in a competition, and takes them off again before the draw is out."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.actions.brackets import drop_locked_brackets
from league.actions.deletions import take_away
from league.actions.draws import drop_locked_draft
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.actions.stages import drop_locked_rounds
from league.models import Competition, Deletion, Entrant, Entry, Match, Partnership, Round, User
from league.queries.stages import rotating


@transaction.atomic
def add_entries(
    competition: Competition, partnerships: Sequence[Partnership], *, by: User
) -> list[Entry]:
    """Enter `partnerships`; those that are in already stay as they are.

    Gives the new entries. A draft of the draw is dropped, because it would leave them out.
    Raises ActionError, and enters nobody, when a person would play for two entries, or when
    the draw is published.
    """
    locked = lock_competition(competition)
    _check_not_published(locked)
    if rotating(locked):
        raise ActionError(_("Partners rotate here: enter the players one by one."))
    entered = set(locked.entries.values_list("partnership_id", flat=True))
    wanted = {pair.pk: pair for pair in partnerships if pair.pk not in entered}
    if not wanted:
        return []
    check_nobody_twice(locked, list(wanted.values()))
    entries = [
        Entry.objects.create(competition=locked, partnership=pair) for pair in wanted.values()
    ]
    Entrant.objects.bulk_create(
        Entrant(competition=locked, entry=entry, player_id=player)
        for entry in entries
        for player in (entry.partnership.first_id, entry.partnership.second_id)
    )
    drop_locked_draft(locked, by=by)
    drop_locked_rounds(locked, by=by)
    drop_locked_brackets(locked, by=by)
    for entry in entries:
        write_entry(
            "add_entry",
            f"entry:{entry.pk}",
            by=by,
            competition=locked,
            after={"partnership": entry.partnership_id},
        )
    return entries


@transaction.atomic
def remove_entry(entry: Entry, *, by: User) -> None:
    """Take an entry off; a draft of the draw is dropped with it. ActionError once published.

    For thirty days both can be restored, the entry first.
    """
    locked = lock_competition(entry.competition)
    _check_not_published(locked)
    people = ("partnership__first", "partnership__second")
    found = Entry.objects.select_related(*people).filter(pk=entry.pk).first()
    if found is None:
        return
    drop_locked_draft(locked, by=by)
    drop_locked_rounds(locked, by=by)
    drop_locked_brackets(locked, by=by)
    if Match.objects.filter(Q(entry_a=found) | Q(entry_b=found)).exists():
        raise ActionError(_("This partnership has been put into a final; it stays."))
    kept = take_away(
        found,
        kind=Deletion.Kind.ENTRY,
        label=str(found),
        club=locked.club,
        competition=locked,
        about={"drawn": Round.objects.filter(stage__competition=locked).count()},
        by=by,
    )
    write_entry(
        "remove_entry",
        f"entry:{entry.pk}",
        by=by,
        competition=locked,
        before={"partnership": found.partnership_id, "deletion": kept.pk},
    )


def _check_not_published(locked: Competition) -> None:
    published = (
        Round.objects.filter(stage__competition=locked).exclude(state=Round.State.DRAFT).count()
    )
    if published:
        raise ActionError(
            ngettext(
                "%(n)d round is published, so the entries are settled. "
                "Take the draw back first if nobody has played yet.",
                "%(n)d rounds are published, so the entries are settled. "
                "Take the draw back first if nobody has played yet.",
                published,
            )
            % {"n": published}
        )


def check_nobody_twice(locked: Competition, pairs: list[Partnership]) -> None:
    """Every person once: among those already in, and among the new ones."""
    plays_in = {
        entrant.player_id: entrant.entry.partnership
        for entrant in Entrant.objects.filter(
            competition=locked, entry__isnull=False
        ).select_related("entry__partnership__first", "entry__partnership__second")
        if entrant.entry is not None
    }
    for pair in pairs:
        for player in (pair.first, pair.second):
            other = plays_in.setdefault(player.pk, pair)
            if other != pair:
                raise ActionError(
                    _("%(name)s cannot play twice: %(one)s and %(other)s.")
                    % {"name": player.called, "one": other, "other": pair},
                    field="partnerships",
                )
