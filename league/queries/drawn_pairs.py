"""Pairs that a draw of rotating partners has made are nobody's partnership."""

from datetime import timedelta

from django.db.models import Exists, OuterRef, QuerySet

from league.models import Entry, Partnership

# A draw makes the pair and its entry in one transaction.
AT_ONCE = timedelta(minutes=1)


def without_drawn_pairs(found: QuerySet[Partnership]) -> QuerySet[Partnership]:
    """The partnerships but for pairs that were only ever drawn together.

    One that was written down before it was drawn, or that has been entered since, stays.
    """
    mine = Entry.objects.filter(partnership=OuterRef("pk"))
    drawn = mine.filter(for_one_round=True, created_at__lte=OuterRef("created_at") + AT_ONCE)
    return found.exclude(Exists(drawn), ~Exists(mine.filter(for_one_round=False)))
