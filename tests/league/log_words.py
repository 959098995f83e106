"""What the log may not hold: names, and what somebody typed."""

import json

from league.models import AuditEntry, Player


def words_in_the_log(*typed: str) -> list[str]:
    """The names of people, and these words, that stand in an entry; [] as it should be."""
    entries = AuditEntry.objects.values_list("verb", "subject", "before", "after")
    text = json.dumps(list(entries), ensure_ascii=False)
    names = Player.objects.values_list("name", flat=True)
    return [word for word in {*names, *typed} if word in text]
