"""Points, ranking and tie-breaks of a competition in plain words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.words.figures import plain_figure
from league.words.options import Text
from scoring import PointsSystem, StandingsRules

RANK_BY: Mapping[str, Text] = {
    "match_points": gettext_lazy("Match points"),
    "games_won": gettext_lazy("Games won"),
    "points_for": gettext_lazy("Points scored at the table"),
}
TIE_MODES: Mapping[str, Text] = {
    "restart": gettext_lazy("Start again with the first, among those still level."),
    "continue": gettext_lazy("Go on with the next one in the list."),
}
TIE_NAMES: Mapping[str, Text] = {
    "points_difference": gettext_lazy("Points difference"),
    "points_for": gettext_lazy("Points scored"),
    "games_won": gettext_lazy("Games won"),
    "wins": gettext_lazy("Matches won"),
    "head_to_head": gettext_lazy("Head-to-head"),
    "best_game": gettext_lazy("Best game"),
    "buchholz": gettext_lazy("Buchholz"),
    "median_buchholz": gettext_lazy("Median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
    "points_quotient": gettext_lazy("Points quotient"),
    "fewest_baits": gettext_lazy("Fewest baits"),
    "lot": gettext_lazy("Lot"),
}
TIE_ABOUT: Mapping[str, Text] = {
    "points_difference": gettext_lazy("points scored less points given up"),
    "points_for": gettext_lazy("more points scored at the table"),
    "games_won": gettext_lazy("more games won"),
    "wins": gettext_lazy("more matches won, forfeits included"),
    "head_to_head": gettext_lazy(
        "match points from the meetings among those level, when all have met equally often"
    ),
    "best_game": gettext_lazy("the highest total in one game"),
    "buchholz": gettext_lazy("the match points of all opponents added up"),
    "median_buchholz": gettext_lazy("the same without the strongest and the weakest opponent"),
    "sonneborn_berger": gettext_lazy(
        "the match points of those beaten, and half of those drawn with"
    ),
    "points_quotient": gettext_lazy("points scored divided by points given up"),
    "fewest_baits": gettext_lazy("fewer baits while calling"),
    "lot": gettext_lazy("a lot drawn before the start and kept"),
}


def describe_points(rules: StandingsRules) -> tuple[str, ...]:
    """The points system and the ranking, a sentence each."""
    points = rules.points
    lines = [
        _("The table is ranked by: %(what)s.") % {"what": str(RANK_BY[str(rules.rank_by)]).lower()},
        _("Match points: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss.")
        % {
            "win": plain_figure(points.win),
            "draw": plain_figure(points.draw),
            "loss": plain_figure(points.loss),
        },
        _bye(points),
        _forfeit(points),
    ]
    return tuple(lines)


def describe_tie_breaks(rules: StandingsRules) -> tuple[str, ...]:
    """The tie-breaks in order, each with its sentence."""
    lines = []
    for one in rules.tie_breaks:
        line = _("%(name)s: %(about)s") % {
            "name": TIE_NAMES[str(one)],
            "about": TIE_ABOUT[str(one)],
        }
        if str(one) == "points_difference" and rules.difference_cap is not None:
            line += " " + _("(at most %(cap)d a game)") % {"cap": rules.difference_cap}
        lines.append(line + ".")
    return tuple(lines)


def after_a_split(rules: StandingsRules) -> str:
    """What happens when a tie-break separates some of those level, but not all."""
    if str(rules.tie_mode) == "continue":
        return _("When one of these separates some but not all, the rest go on with the next.")
    return _("When one of these separates some but not all, the rest start again with the first.")


def summary(rules: StandingsRules) -> str:
    """One line: ranking, points for a win, tie-breaks in order."""
    names = ", ".join(str(TIE_NAMES[str(one)]).lower() for one in rules.tie_breaks)
    ranked = str(RANK_BY[str(rules.rank_by)]).lower()
    if not names:
        return _("Ranked by %(ranked)s; no tie-breaks.") % {"ranked": ranked}
    return _("Ranked by %(ranked)s, then %(names)s.") % {"ranked": ranked, "names": names}


def _bye(points: PointsSystem) -> str:
    if points.bye_for or points.bye_against:
        return _("A bye: %(bye)s, and %(for)d – %(against)d in points.") % {
            "bye": plain_figure(points.bye),
            "for": points.bye_for,
            "against": points.bye_against,
        }
    return _("A bye: %(bye)s, and no points for or against.") % {"bye": plain_figure(points.bye)}


def _forfeit(points: PointsSystem) -> str:
    return _(
        "A forfeit: %(win)s to the side that came, %(loss)s to the other, "
        "%(for)d – %(against)d in points."
    ) % {
        "win": plain_figure(points.forfeit_win),
        "loss": plain_figure(points.forfeit_loss),
        "for": points.forfeit_for,
        "against": points.forfeit_against,
    }
