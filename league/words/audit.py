"""The log in sentences: one small function for each thing that can be done.

An entry keeps ids and figures only; the names come with `Names`, looked up when it is read.
Everything that comes out is escaped; names keep their own direction of writing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import AuditEntry
from league.words.audit_acceptance import ACCEPTANCE
from league.words.audit_adjustments import ADJUSTMENTS
from league.words.audit_boards import BOARDS
from league.words.audit_brackets import BRACKETS
from league.words.audit_club import CLUB
from league.words.audit_draws import DRAWS
from league.words.audit_floor import FLOOR
from league.words.audit_impacts import IMPACTS
from league.words.audit_keeping import KEEPING
from league.words.audit_links import LINKS
from league.words.audit_money import MONEY
from league.words.audit_people import PEOPLE
from league.words.audit_rulings import RULINGS
from league.words.audit_second_sheets import SECOND_SHEETS
from league.words.audit_sent_hands import SENT_HANDS
from league.words.figures import score_figure


class MatchNames(NamedTuple):
    """A match: its round and table, and both partnerships."""

    where: SafeString
    a: SafeString
    b: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What ids are called now; partnerships and entries by both names."""

    partnerships: Mapping[int, SafeString] = field(default_factory=dict)
    entries: Mapping[int, SafeString] = field(default_factory=dict)
    rounds: Mapping[int, str] = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)
    accounts: Mapping[int, str] = field(default_factory=dict)
    matches: Mapping[int, MatchNames] = field(default_factory=dict)

    def of(self, kept: Mapping[str, Any]) -> SafeString:
        """Whose `kept` is: a player's who is entered alone ("player"), or an entry's ("entry")."""
        if "player" in kept:
            return format_html("<bdi>{}</bdi>", self.players.get(kept["player"]) or _("a player"))
        return _pair(self, kept.get("entry"))


Sentence = Callable[[AuditEntry, Names], str]


def sentence_of(entry: AuditEntry, names: Names) -> SafeString:
    """What was done, as a sentence without the one who did it."""
    said = SENTENCES.get(entry.verb)
    if said is None:
        return format_html("{}", entry.verb.replace("_", " ").capitalize() + ".")
    return format_html("{}", said(entry, names))


def place_of(entry: AuditEntry, names: Names) -> SafeString:
    """The match it was about: "Round 6, table 4: A & B – C & D"; empty for all else."""
    match = names.matches.get(entry.match_id or 0)
    if match is None:
        return SafeString("")
    return format_html("{}: {} – {}", match.where, match.a, match.b)


def _plain(text: str) -> Sentence:
    return lambda _entry, _names: _(text)


def _after(entry: AuditEntry, key: str, default: Any = None) -> Any:
    return (entry.after or {}).get(key, default)


def _before(entry: AuditEntry, key: str, default: Any = None) -> Any:
    return (entry.before or {}).get(key, default)


def _pair(names: Names, entry_id: int | None) -> SafeString:
    return names.entries.get(entry_id or 0) or SafeString(_("an entry taken off since"))


def _partnership(names: Names, number: int | None) -> SafeString:
    return names.partnerships.get(number or 0) or SafeString(_("a partnership"))


def _rules(entry: AuditEntry, _names: Names) -> str:
    options = [name for name in entry.after or {} if name != "preset"]
    return ngettext(
        "Changed the rules: %(n)d option.", "Changed the rules: %(n)d options.", len(options)
    ) % {"n": len(options)}


def _entered(entry: AuditEntry, names: Names) -> str:
    return format_html(_("Entered {pair}."), pair=_partnership(names, _after(entry, "partnership")))


def _taken_off(entry: AuditEntry, names: Names) -> str:
    return format_html(
        _("Took {pair} off the entries."), pair=_partnership(names, _before(entry, "partnership"))
    )


def _drawn(entry: AuditEntry, _names: Names) -> str:
    rounds = _after(entry, "rounds", 0)
    return format_html(
        ngettext(
            "Drew {n} round with the seed “{seed}”, as a draft.",
            "Drew {n} rounds with the seed “{seed}”, as a draft.",
            rounds,
        ),
        n=rounds,
        seed=_after(entry, "seed", ""),
    )


def _published(entry: AuditEntry, names: Names) -> str:
    rounds = _after(entry, "rounds", [])
    if len(rounds) == 1 and rounds[0] in names.rounds:
        return format_html(_("Published {round}."), round=names.rounds[rounds[0]])
    return ngettext("Published %(n)d round.", "Published %(n)d rounds.", len(rounds)) % {
        "n": len(rounds)
    }


def _round(text: str) -> Sentence:
    def say(entry: AuditEntry, names: Names) -> str:
        number = int(entry.subject.partition(":")[2] or 0)
        return format_html(_(text), round=names.rounds.get(number) or _("a round dropped since"))

    return say


def _closed(entry: AuditEntry, names: Names) -> str:
    closed = _round("Closed {round}.")(entry, names)
    missing = _after(entry, "missing", [])
    if not missing:
        return closed
    more = _("No result yet from table %(tables)s.") % {"tables": ", ".join(map(str, missing))}
    return format_html("{} {}", closed, more)


def _moved(entry: AuditEntry, names: Names) -> str:
    old, new = _before(entry, "starts_at"), _after(entry, "starts_at")
    if old == new:
        return _round("Renamed {round}.")(entry, names)
    text = _("Moved {round} from {old} to {new}.") if new else _("Postponed {round} of {old}.")
    number = int(entry.subject.partition(":")[2] or 0)
    return format_html(text, round=names.rounds.get(number, ""), old=_moment(old), new=_moment(new))


def _moment(text: str | None) -> str:
    if not text:
        return _("no date")
    return date_format(timezone.localtime(datetime.fromisoformat(text)), "D, M j, H:i")


def _final(entry: AuditEntry, names: Names) -> str:
    one, other = _after(entry, "entries", [0, 0])
    return format_html(
        _("Set up the final: {one} against {other}, best of {n}."),
        one=_pair(names, one),
        other=_pair(names, other),
        n=_after(entry, "best_of", 3),
    )


def _totals(entry: AuditEntry, _names: Names) -> str:
    games = [score_figure(a, b) for _number, a, b in _after(entry, "games", [])]
    if not games:
        return _("Took the totals off.")
    was = [score_figure(a, b) for _number, a, b in _before(entry, "games", [])]
    if was:
        return _("Changed the totals from %(was)s to %(now)s.") % {
            "was": ", ".join(was),
            "now": ", ".join(games),
        }
    return _("Wrote the totals %(now)s.") % {"now": ", ".join(games)}


def _forfeit(entry: AuditEntry, names: Names) -> str:
    who = _after(entry, "forfeit")
    match = names.matches.get(entry.match_id or 0)
    if match is None or who == "both":
        return _("Both forfeit.") if who == "both" else _("A forfeit.")
    return format_html(_("Forfeit: {names}."), names=match.a if who == "a" else match.b)


def _game(text: str) -> Sentence:
    def say(entry: AuditEntry, _names: Names) -> str:
        return _(text) % {"game": _after(entry, "number") or _before(entry, "number") or 1}

    return say


def _hand(text: str) -> Sentence:
    def say(entry: AuditEntry, _names: Names) -> str:
        kept = entry.after if entry.after and "score" in entry.after else entry.before or {}
        was = _before(entry, "score", [0, 0])
        score = kept.get("score", [0, 0])
        return _(text) % {
            "hand": kept.get("number", ""),
            "game": kept.get("game", 1),
            "score": score_figure(*score),
            "was": score_figure(*was),
        }

    return say


def _signed(entry: AuditEntry, names: Names) -> str:
    who = names.players.get(_after(entry, "signed_by", 0))
    if not who:
        return _("The sheet was signed.")
    return format_html(_("The sheet was signed by {name}."), name=format_html("<bdi>{}</bdi>", who))


SENTENCES: Mapping[str, Sentence] = {
    "create_competition": _plain("Made the competition."),
    "rename_competition": _plain("Changed the name or the notes."),
    "open_competition": _plain("Showed the competition to everybody."),
    "start_competition": _plain("The competition is under way."),
    "finish_competition": _plain("Finished the competition."),
    "follow_on": _plain("What hung on it followed."),
    "resume_competition": _plain("Took the competition up again."),
    "change_rules": _rules,
    "change_points": _plain("Changed the points or the tie-breaks."),
    "change_strictness": _plain("Changed which faults of a sheet are warnings."),
    "add_entry": _entered,
    "remove_entry": _taken_off,
    "draw_stage": _drawn,
    "drop_draft": _plain("Dropped the draft of the draw."),
    "take_draw_back": _plain("Took the published draw back: it is a draft again."),
    "publish_rounds": _published,
    "close_round": _closed,
    "reopen_round": _round("Opened {round} again."),
    "edit_round": _moved,
    "create_final": _final,
    "record_totals": _totals,
    "record_forfeit": _forfeit,
    "take_forfeit_back": _plain("Took the forfeit back."),
    "start_game": _game("Started game %(game)s."),
    "seat_game": _game("Seated game %(game)s again."),
    "take_back_game": _game("Took the start of game %(game)s back."),
    "ring_bell": _game("The bell rang in game %(game)s."),
    "silence_bell": _game("Took the bell back in game %(game)s."),
    "record_hand": _hand("Game %(game)s, hand %(hand)s: %(score)s."),
    "undo_hand": _hand("Game %(game)s: took hand %(hand)s off, %(score)s."),
    "correct_hand": _hand("Game %(game)s: corrected hand %(hand)s from %(was)s to %(score)s."),
    "void_hand": _hand("Game %(game)s: struck hand %(hand)s out, %(was)s."),
    "unvoid_hand": _hand("Game %(game)s: counted hand %(hand)s again, %(score)s."),
    "accept_match": _signed,
    "reopen_match": _plain("The signature was taken off the sheet."),
    **ACCEPTANCE,
    **ADJUSTMENTS,
    **BOARDS,
    **CLUB,
    **DRAWS,
    **FLOOR,
    **MONEY,
    **PEOPLE,
    **RULINGS,
    **SECOND_SHEETS,
    **SENT_HANDS,
    **IMPACTS,
    **LINKS,
    **KEEPING,
    **BRACKETS,
}
