"""Why these two meet, why this one sits out, and what could not be avoided: in sentences."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Entry, Player
from league.words.figures import counted, plain_figure

Params = Mapping[str, Any]


def why_sentence(why: Mapping[str, Any], *, first_round: bool = False, club: str = "") -> str:
    """Why two entries meet, from `Match.why`; "" where nothing is kept (a round robin).

    `club` is the name of the club both are of, where that is part of the reason.
    """
    said = _PAIRS.get(why.get("code", ""))
    if said is None:
        return ""
    if first_round and why["code"] == "same_score":
        return _("First round: nobody has points yet, so the lot decided.")
    return said({**why["params"], "club_name": club})


def bye_sentence(why: Mapping[str, Any], *, first_round: bool = False) -> str:
    """Why an entry sits out, from `Round.draw["bye_why"]`; "" when nobody does."""
    said = _BYES.get(why.get("code", ""))
    if first_round and said is not None:
        return _("First round: the lot decided.")
    return "" if said is None else said(why["params"])


def note_sentence(note: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """What a draw has to say as a whole; `names` are the entries' by id."""
    said = _NOTES.get(note.get("code", ""))
    return "" if said is None else said(note["params"], names)


def objection_sentence(code: str, one: Entry, other: Entry, numbers: Sequence[int]) -> str:
    """What speaks against a table set by hand; `numbers` are the rounds in which they meet too."""
    names = {"one": one, "other": other}
    if code == "same_club":
        return _("%(one)s and %(other)s are of one club.") % names
    text = ngettext(
        "%(one)s and %(other)s also meet in round %(rounds)s.",
        "%(one)s and %(other)s also meet in rounds %(rounds)s.",
        len(numbers),
    )
    return text % {**names, "rounds": ", ".join(map(str, numbers))}


def player_objection_sentence(code: str, one: Player, other: Player, numbers: Sequence[int]) -> str:
    """What speaks against two players at one table; `numbers` are the rounds of before or after."""
    names = {"one": one.called, "other": other.called, "rounds": ", ".join(map(str, numbers))}
    if code == "same_club":
        return _("%(one)s and %(other)s are of one club.") % names
    if code == "partners_again":
        text = ngettext(
            "%(one)s and %(other)s are also partners in round %(rounds)s.",
            "%(one)s and %(other)s are also partners in rounds %(rounds)s.",
            len(numbers),
        )
    else:
        text = ngettext(
            "%(one)s and %(other)s also meet in round %(rounds)s.",
            "%(one)s and %(other)s also meet in rounds %(rounds)s.",
            len(numbers),
        )
    return text % names


def missing_sentence(missing: Sequence[Sequence[int]]) -> str:
    """That a round was drawn with results missing: [(round, table)]; "" when none was."""
    if not missing:
        return ""
    tables = ", ".join(_("round %(r)s, table %(t)s") % {"r": r, "t": t} for r, t in missing)
    return _("Drawn on purpose before these results were in: %(tables)s.") % {"tables": tables}


def put_off_sentence(put_off: Sequence[Sequence[int]]) -> str:
    """That matches were put off when a round was drawn: [(round, table)]; "" when none was."""
    if not put_off:
        return ""
    tables = ", ".join(_("round %(r)s, table %(t)s") % {"r": r, "t": t} for r, t in put_off)
    return _("Put off when this was drawn, so without points yet: %(tables)s.") % {"tables": tables}


def drawn_words(drawn: int, every: int) -> str:
    """How many of the rounds drawn one by one are drawn."""
    text = ngettext(
        "%(drawn)d of %(all)d round is drawn.",
        "%(drawn)d of %(all)d rounds are drawn, each when the one before is played.",
        every,
    )
    return text % {"drawn": drawn, "all": every}


def out_words(out: int, every: int) -> str:
    """How many rounds everybody sees."""
    text = ngettext("%(out)d of %(all)d round is out.", "%(out)d of %(all)d rounds are out.", every)
    return text % {"out": out, "all": every}


def closed_words(closed: int, every: int) -> str:
    """How many rounds are over."""
    text = ngettext(
        "%(closed)d of %(all)d round is closed.", "%(closed)d of %(all)d rounds are closed.", every
    )
    return text % {"closed": closed, "all": every}


def corrected_sentence() -> str:
    """That a round was drawn again because what it was drawn from was corrected."""
    return _("Drawn again, because a result before it was corrected.")


def _exact(text: object) -> Fraction:
    return Fraction(str(text))


def _figure(text: object) -> str:
    return plain_figure(_exact(text))


def _same(params: Params) -> str:
    score = Fraction(str(params["score"]))
    if score == 0:
        return _("Neither has points yet.")
    return ngettext("Both have %(n)s point.", "Both have %(n)s points.", counted(score)) % {
        "n": plain_figure(score)
    }


_CAUSES: Mapping[str, Callable[[], str]] = {
    "odd_group": lambda: _("an odd number stood level, so one plays up or down"),
    "met_all_equals": lambda: _("those level with one of them have all been met"),
    "put_off": lambda: _("those level with one of them are met, or their match is put off"),
    "rounds_ahead": lambda: _("so that a later round needs nobody to meet twice"),
    "others": lambda: _("so that all others find somebody new"),
}


def _floated(params: Params) -> str:
    cause = _CAUSES.get(params["cause"], _CAUSES["others"])()
    return f"{_points_against(params)}: {cause}."


def _points_against(params: Params) -> str:
    """ "3 points against 1": the first side's figure says whether it is points."""
    text = ngettext(
        "%(a)s point against %(b)s", "%(a)s points against %(b)s", counted(_exact(params["a"]))
    )
    return text % {"a": _figure(params["a"]), "b": _figure(params["b"])}


def _club(params: Params) -> str:
    if params["a"] == params["b"]:
        level = ngettext(
            "Both have %(n)s point.", "Both have %(n)s points.", counted(_exact(params["a"]))
        )
        said = level % {"n": _figure(params["a"])}
    else:
        said = f"{_points_against(params)}."
    both = _("Both are of %(club)s: keeping them apart would have cost more.")
    return f"{said} {both % {'club': params['club_name'] or _('one club')}}"


def _again(params: Params) -> str:
    times = int(params.get("times", 1))
    return ngettext(
        "They have met once before: no round without meeting again was left.",
        "They have met %(n)d times before: no round without meeting again was left.",
        times,
    ) % {"n": times}


_PAIRS: Mapping[str, Callable[[Params], str]] = {
    "same_score": _same,
    "floated_down": _floated,
    "club_unavoidable": _club,
    "rematch_unavoidable": _again,
    "by_lot": lambda _params: _("The lot put them together."),
    "new_partners": lambda _params: _("Drawn by lot: nobody has had this partner before."),
    "partners_again": lambda _params: _(
        "Drawn by lot; somebody has had this partner before: it could not be helped."
    ),
}

_BYES: Mapping[str, Callable[[Params], str]] = {
    "bye_lowest_without": lambda _params: _("The lowest who has had no bye yet."),
    "bye_fewest": lambda _params: _("Everybody has had one: the lowest of those with fewest."),
    "bye_passed": lambda params: (
        _("The lowest whose bye keeps later rounds from meeting twice.")
        if params.get("cause") == "rounds_ahead"
        else _("The lowest without a bye whose bye lets nobody meet twice.")
    ),
    "bye_again": lambda _params: _("A second bye: else two would meet again."),
    "by_lot": lambda _params: _("Of those with fewest byes, the lot decided."),
}


def since_sentences(*, left: Sequence[str], came: Sequence[str], other: bool) -> tuple[str, ...]:
    """What has happened since a draft was drawn: who left, who came (by name), or other results
    or another plan of rounds."""
    said = [
        *(_("%(names)s left.") % {"names": one} for one in left),
        *(_("%(names)s came in.") % {"names": one} for one in came),
    ]
    if other:
        said.append(_("The results or the plan are no longer those it was drawn from."))
    return tuple(said)


def _met_everybody(params: Params, names: Mapping[int, str]) -> str:
    return _("These have met everybody already, so somebody meets again: %(names)s.") % {
        "names": _list(params.get("entries", []), names)
    }


def _too_few(params: Params, names: Mapping[int, str]) -> str:
    groups = "; ".join(_list(group, names) for group in params.get("groups", []))
    return _(
        "Somebody meets again, for these have only each other and %(others)s left: %(groups)s."
    ) % {"others": _list(params.get("opponents", []), names) or _("nobody"), "groups": groups}


_NOTES: Mapping[str, Callable[[Params, Mapping[int, str]], str]] = {
    "met_everybody": _met_everybody,
    "too_few_opponents": _too_few,
    "no_round_without": lambda _params, _names: _(
        "No round without somebody meeting again exists."
    ),
    "dead_end_ahead": lambda _params, _names: _(
        "One of the rounds to come will need two to meet again, whatever is drawn now."
    ),
}


def _list(entries: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names.get(entry, "?") for entry in entries)
