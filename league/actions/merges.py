"""Two records of one person are made one; and two again."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_people
from league.actions.snapshots import fitted, put_back, rows_as_text
from league.actions.turned import entries_in_deleted, turn_back, turn_reference
from league.models import (
    Competition,
    Deletion,
    Entry,
    Merge,
    Partnership,
    Player,
    Round,
    User,
)
from league.queries.hanging import in_parts, pointing_at
from league.queries.merges import seats_in_competitions, where_played

PAIR = "league.partnership"


@transaction.atomic
def merge_players(kept: Player, gone: Player, *, by: User) -> Merge:
    """Make `gone` the same person as `kept`: partnerships, entries, seats, signatures, claims.

    Name and address are those of `kept`; the address of the other leads there. Raises ActionError,
    and stores nothing, when both played in one competition (named), when they are partners, or
    when they belong to two accounts.
    """
    lock_people(kept, gone)
    kept, gone = _again(kept), _again(gone)
    if kept == gone:
        raise ActionError(_("That is the same record. Choose the other one."), field="other")
    if gone.hidden and not kept.hidden:
        raise ActionError(
            _("The other record hides its full name. Hide it on this one first."), field="other"
        )
    played = where_played(gone)
    _refuse_clash(kept, gone, played)
    merge = Merge(
        kept=kept, kept_number=kept.pk, gone=gone.pk, gone_club=gone.club_id, by=by, rows=[]
    )
    merge.competitions = sorted(played)
    try:
        with transaction.atomic():
            merge.rows = rows_as_text([gone])
            _merge_partnerships(merge, kept, gone)
            merge.moved += [
                turned
                for field in pointing_at(Player)
                if field.model is not Partnership
                for turned in turn_reference(field, gone.pk, kept.pk)
            ]
            merge.sat_out = _turn_sitting_out(played, gone.pk, kept.pk)
            if gone.user_id and not kept.user_id:
                merge.account = gone.user_id
                Player.objects.filter(pk=kept.pk).update(user=gone.user_id)
            Player.objects.filter(pk=gone.pk).delete()
    except IntegrityError:
        raise ActionError(
            _("Both are down for the same thing somewhere: decide that first."), field="other"
        ) from None
    merge.save()
    _write("merge_players", merge, by=by)
    return merge


@transaction.atomic
def undo_merge(merge: Merge, *, by: User) -> bool:
    """Make two records of it again, each with what was its own. False when that was done already.

    What came since in the competitions of the gone record is the gone one's, all else stays with
    the kept one. Raises ActionError while the kept record itself was merged into another since.
    """
    lock_people(merge.kept)
    found = Merge.objects.select_for_update(of=("self",)).get(pk=merge.pk)
    if found.undone_at is not None:
        return False
    if found.kept_id != found.kept_number:
        raise ActionError(_("This record was merged into another one later. Undo that first."))
    later = Merge.objects.filter(kept=found.kept_id, undone_at=None, pk__gt=found.pk)
    if later.exists():
        raise ActionError(_("Another record was merged into this one later. Undo that first."))
    rows, missing = fitted(found.rows)
    if missing:
        raise ActionError(_("A partner of theirs was merged or deleted later. Undo that first."))
    put_back(rows)
    _split_partnerships(found)
    for turned in reversed(found.moved):
        turn_back(turned)
    _turn_seats_back(found)
    for number in found.sat_out:
        _sit_out(number, found.kept_id, found.gone)
    if found.account is not None:
        Player.objects.filter(pk=found.kept_id, user=found.account).update(user=None)
    found.undone_at, found.undone_by = timezone.now(), by
    found.rows, found.moved, found.pairs = [], [], []
    found.save(update_fields=["undone_at", "undone_by", "rows", "moved", "pairs"])
    _write("undo_merge", found, by=by)
    return True


def _again(player: Player) -> Player:
    found = Player.objects.select_related("club").filter(pk=player.pk).first()
    if found is None:
        raise ActionError(_("One of the two is not there any more. Look again."))
    return found


def _refuse_clash(kept: Player, gone: Player, played: Mapping[int, str]) -> None:
    both = where_played(kept).keys() & played.keys()
    if both:
        names = ", ".join(sorted(played[number] for number in both))
        raise ActionError(
            _("Both played in %(names)s, so they are two people there.") % {"names": names},
            field="other",
        )
    for one in Deletion.objects.filter(restored_at=None):
        if {kept.pk, gone.pk} <= _people_in(one.rows):
            raise ActionError(
                _("Both played in %(names)s, which was deleted and can be restored.")
                % {"names": one.label},
                field="other",
            )
    if Partnership.objects.filter(Q(first=kept, second=gone) | Q(first=gone, second=kept)).exists():
        raise ActionError(_("They are partners, so they are two people."), field="other")
    if kept.user_id and gone.user_id and kept.user_id != gone.user_id:
        raise ActionError(_("They belong to two different accounts."), field="other")


def _people_in(rows: Iterable[Mapping[str, Any]]) -> set[int]:
    """The players whom deleted rows point at."""
    names: dict[str, list[str]] = {}
    for field in pointing_at(Player):
        names.setdefault(field.model._meta.label_lower, []).append(field.name)
    return {
        row["fields"][name]
        for row in rows
        for name in names.get(row["model"], ())
        if row["fields"].get(name) is not None
    }


def _merge_partnerships(merge: Merge, kept: Player, gone: Player) -> None:
    """Every partnership of `gone` is one of `kept`; where there is that one already, it is that."""
    for pair in Partnership.objects.filter(Q(first=gone) | Q(second=gone)).order_by("pk"):
        mate = pair.second_id if pair.first_id == gone.pk else pair.first_id
        first, second = sorted((kept.pk, mate))
        same = Partnership.objects.filter(first=first, second=second).first()
        if same is None:
            merge.pairs.append(
                {
                    "pk": pair.pk,
                    "before": [pair.first_id, pair.second_id],
                    "after": [first, second],
                    "entries": [
                        *pair.entries.order_by("pk").values_list("pk", flat=True),
                        *entries_in_deleted(pair.pk),
                    ],
                }
            )
            Partnership.objects.filter(pk=pair.pk).update(first=first, second=second)
            continue
        merge.rows += rows_as_text([pair])
        for field in pointing_at(Partnership):
            merge.moved += turn_reference(field, pair.pk, same.pk)
        merge.partnerships[str(pair.pk)] = same.pk
        Partnership.objects.filter(pk=pair.pk).delete()
    for kept_away in Deletion.objects.select_for_update(of=("self",)).filter(restored_at=None):
        rows = [row for row in kept_away.rows if row["model"] == PAIR]
        turned = [row for row in rows if gone.pk in _two(row)]
        for row in turned:
            before = _two(row)
            first, second = sorted(kept.pk if one == gone.pk else one for one in before)
            row["fields"] |= {"first": first, "second": second}
            entries = entries_in_deleted(row["pk"])
            merge.pairs.append(
                {"pk": row["pk"], "before": before, "after": [first, second], "entries": entries}
            )
        if turned:
            kept_away.save(update_fields=["rows"])


def _split_partnerships(merge: Merge) -> None:
    """The partnerships are those of the gone one again; what was entered with the kept one since
    gets a partnership of its own."""
    for one in merge.pairs:
        pair = Partnership.objects.filter(pk=one["pk"]).first()
        first, second = one["before"]
        if pair is None:
            _split_deleted(one)
            continue
        if [pair.first_id, pair.second_id] != one["after"]:
            raise ActionError(_("A partner of theirs was merged later. Undo that first."))
        Partnership.objects.filter(pk=pair.pk).update(first=first, second=second)
        since = pair.entries.exclude(pk__in=one["entries"]).exclude(
            competition__in=merge.competitions
        )
        if since.exists():
            first, second = one["after"]
            other = Partnership.objects.create(club=pair.club, first_id=first, second_id=second)
            Entry.objects.filter(pk__in=list(since.values_list("pk", flat=True))).update(
                partnership=other
            )


def _split_deleted(pair: Mapping[str, Any]) -> None:
    for kept_away in Deletion.objects.select_for_update(of=("self",)).filter(restored_at=None):
        for row in kept_away.rows:
            if row["model"] == PAIR and row["pk"] == pair["pk"] and _two(row) == pair["after"]:
                row["fields"] |= dict(zip(("first", "second"), pair["before"], strict=True))
                kept_away.save(update_fields=["rows"])


def _two(row: Mapping[str, Any]) -> list[int]:
    return [row["fields"]["first"], row["fields"]["second"]]


def _turn_seats_back(merge: Merge) -> None:
    """Where the gone one played, the seats that came since are the gone one's too."""
    for field, way in seats_in_competitions():
        here = {f"{way}__in": merge.competitions, field.attname: merge.kept_id}
        rows = list(field.model._base_manager.filter(**here).values_list("pk", flat=True))
        for part in in_parts(rows):
            same = field.model._base_manager.filter(pk__in=part)
            same.update(**{field.attname: merge.gone})
    drawn = Round.objects.filter(stage__competition__in=merge.competitions)
    for number in drawn.exclude(pk__in=merge.sat_out).values_list("pk", flat=True):
        _sit_out(number, merge.kept_id, merge.gone)


def _turn_sitting_out(competitions: Iterable[int], old: int, new: int) -> list[int]:
    rounds = Round.objects.filter(stage__competition__in=list(competitions)).order_by("pk")
    return [one.pk for one in rounds if _sit_out(one.pk, old, new)]


def _sit_out(number: int, old: int, new: int) -> bool:
    """Let the other record sit out a round; the seed and what was drawn stay as they are."""
    found = Round.objects.filter(pk=number).first()
    if found is None or old not in found.draw.get("sitting_out", []):
        return False
    idle = [new if one == old else one for one in found.draw["sitting_out"]]
    found.draw = {**found.draw, "sitting_out": idle}
    found.save(update_fields=["draw"])
    return True


def _write(verb: str, merge: Merge, *, by: User) -> None:
    """In the log of the club, and of each competition whose pages have another name on them now."""
    told = {"player": merge.kept_id, "other": merge.gone, "merge": merge.pk}
    subject = f"player:{merge.kept_id}"
    for competition in Competition.objects.filter(pk__in=merge.competitions).order_by("pk"):
        write_entry(verb, subject, by=by, competition=competition, after=told)
    write_entry(verb, subject, by=by, club=merge.kept.club, after=told)
