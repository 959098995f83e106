"""Deletes a thing with all that hangs on it, keeps it for thirty days, puts it back."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.actions.snapshots import Key, fitted, in_the_way, put_back, snapshot, take_out
from league.models import Club, Competition, Deletion, Round, User
from league.queries.hanging import hanging_on, in_parts

KEPT_FOR = timedelta(days=30)


class Held(ActionError):
    """Something outside of it holds it fast: `by` are those rows."""

    def __init__(self, message: object, *, by: Sequence[Model]) -> None:
        super().__init__(message)
        self.by = by


def take_away(
    root: Model,
    *also: Model,
    kind: str,
    label: str,
    club: Club,
    competition: Competition | None = None,
    about: Mapping[str, Any] | None = None,
    changed: Sequence[Mapping[str, Any]] = (),
    by: User | None,
) -> Deletion:
    """Delete `root` (and `also`) with all that hangs on it, and keep it for thirty days.

    The caller has the locks and writes the log. `changed` are fields of rows that stay, which the
    caller changes with it. Raises Held when a row outside of it cannot be without it.
    """
    hanging = hanging_on(root, *also)
    if hanging.held:
        raise Held(_("Something else cannot be without it."), by=hanging.held)
    drop_deleted()
    kept = Deletion.objects.create(
        kind=kind,
        number=root.pk,
        label=label[:220],
        club=club,
        competition=competition,
        about=dict(about or {}),
        rows=snapshot(hanging),
        cut=[
            {
                "model": cut.field.model._meta.label_lower,
                "field": cut.field.name,
                "to": cut.to,
                "rows": list(cut.rows),
            }
            for cut in hanging.cuts
        ],
        changed=[dict(one) for one in changed],
        by=by,
        until=timezone.now() + KEPT_FOR,
    )
    take_out(hanging)
    return kept


def changed_fields(row: Model, field: str, before: Mapping[str, Any]) -> dict[str, Any]:
    """What changed in a JSON field of a row that stays, for `take_away`: `before` is what it held,
    the row holds what it holds now."""
    now = getattr(row, field)
    keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    return {
        "model": row._meta.label_lower,
        "pk": row.pk,
        "field": field,
        "before": {key: before[key] for key in keys if key in before},
        "after": {key: now[key] for key in keys if key in now},
    }


@transaction.atomic
def restore_deletion(deletion: Deletion, *, by: User) -> bool:
    """Put it back with all that hung on it, exactly as it was. False when it is back already.

    Raises ActionError, and stores nothing, when its time is over, when something else stands in
    its place since, and when what it cannot be without is gone.
    """
    competition = _lock(deletion)
    kept = Deletion.objects.select_for_update(of=("self",)).filter(pk=deletion.pk).first()
    if kept is None or kept.until < timezone.now():
        raise ActionError(_("The thirty days are over: it is not kept any more."))
    if kept.restored_at is not None:
        return False
    rows, missing = fitted(kept.rows)
    if missing:
        raise ActionError(_missing_words(missing))
    _check_place(kept, competition)
    try:
        with transaction.atomic():
            count = put_back(rows)
    except IntegrityError:
        raise ActionError(_taken_words(in_the_way(rows))) from None
    _join_again(kept.cut)
    _change_back(kept.changed)
    kept.restored_at, kept.restored_by = timezone.now(), by
    kept.rows, kept.cut, kept.changed = [], [], []
    kept.save(update_fields=["restored_at", "restored_by", "rows", "cut", "changed"])
    if kept.kind == Deletion.Kind.COMPETITION:
        competition = Competition.objects.get(pk=kept.number)
    write_entry(
        "restore_deleted",
        f"{kept.kind}:{kept.number}",
        by=by,
        club=Club.objects.get(pk=kept.club_id),
        competition=competition,
        after={"kind": kept.kind, "deletion": kept.pk, "rows": count},
    )
    return True


@transaction.atomic
def drop_deleted() -> int:
    """Give up for good what was deleted more than thirty days ago. Says how many things."""
    over = Deletion.objects.filter(until__lt=timezone.now())
    count = over.count()
    over.delete()
    return count


def _lock(deletion: Deletion) -> Competition | None:
    """The competition it goes back into, locked; else the club, where there is one."""
    if deletion.competition_id is None:
        list(Club.objects.select_for_update().filter(pk=deletion.club_id))
        return None
    competition = Competition.objects.filter(pk=deletion.competition_id).first()
    if competition is None:
        raise ActionError(_("Its competition is deleted too. Restore that first."))
    return lock_competition(competition)


def _check_place(kept: Deletion, competition: Competition | None) -> None:
    """That it can stand where it stood."""
    if kept.kind == Deletion.Kind.COMPETITION:
        same = Competition.objects.filter(club=kept.club_id, name__iexact=kept.label)
        if same.exclude(state=Competition.State.FINISHED).exists():
            raise ActionError(
                _("There is another competition called %(name)s now. Give that one another name.")
                % {"name": kept.label}
            )
    if competition is not None:
        _check_field(kept, competition)
    if kept.kind == Deletion.Kind.ROUND and competition is not None:
        number, stage = kept.about["round"], kept.about["stage"]
        if Round.objects.filter(stage=stage).count() != number - 1:
            raise ActionError(
                _("It comes back as the last round alone: the rounds are others than they were.")
            )


def _check_field(kept: Deletion, competition: Competition) -> None:
    """That nothing was drawn without an entry that comes back, and no draft has other entries."""
    drawn = kept.about.get("drawn")
    if drawn is not None and Round.objects.filter(stage__competition=competition).count() != drawn:
        raise ActionError(_("Something was drawn meanwhile: drop the draft first, or enter anew."))
    field = kept.about.get("field")
    if field is not None and field != sorted(competition.entries.values_list("pk", flat=True)):
        raise ActionError(_("Others are entered than when it was drawn: draw again."))


def _missing_words(missing: Sequence[Key]) -> str:
    for label, pk in missing:
        kind = label.partition(".")[2]
        waiting = Deletion.objects.filter(kind=kind, number=pk, restored_at=None).first()
        if waiting is not None:
            return _("%(name)s was deleted too. Restore that first.") % {"name": waiting.label}
    return _("Somebody or something that it cannot be without is not there any more.")


def _taken_words(taken: Model | None) -> str:
    if taken is None:
        return _("Something else stands in its place now.")
    return _("Something else stands in its place now: %(name)s.") % {"name": taken}


def _join_again(cut: Sequence[Mapping[str, Any]]) -> None:
    """Let those who pointed at it point at it again, unless they point elsewhere now."""
    for one in cut:
        model, name = apps.get_model(one["model"]), one["field"]
        if model._meta.get_field(name).remote_field.on_delete is not models.SET_NULL:
            continue
        for part in in_parts(one["rows"]):
            empty = model._base_manager.filter(pk__in=part, **{f"{name}__isnull": True})
            empty.update(**{name: one["to"]})


def _change_back(changed: Sequence[Mapping[str, Any]]) -> None:
    """Undo what the deletion changed of a JSON field, key by key, where nobody changed it since."""
    for one in changed:
        row = apps.get_model(one["model"])._base_manager.filter(pk=one["pk"]).first()
        if row is None:
            continue
        now = dict(getattr(row, one["field"]))
        for key in {*one["before"], *one["after"]}:
            if now.get(key) == one["after"].get(key):
                now.pop(key, None)
                if key in one["before"]:
                    now[key] = one["before"][key]
        setattr(row, one["field"], now)
        row.save(update_fields=[one["field"]])
