"""What a correction moves, by name."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Entry, Player, Round, Stage
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


def drawn_sentence(one: Round, stays: str) -> SafeString:
    """A round that was drawn before; `stays`: why it cannot be drawn again ("later", "cut"), or
    that an organizer alone can ("kept")."""
    texts = {
        "later": _(
            "{round} is drawn already, from the table before. Its tables stay as they are, because"
            " a later round was drawn from it."
        ),
        "cut": _(
            "{round} is drawn already, from the table before. Its tables stay as they are, because"
            " a bracket was made after it."
        ),
        "kept": _(
            "{round} is drawn already, from the table before. Its tables stay as they are, unless"
            " an organizer has it drawn again."
        ),
    }
    if stays in texts:
        text = texts[stays]
    elif one.stage.kind == Stage.Kind.SWISS:
        text = _(
            "{round} is drawn already, from the table before. Its tables stay as they are, unless"
            " you have it drawn again below."
        )
    else:
        text = _(
            "{round} is drawn already, by lot. Its tables stay as they are, unless you have it"
            " drawn again below."
        )
    return format_html(text, round=str(one))


def round_options(one: Round) -> tuple[tuple[str, str], ...]:
    """The two things to choose from, with what the form sends for each."""
    text = _("Draw %(round)s again from the corrected table")
    if one.stage.kind != Stage.Kind.SWISS:
        text = _("Draw %(round)s again, by lot")
    round_name = {"round": one}
    return ("keep", _("Keep %(round)s as it is drawn") % round_name), ("again", text % round_name)


def made_sentence(stage: Stage) -> SafeString:
    """What was made from a table that a round counts in, before that round is deleted."""
    if stage.kind in Stage.BRACKETS:
        text = _("{stage} was seeded from the standings with this round.")
    else:
        text = _("{stage}: its rounds were drawn from the standings with this round.")
    return format_html(text, stage=str(stage).capitalize())


def results_words(written: Sequence[int]) -> str:
    """The tick for results that would go with a round; "" when there are none."""
    if not written:
        return ""
    text = ngettext(
        "With the draw, take off what is written at table %(tables)s. The log keeps it.",
        "With the draw, take off what is written at tables %(tables)s. The log keeps it.",
        len(written),
    )
    return text % {"tables": ", ".join(map(str, written))}


def results_question(one: Round) -> str:
    """Why a round is not drawn again yet."""
    text = _("Nothing is done yet: %(round)s has results. Tick that they go, or keep the round.")
    return text % {"round": one}


def stays_sentence() -> str:
    """Something was chosen that cannot be made again."""
    return _("Nothing is done: what you chose cannot be made again. Look at it below.")


def seed_sentence(bracket: Stage, number: int, was: Entry | None, now: Entry | None) -> SafeString:
    """Who would have a seed of a bracket by another cut."""
    return format_html(
        _("{bracket}, seed {number}: {now} instead of {was}."),
        bracket=str(bracket).capitalize(),
        number=number,
        now=names_of(now) if now else _("nobody"),
        was=names_of(was) if was else _("nobody"),
    )


def cut_sentence(bracket: Stage, stays: str) -> SafeString:
    """A bracket made from the table before; `stays`: why it is not cut again ("begun", "tied"), or
    that an organizer alone can ("kept")."""
    texts = {
        "begun": _("{bracket}: play has begun, so its seeds stay as they are."),
        "tied": _(
            "{bracket}: some are level at its line now. It stays for now; its page asks how that"
            " was settled."
        ),
        "kept": _(
            "{bracket} was made from the table before. It stays, unless an organizer cuts it again."
        ),
    }
    usual = _("{bracket} was made from the table before. It stays, unless you cut it again below.")
    return format_html(texts.get(stays, usual), bracket=str(bracket).capitalize())


def cut_options() -> tuple[tuple[str, str], ...]:
    """The two things to choose from, with what the form sends for each."""
    return ("keep", _("Keep the seeds as they are")), (
        "again",
        _("Cut again from the corrected table, as a draft"),
    )


def rank_sentence(one: Entry | Player, was: int, now: int) -> SafeString:
    """From which place to which; 0 is no place in the table."""
    if isinstance(one, Player):
        names = format_html('<bdi class="name">{}</bdi>', one.called)
    else:
        names = names_of(one)
    if not was or not now:
        text = _("{names}: into the table.") if now else _("{names}: out of the table.")
        return format_html(text, names=names)
    return format_html(
        _("{names}: from {was} to {now}."),
        names=names,
        was=ordinal(was),
        now=ordinal(now),
    )


def _pair(pair: Pair) -> SafeString:
    open_place = SafeString(_("not known yet"))
    one, other = (names_of(entry) if entry else open_place for entry in pair)
    if one == other == open_place:
        return open_place
    return format_html(_("{one} against {other}"), one=one, other=other)
