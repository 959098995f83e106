"""Every entry that is there goes to the end of its chain, its words apart."""

import secrets
from collections import defaultdict

from django.db import migrations

from league.queries.audit_chain import chain_of, digest_of, text_digest_of
from league.queries.audit_words import join_words, split_words

REFERENCES = {
    "by_id": "User",
    "link_id": "TableLink",
    "club_id": "Club",
    "competition_id": "Competition",
    "match_id": "Match",
}


def chain_all(apps, _editor):
    """In the order in which they were written; the texts move to rows of their own."""
    entries = apps.get_model("league", "AuditEntry")
    texts = apps.get_model("league", "AuditText")
    numbers, heads = defaultdict(int), defaultdict(str)
    for entry in entries.objects.order_by("id").iterator(chunk_size=500):
        chain = chain_of(entry.competition_id, entry.club_id)
        numbers[chain] += 1
        entry.chain, entry.number, entry.previous = chain, numbers[chain], heads[chain]
        entry.before, old = split_words(entry.before, "before")
        entry.after, new = split_words(entry.after, "after")
        if entry.reason or old or new:
            text = texts(
                entry_id=entry.pk,
                salt=secrets.token_hex(16),
                reason=entry.reason,
                more={**old, **new},
            )
            text.save()
            entry.text_digest = text_digest_of(text)
        entry.digest = heads[chain] = digest_of(entry)
        entry.save()
    chains = apps.get_model("league", "AuditChain")
    chains.objects.bulk_create(
        chains(name=name) for name in numbers if not name.startswith("competition:")
    )


def take_apart(apps, _editor):
    """The words go back into the entries, and ids of what is gone are emptied."""
    entries = apps.get_model("league", "AuditEntry")
    words = {text.entry_id: text for text in apps.get_model("league", "AuditText").objects.all()}
    for entry in entries.objects.order_by("id").iterator(chunk_size=500):
        text = words.get(entry.pk)
        if text is not None:
            entry.reason = text.reason[:200]
            entry.before = join_words(entry.before, text.more, "before")
            entry.after = join_words(entry.after, text.more, "after")
            entry.save()
    for column, model in REFERENCES.items():
        there = apps.get_model("league", model).objects.values("pk")
        gone = entries.objects.exclude(**{column: None}).exclude(**{f"{column}__in": there})
        gone.update(**{column: None})
    apps.get_model("league", "AuditText").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("league", "0015_audit_chain")]

    operations = [migrations.RunPython(chain_all, take_apart)]
