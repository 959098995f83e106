"""What a phone posts of a hand, read into `Sent`: nothing in it is so wrong that it is lost."""

import re
from collections.abc import Mapping
from functools import lru_cache
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language, gettext_lazy

from league.forms.fields import WordsField
from league.forms.hands import HandForm
from league.models import SentHand
from league.queries.sent_hands import Kind, Sent
from league.words.names import TableNames
from scoring import HandSheet, RuleSet

VERSION = "1"
MOST_FIELDS = 60
MOST_LETTERS = 100
MOST_NOTE = 1000
MOST_KEPT = 200  # letters of a note or reason that a hand keeps
# Game and number are smallints to the database; a base or a place in the queue is more.
MOST_PLACE = 999
MOST_COUNT = 10**9
_KINDS: Mapping[str, Kind] = {"record": "record", "correct": "correct", "undo": "undo"}
_NO_PHONE = UUID(int=0)
# Names are for people: a form that is only read needs none.
_LETTERS = TableNames(
    seats={seat: seat for seat in "NESW"}, sides={side: side for side in ("NS", "EW")}
)
# The wire's own, and what is asked anew whenever a hand is settled.
_NOT_THE_SHEET = frozenset(
    {
        *("csrfmiddlewaretoken", "v", "id", "kind", "phone", "seq", "hand", "after", "base", "as"),
        *("client_id", "game", "number", "begins", "seated", "revision", "confirm"),
        *("end_confirmed", "reckoned"),
        *("note", "reason"),
    }
)
_CODE = re.compile(r"[A-Za-z0-9 ,:._\u2660-\u2667-]*")


def read_sent(post: QueryDict, rules: RuleSet) -> Sent | None:
    """The sent thing, without `kind` and `hand` a hand to record; None when it has no id of its
    own, names no hand, or is of no known kind.

    A sheet that cannot be read has `unread`, and its fields all the same.
    """
    number = _uuid(post.get("id", ""))
    kind = _KINDS.get(post.get("kind", "" if "hand" in post else "record"))
    hand = number if kind == "record" else _uuid(post.get("hand", ""))
    if number is None or kind is None or hand is None:
        return None
    form, data = None, _posted(post, number)
    if kind != "undo":
        form = _form(rules, get_language()).filled(data)
        form.is_valid()
    return Sent(
        id=number,
        kind=kind,
        phone=_uuid(post.get("phone", "")) or _NO_PHONE,
        seq=_count(post.get("seq", ""), MOST_COUNT),
        hand=hand,
        after=_uuid(post.get("after", "")),
        base=0 if kind == "record" else _count(post.get("base", ""), MOST_COUNT),
        game=_count(post.get("game", ""), MOST_PLACE),
        number=_count(post.get("number", ""), MOST_PLACE),
        begins=_seat(post.get("begins", "")),
        seated=post.get("seated", "")[:3],
        sheet=form.sheet if form is not None and not form.errors else None,
        fields=_fields(data) if form is not None else {},
        note=_text(post.get("note", "").strip(), MOST_NOTE),
        reason=_text(post.get("reason", "").strip(), MOST_NOTE),
        end_confirmed=bool(post.get("end_confirmed")),
        ticked=frozenset(post.getlist("confirm")[:MOST_FIELDS]),
        unread=_why(form) if form is not None and form.errors else "",
    )


def kept_values(kept: SentHand) -> dict[str, str]:
    """What the hand form is filled in with for a kept hand: everything as it came, by name."""
    written = {"note": kept.note[:MOST_KEPT], "reason": kept.reason[:MOST_KEPT]}
    return {name.removesuffix("_words"): text for name, text in kept.fields.items()} | written


def kept_sheet(kept: SentHand, rules: RuleSet) -> HandSheet | None:
    """What a kept hand says; None when it cannot be read."""
    data = {**kept_values(kept), "game": "1", "number": "1"}
    form = HandForm(data, rules=rules, names=_LETTERS)
    return form.sheet if form.is_valid() else None


def kept_texts(kept: SentHand) -> list[tuple[str, str]]:
    """The fields of a kept hand as they came, for one that cannot be read."""
    return [(name.removesuffix("_words"), text) for name, text in kept.fields.items()]


class SettleHandForm(forms.Form):
    """How a hand in question is settled; `seen` is how often its phone had corrected it; `hand`,
    `revision`, `game` and `number` are what its reader saw beside it, and next on the sheet."""

    step = forms.ChoiceField(
        choices=[(step, step) for step in ("next", "place", "off", "drop")],
        error_messages={
            "required": gettext_lazy("Choose how to go on."),
            "invalid_choice": gettext_lazy("Choose how to go on."),
        },
    )
    seen = forms.IntegerField(required=False, min_value=0, max_value=MOST_COUNT)
    hand = forms.IntegerField(required=False, min_value=0, max_value=10**18)
    revision = forms.IntegerField(required=False, min_value=0, max_value=MOST_COUNT)
    game = forms.IntegerField(required=False, min_value=0, max_value=MOST_PLACE)
    number = forms.IntegerField(required=False, min_value=0, max_value=MOST_PLACE)
    reason = WordsField(required=False, max_length=200, label=gettext_lazy("Why?"))
    end_confirmed = forms.BooleanField(required=False)


@lru_cache(maxsize=64)
def _form(rules: RuleSet, _language: str | None) -> HandForm:
    """An empty form of these rules: to make one costs more than to read with it."""
    return HandForm(rules=rules, names=_LETTERS)


def _posted(post: QueryDict, number: UUID) -> MultiValueDict[str, str]:
    """What `HandForm` reads: the phone's `id` is the hand's, and one that does not say how it ended
    was played out: each byte counts on a bad line."""
    own = {"client_id": [str(number)]}
    return MultiValueDict({"outcome": ["played"], **dict(post.lists()), **own})


def _fields(post: MultiValueDict[str, str]) -> dict[str, str]:
    """The sheet's fields, by name: what is no figure or code goes by a name for words."""
    kept = {}
    for name in list(post)[:MOST_FIELDS]:
        text = post.get(name, "")
        if name in _NOT_THE_SHEET or not text or not re.fullmatch(r"[A-Za-z_0-9]{1,30}", name):
            continue
        plain = len(text) <= MOST_LETTERS and _CODE.fullmatch(text)
        kept[name if plain else f"{name}_words"] = _text(text, MOST_LETTERS)
    return kept


def _why(form: HandForm) -> str:
    """What cannot be read, in the form's own sentences."""
    told = []
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else ""
        told += [f"{label or name}: {error}" for error in errors]
    return " ".join(told)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text[:64])
    except ValueError:
        return None


def _count(text: str, most: int) -> int:
    """A whole number in plain digits from 0 to `most`; 0 for whatever is none."""
    plain = text.isascii() and text.isdecimal() and len(text) < 12
    return int(text) if plain and int(text) <= most else 0


def _seat(text: str) -> str:
    return text if text in ("N", "E", "S", "W") else ""


def _text(text: str, most: int) -> str:
    """What both databases can keep of it."""
    return text.replace("\x00", "")[:most]
