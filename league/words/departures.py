"""What is said of an entry that left."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Entry
from scoring.exits import ExitJudged, ExitRule, ExitRules


def left_words(entry: Entry) -> str:
    """ "withdrew after round 3"; "" for an entry that plays."""
    if entry.state == Entry.State.PLAYING:
        return ""
    if not entry.left_after:
        return (
            _("withdrew before playing")
            if entry.state == Entry.State.WITHDRAWN
            else _("disqualified before playing")
        )
    text = (
        _("withdrew after round %(n)d")
        if entry.state == Entry.State.WITHDRAWN
        else _("disqualified after round %(n)d")
    )
    return text % {"n": entry.left_after}


def left_sentence(entry: Entry) -> SafeString:
    """The same with the reason: "withdrew after round 3: moved to Halifax"."""
    words = left_words(entry)
    if not words or not entry.left_reason:
        return SafeString(words)
    return format_html("{}: <bdi>{}</bdi>", words, entry.left_reason)


def consequence(judged: ExitJudged | None) -> str:
    """What becomes of their matches: "3 of their 9 matches are played, less than half: ..."."""
    if judged is None:
        return _("What they have played stands; what is still open is forfeited.")
    early = 2 * judged.played < judged.scheduled
    share = _("less than half") if early else _("half or more")
    so_far = ngettext(
        "%(played)d of their %(n)d match is played, %(share)s",
        "%(played)d of their %(n)d matches are played, %(share)s",
        judged.scheduled,
    ) % {"played": judged.played, "n": judged.scheduled, "share": share}
    return f"{so_far}: {exit_words(judged.rule)}."


def exit_words(rule: ExitRule) -> str:
    """A rule as a clause: "none of their matches counts, for anybody"."""
    return {
        ExitRule.STRUCK: _("none of their matches counts, for anybody"),
        ExitRule.REST_FORFEITED: _("what was played counts, the rest is forfeited"),
        ExitRule.REST_VOID: _("what was played counts, the rest is not played"),
        ExitRule.ALL_FORFEITED: _("all their matches are forfeited, those played too"),
    }[rule]


def exit_choice(rule: ExitRule) -> str:
    """The same in a few words, to choose from."""
    return {
        ExitRule.STRUCK: _("None of their matches counts"),
        ExitRule.REST_FORFEITED: _("The rest is forfeited"),
        ExitRule.REST_VOID: _("The rest is not played"),
        ExitRule.ALL_FORFEITED: _("All are forfeited"),
    }[rule]


def describe_exits(rules: ExitRules) -> list[str]:
    """The rule in sentences, for everybody to read before it is needed."""
    return [
        _("Who withdraws before half of their matches: %(what)s.")
        % {"what": exit_words(rules.before_half)},
        _("Who withdraws later: %(what)s.") % {"what": exit_words(rules.after_half)},
        _("Who is disqualified before half: %(what)s.")
        % {"what": exit_words(rules.disqualified_before_half)},
        _("Who is disqualified later: %(what)s.")
        % {"what": exit_words(rules.disqualified_after_half)},
    ]
