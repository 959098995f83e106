"""How a season of nights is counted, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.words.departures import describe_exits
from league.words.figures import plain_figure
from scoring import RankBy
from scoring.exits import ExitRules
from scoring.season import Stated, StatedScore


def best_words(best: int | None) -> str:
    """ "The best 8 nights count." """
    if best is None:
        return _("All nights count.")
    return ngettext("The best night counts.", "The best %(n)d nights count.", best) % {"n": best}


def absence_words(absence: StatedScore) -> str:
    """What a night away is worth."""
    figures = {"figure": plain_figure(absence.figure), "percent": plain_figure(absence.percent)}
    return {
        Stated.FIXED: _("A night away scores %(figure)s."),
        Stated.OWN_AVERAGE: _("A night away scores %(percent)s %% of one's own average."),
        Stated.NIGHT_AVERAGE: _("A night away scores %(percent)s %% of the night's average."),
        Stated.NIGHT_LOWEST: _("A night away scores %(percent)s %% of the night's lowest."),
        Stated.FIXED_OR_OWN: _(
            "A night away scores %(figure)s or one's own average, whichever is higher."
        ),
    }[absence.stated] % figures


def adjusted_words(rank_by: RankBy) -> str:
    """What penalties and bonuses do in a season of nights."""
    if rank_by is RankBy.GAMES_WON:
        return _("Penalties and bonuses change no games won, so the total has none.")
    return _(
        "Penalties and bonuses belong to no night: they count in the total, and none is dropped."
    )


def describe_season(
    exits: ExitRules, *, grace: int, best: int | None, absence: StatedScore
) -> list[str]:
    """Everything a season has stated before it is needed; nights only where not all count."""
    lines = describe_exits(exits)
    lines.append(
        ngettext(
            "A table waits %(n)d minute for who has not come.",
            "A table waits %(n)d minutes for who has not come.",
            grace,
        )
        % {"n": grace}
    )
    if best is not None:
        lines += [best_words(best), absence_words(absence)]
    return lines


def stated_choices() -> list[tuple[str, str]]:
    """The ways a night away may be scored, for a form."""
    return [
        (Stated.FIXED.value, _("A fixed score")),
        (Stated.OWN_AVERAGE.value, _("A part of one's own average")),
        (Stated.NIGHT_AVERAGE.value, _("A part of the night's average")),
        (Stated.NIGHT_LOWEST.value, _("A part of the night's lowest")),
        (Stated.FIXED_OR_OWN.value, _("A fixed score or one's own average")),
    ]
