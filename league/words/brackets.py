"""What is said of a bracket: its rounds, who comes from where, what became of a slot."""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.draws.bracket_layout import BracketRound
from league.draws.brackets import FirstLossOf, LoserOf, Part, Resolved, Source, WinnerOf
from league.models import Entry

LONGEST = 60  # of a round's name
HOW = ("playoff", "hand", "lot")  # to settle who goes on among those level


def round_name(part: Part, round: int, of: int, *, parts: bool) -> str:
    """What a round of a bracket is called; `parts`: losers play on, so the part is named too."""
    if part == "final":
        return _("Final") if round == 1 else _("Second final")
    if part == "third":
        return _("Match for third place")
    if part == "consolation":
        return _("Consolation final") if round == of else _("Consolation, round %d") % round
    if part == "losers":
        return _("Losers' final") if round == of else _("Losers' round %d") % round
    if parts:
        return _("Winners' final") if round == of else _("Winners' round %d") % round
    left = of - round
    if left == 0:
        return _("Semi-finals")
    if left == 1:
        return _("Quarter-finals")
    return _("Round of %d") % (4 << left)


def wave_name(headings: Sequence[BracketRound], *, parts: bool) -> str:
    """The name of a night on which rounds of several parts are played: "Final · Match for ..."."""
    names = [round_name(one.part, one.round, one.of, parts=parts) for one in headings]
    names.sort(key=lambda name: name != _("Final"))
    return " · ".join(names)[:LONGEST]


def comes_from(source: Source, numbers: Mapping[str, int]) -> str:
    """Who will come where nobody is known yet: "winner of match 3"."""
    match source:
        case WinnerOf(key) if key in numbers:
            return _("winner of match %d") % numbers[key]
        case LoserOf(key) if key in numbers:
            return _("loser of match %d") % numbers[key]
        case FirstLossOf(key, then):
            known = key if key in numbers else then
            if known in numbers:
                return _("loser of match %d") % numbers[str(known)]
    return _("not known yet")


def came_to(round: str, slot: Resolved, entry: int) -> str:
    """How far an entry has come: it is still in, has won its last match, or went out in it."""
    if not slot.decided:
        return _("still in: %(round)s") % {"round": round}
    if slot.winner == entry:
        return _("won: %(round)s") % {"round": round}
    return _("out in: %(round)s") % {"round": round}


def slot_words(slot: Resolved) -> str:
    """Why a slot was not played; "" where it was, or will be."""
    return {
        "bye": _("bye"),
        "nobody": _("goes on alone"),
        "no_show": _("walkover"),
        "left": _("walkover: withdrawn"),
        "both_forfeit": _("both forfeit: nobody goes on"),
        "not_needed": _("not needed"),
    }.get(slot.why or "", "")


def cut_words(cut: Mapping[str, object], names: Mapping[int, SafeString]) -> SafeString:
    """How a tie at the line was settled: who were level, by what, in which order."""
    divisions = list_of(cut.get("divisions"))
    if divisions:
        told = [one for one in divisions if isinstance(one, dict)]
        return format_html_join(
            " ",
            "<bdi>{}</bdi>: {}",
            [(one.get("division", ""), cut_words(one, names)) for one in told],
        )
    order = [names.get(int(str(pk)), SafeString("?")) for pk in list_of(cut.get("order"))]
    if not order:
        return SafeString("")
    how = how_words(str(cut.get("how")))
    listed = format_html_join(", ", "{}", [(one,) for one in order])
    note = str(cut.get("note") or "")
    text = _("Level at the line, settled by {how}, in this order: {order}.")
    said = format_html(text, how=how, order=listed)
    return format_html("{} {}", said, note) if note else said


def seed_objection_sentence(code: str, one: Entry, other: Entry) -> str:
    """What an exchange of two seeds would bring."""
    names = {"one": one, "other": other}
    if code == "bye":
        return _("%(one)s would have the bye of %(other)s.") % names
    if code == "same_club":
        return _("%(one)s and %(other)s are of one club and would meet at once.") % names
    return _("%(one)s and %(other)s are of one division and would meet at once.") % names


def how_words(how: str) -> str:
    """A way to settle a tie at the line."""
    return {
        "playoff": _("a play-off"),
        "hand": _("an extra hand"),
        "lot": _("the lot"),
    }.get(how, how)


def list_of(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
