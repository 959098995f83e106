"""What a correction moves, by name."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Entry, Round
from league.words.reach import ordinal
from league.words.standings import names_of

Pair = tuple[Entry | None, Entry | None]


def choose_sentence() -> str:
    """A begun match of a bracket needs a choice."""
    return _("A match of the bracket has begun: you choose there whether it is kept or not.")


def more_sentence(count: int) -> str:
    """How many more change place than are named."""
    text = ngettext("%(n)d more changes place.", "%(n)d more change places.", count)
    return text % {"n": count}


def qualifies_sentence(entry: Entry, *, comes: bool) -> SafeString:
    """Who would qualify now, or not any more."""
    if comes:
        text = _("{names} would now be among those who qualify.")
    else:
        text = _("{names} would not qualify any more.")
    return format_html(text, names=names_of(entry))


def slot_sentence(round_name: str, before: Pair, after: Pair) -> SafeString:
    """Who meets in a match of a bracket, and who did."""
    return format_html(
        _("{round}: {after} instead of {before}."),
        round=round_name,
        after=_pair(after),
        before=_pair(before),
    )


def drawn_sentence(one: Round) -> SafeString:
    """A round that was drawn from the table before."""
    text = _("{round} is drawn already, from the table before. Its tables stay as they are.")
    return format_html(text, round=str(one))


def rank_sentence(entry: Entry, was: int, now: int) -> SafeString:
    """From which place to which; 0 is no place in the table."""
    if not was or not now:
        text = _("{names}: into the table.") if now else _("{names}: out of the table.")
        return format_html(text, names=names_of(entry))
    return format_html(
        _("{names}: from {was} to {now}."),
        names=names_of(entry),
        was=ordinal(was),
        now=ordinal(now),
    )


def _pair(pair: Pair) -> SafeString:
    open_place = SafeString(_("not known yet"))
    one, other = (names_of(entry) if entry else open_place for entry in pair)
    if one == other == open_place:
        return open_place
    return format_html(_("{one} against {other}"), one=one, other=other)
