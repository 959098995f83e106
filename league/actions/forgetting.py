"""A person is forgotten: the results stay, under an alias; the name is nowhere any more."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.hidden_names import shown_anew
from league.actions.journal import blank_texts, write_entry
from league.actions.locks import lock_people
from league.models import (
    AuditEntry,
    AuditText,
    Claim,
    Club,
    Competition,
    Deletion,
    Entrant,
    Entry,
    Match,
    Merge,
    Player,
    User,
)
from league.queries.mentions import (
    Key,
    Mentions,
    Tables,
    is_remark,
    json_fields,
    near,
    near_among,
    remarks,
    remarks_in,
    tables_of,
)

# Stands where a remark was: some of them must not be empty.
BLANK = "—"
PLAYER = "league.player"


@transaction.atomic
def forget_player(player: Player, *, by: User) -> bool:
    """Take a person's name out of everything that is kept. False when that was done before.

    The player is called "Former player 12" from now on, for ever; account and claims are cut off;
    remarks that speak of the person are blanked, in what was deleted and in the log too. Results,
    the log's entries and its chain stay. It cannot be taken back.
    """
    lock_people(player)
    club = Club.objects.get(pk=player.club_id)
    found = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    if found.forgotten_at is not None:
        return False
    merged = Merge.objects.filter(kept=found).values_list("rows", flat=True)
    rows = [row for kept in merged for row in kept if row["model"] == PLAYER]
    borne = {found.name, found.full_name}
    borne |= {row["fields"].get(name, "") for row in rows for name in ("name", "full_name")}
    texts = _forget(borne, tables_of(found), people={found.pk, *(row["pk"] for row in rows)})
    found.name, found.full_name = alias_of(found.pk), ""
    found.user, found.forgotten_at = None, timezone.now()
    found.save(update_fields=["name", "full_name", "user", "forgotten_at"])
    Claim.objects.filter(player=found).delete()
    shown_anew(found)
    write_entry("forget_player", f"player:{found.pk}", by=by, club=club, after={"texts": texts})
    return True


def forget_name(name: str) -> int:
    """Blank the remarks, in the log too, that speak of somebody who is no player here, by the
    whole name. Says how many."""
    return _forget({name}, {}, people=set())


def alias_of(number: int) -> str:
    """What a forgotten person is called."""
    return _("Former player %(n)d") % {"n": number}


def _forget(borne: Collection[str], tables: Tables, *, people: Collection[int]) -> int:
    """Blank every remark; `people` are the numbers of the records that bore the names."""
    said = Mentions([name for name in borne if name])
    count = 0
    for model, name, texts in list(remarks()):
        close = near(tables, model, texts)
        for pk, text in texts.items():
            if said.in_text(text, near=pk in close):
                # What an organizer tells everybody is more than a remark on one person.
                new = said.without(text, BLANK) if model is Competition else BLANK
                model._base_manager.filter(pk=pk).update(**{name: new})
                count += 1
    for model in apps.get_app_config("league").get_models():
        if model not in (Deletion, Merge, AuditEntry, AuditText):
            for name in json_fields(model):
                count += _blank_json(model, name, said)
    _forget_in_kept_rows(said, people)
    return count + _blank_log(said, tables, people)


def _blank_json(model: type[Model], name: str, said: Mentions) -> int:
    def change(key: str, text: str) -> str:
        return BLANK if is_remark(key) and said.in_text(text) else text

    count = 0
    for pk, kept in model._base_manager.exclude(**{name: None}).values_list("pk", name):
        now = remarks_in(kept, change)
        if now != kept:
            model._base_manager.filter(pk=pk).update(**{name: now})
            count += 1
    return count


def _forget_in_kept_rows(said: Mentions, people: Collection[int]) -> None:
    """Take the name out of what was deleted, and of records that were merged."""

    def change(key: str, text: str, *, close: bool = False) -> str:
        return BLANK if is_remark(key) and said.in_text(text, near=close) else text

    def cleaned(row: dict[str, Any], near: set[Key]) -> dict[str, Any]:
        close = (row["model"], row["pk"]) in near
        fields = remarks_in(row["fields"], partial(change, close=close))
        if row["model"] == PLAYER and row["pk"] in people:
            fields |= {"name": alias_of(row["pk"]), "full_name": "", "user": None}
        if row["model"] == "league.deletion":  # deleted with its club
            fields["label"] = said.without(fields["label"], BLANK)
        return {**row, "fields": fields}

    for kept in Deletion.objects.select_for_update(of=("self",)):
        near_them = near_among(kept.rows, people)
        kept.rows = [cleaned(row, near_them) for row in kept.rows]
        kept.changed = remarks_in(kept.changed, change)
        kept.label = said.without(kept.label, BLANK)
        kept.save(update_fields=["rows", "changed", "label"])
    for merge in Merge.objects.select_for_update(of=("self",)):
        merge.rows = [cleaned(row, set()) for row in merge.rows]
        merge.save(update_fields=["rows"])


def _blank_log(said: Mentions, tables: Tables, people: Collection[int]) -> int:
    """The words of entries that speak of the person; the entries and their chain stay."""
    written = AuditText.objects.filter(blanked_at=None)
    subjects = [f"player:{pk}" for pk in people]
    subjects += [f"entry:{pk}" for pk in tables.get(Entry, ())]
    subjects += [f"entrant:{pk}" for pk in tables.get(Entrant, ())]
    own = Q(entry__subject__in=subjects) | Q(entry__match__in=tables.get(Match, set()))
    close = set(written.filter(own).values_list("pk", flat=True))
    hit = [
        entry
        for pk, entry, reason, more in written.values_list("pk", "entry", "reason", "more")
        if any(
            said.in_text(text, near=pk in close)
            for text in (reason, *map(str, more.values()))
            if text
        )
    ]
    return blank_texts(hit)
