"""A ruling in sentences, for everybody at the match."""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Adjustment, Ruling
from league.words.standings import adjustment_figures, names_of


def claim_words(who: str, accused: str, trick: int | None, card: str) -> SafeString:
    """ "Anne claimed a misplay by Donna in trick 4 (9S)"; escaped."""
    text = (
        _("{who} claimed a misplay by {accused} in trick {trick}")
        if trick
        else _("{who} claimed a misplay by {accused}")
    )
    said = format_html(text, who=_name(who), accused=_name(accused), trick=trick or "")
    return format_html("{} ({})", said, card_words(card)) if card else said


def found_words(found: str) -> str:
    """What was found, in a word or two."""
    return {
        Ruling.Found.UPHELD: _("proved"),
        Ruling.Found.WRONG: _("a wrong claim"),
        Ruling.Found.STANDS: _("the hand stands"),
    }[Ruling.Found(found)]


def ruling_words(ruling: Ruling, names: Mapping[int, str]) -> SafeString:
    """What was claimed and found, by the names of its people; of a match, only that it was ruled.

    `names`: id of a player -> what he is called at this table.
    """
    if ruling.hand is None or ruling.claimant is None or ruling.accused is None:
        return SafeString(_("A penalty was given."))
    claim = claim_words(
        names.get(ruling.claimant.pk, ruling.claimant.called),
        names.get(ruling.accused.pk, ruling.accused.called),
        ruling.trick,
        ruling.card,
    )
    if not ruling.rule:
        return format_html("{}: {}.", claim, found_words(ruling.found))
    return format_html(
        _("{claim}: {found} (rule {rule})."),
        claim=claim,
        found=found_words(ruling.found),
        rule=ruling.rule,
    )


def penalty_words(penalties: Sequence[Adjustment]) -> SafeString:
    """ "Anne & Joe: −1 point (rule: house rule 4)", one after the other."""
    return format_html_join("; ", "{}", [(_penalty(one),) for one in penalties])


def _penalty(one: Adjustment) -> SafeString:
    said = format_html("{}: {}", names_of(one.owner), adjustment_figures(one))
    if one.rule:
        said = format_html(_("{said} (rule: {rule})"), said=said, rule=_name(one.rule))
    return format_html("<s>{}</s>", said) if one.removed_at else said


def card_words(card: str) -> str:
    """The card as it is written: "10H"."""
    return f"10{card[1]}" if card.startswith("T") else card


def _name(name: str) -> SafeString:
    return format_html("<bdi>{}</bdi>", name)
