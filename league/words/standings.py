"""Why an entry stands where it stands, in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league.models import Adjustment, Entrant, Entry
from league.words.figures import counted, plain_figure, point_words, signed_figure
from league.words.points import TIE_NAMES
from scoring import Row

Shown = int | Fraction | str | None
# Our figure and theirs as text, and how many of something ours is.
Criterion = Callable[[str, str, int], str]


def names_of(entry: Entry | Entrant) -> SafeString:
    """Both names, each kept in its own direction of writing; of a player entered alone, his."""
    if isinstance(entry, Entrant):
        return format_html('<bdi class="name">{}</bdi>', entry.player.called)
    pair = entry.partnership
    return _two_names(pair.first.called, pair.second.called)


@lru_cache(maxsize=5000)
def _two_names(one: str, other: str) -> SafeString:
    return format_html('<bdi class="name">{}</bdi> &amp; <bdi class="name">{}</bdi>', one, other)


def place_sentence(
    row: Row,
    *,
    level_with: Sequence[SafeString],
    below: SafeString | None,
    above: tuple[SafeString, Row] | None,
    rank_by: str,
) -> SafeString:
    """Why `row` stands above the next one; the last says why it stands below the one before.

    `level_with`: the names of those with the same rank; `below`: of the entry on the next line;
    `above`: of the one on the line before, with its row. Figures are points or match points.
    """
    sentences: list[SafeString] = []
    if level_with:
        sentences.append(_level(level_with, row.rank))
    if row.decided_by is not None and row.decided_values is not None and below is not None:
        ours, theirs = row.decided_values
        sentences.append(_decided(_("Ahead of {name}"), below, row.decided_by, ours, theirs))
        if row.decided_by != rank_by:
            sentences.append(_both_have(row, rank_by))
    elif not level_with and above is not None:
        name, other = above
        if other.decided_by is not None and other.decided_values is not None:
            theirs, ours = other.decided_values
            sentences.append(_decided(_("Behind {name}"), name, other.decided_by, ours, theirs))
            if other.decided_by != rank_by:
                sentences.append(_both_have(row, rank_by))
    return SafeString(" ".join(sentences))


def adjustment_words(one: Adjustment) -> SafeString:
    """A penalty or bonus as the table counts it, why, and its rule: "−½ point: late sheet (rule
    4)"."""
    said = format_html("{}: <bdi>{}</bdi>", adjustment_figures(one), one.reason)
    return format_html(_("{} (rule: <bdi>{}</bdi>)"), said, one.rule) if one.rule else said


def adjustment_figures(one: Adjustment) -> str:
    """A penalty or bonus as the table counts it: "−1 point", "+½ point", "−100 scored"."""
    parts = []
    if one.exact_match_points:
        parts.append(point_words(one.exact_match_points))
    if one.points:
        parts.append(_("%(figure)s scored") % {"figure": signed_figure(one.points)})
    return ", ".join(parts)


def _level(names: Sequence[SafeString], rank: int) -> SafeString:
    joined = SafeString(", ".join(names))
    return format_html(
        _("Level with {names} in everything that is asked: they share place {rank}."),
        names=joined,
        rank=rank,
    )


def _decided(opening: str, name: SafeString, by: str, ours: Shown, theirs: Shown) -> SafeString:
    start = format_html(opening, name=name)
    number = 0 if ours is None or isinstance(ours, str) else counted(ours)
    words = _CRITERIA[by](_figure(by, ours), _figure(by, theirs), number)
    return format_html("{} {}", start, words)


def _both_have(row: Row, rank_by: str) -> SafeString:
    value = getattr(row, rank_by)
    return format_html(_BOTH[rank_by](counted(value)), plain_figure(value))


def _figure(by: str, value: Shown) -> str:
    if value is None:
        return _("nothing")
    if isinstance(value, str):
        return value.replace("inf", "∞") if by == "points_quotient" else value
    return signed_figure(value) if by == "points_difference" else plain_figure(value)


def _against(text: str) -> Criterion:
    def say(ours: str, theirs: str, _n: int) -> str:
        return _(text) % {"ours": ours, "theirs": theirs}

    return say


def _points_against(one: str, more: str) -> Criterion:
    """The first figure says whether it is points."""

    def say(ours: str, theirs: str, n: int) -> str:
        return ngettext(one, more, n) % {"ours": ours, "theirs": theirs}

    return say


_CRITERIA: Mapping[str, Criterion] = {
    "match_points": _points_against(
        gettext_noop("with %(ours)s point against %(theirs)s."),
        gettext_noop("with %(ours)s points against %(theirs)s."),
    ),
    "games_won": _against(gettext_noop("on games won: %(ours)s against %(theirs)s.")),
    "points_for": _against(gettext_noop("on what they scored: %(ours)s against %(theirs)s.")),
    "points_difference": _against(
        gettext_noop("on points difference: %(ours)s against %(theirs)s.")
    ),
    "wins": _against(gettext_noop("on matches won: %(ours)s against %(theirs)s.")),
    "head_to_head": _points_against(
        gettext_noop("by what they did against each other: %(ours)s point against %(theirs)s."),
        gettext_noop("by what they did against each other: %(ours)s points against %(theirs)s."),
    ),
    "best_game": _against(gettext_noop("by their best game: %(ours)s against %(theirs)s.")),
    "buchholz": _against(
        gettext_noop("by the points of those they met: %(ours)s against %(theirs)s.")
    ),
    "median_buchholz": _against(
        gettext_noop(
            "by the points of those they met, without the best and the last: "
            "%(ours)s against %(theirs)s."
        )
    ),
    "sonneborn_berger": _against(
        gettext_noop("by the points of those they beat: %(ours)s against %(theirs)s.")
    ),
    "points_quotient": _against(
        gettext_noop("by points scored over points given away: %(ours)s against %(theirs)s.")
    ),
    "fewest_baits": _against(
        gettext_noop("by going bait less often: %(ours)s against %(theirs)s.")
    ),
    "lot": lambda _ours, _theirs, _n: _("by lot: everything else was level."),
}

_BOTH: Mapping[str, Callable[[int], str]] = {
    "match_points": lambda n: ngettext("Both have {} point.", "Both have {} points.", n),
    "games_won": lambda n: ngettext("Both have won {} game.", "Both have won {} games.", n),
    "points_for": lambda _n: _("Both have scored {}."),
}


def criterion_name(code: str) -> str:
    """A tie-break's name over its figure."""
    return _("Went bait") if code == "fewest_baits" else str(TIE_NAMES[code])


def criterion_figure(code: str, value: Shown) -> str:
    """A tie-break's value as the page shows it; a lot by its first six signs."""
    return str(value)[:6] if code == "lot" else _figure(code, value)


def progress_sentence(
    *, round_done: int, rounds_total: int, playing: Sequence[tuple[int, int]], missing: int
) -> str:
    """How far the table is: "After round 5 of 9. Table 7 is still playing."

    `playing` holds (round number, table) of the matches in play: tables are named while all are of
    one round, since every round has its table 2. `missing` counts matches up to `round_done` of
    which nothing is written.
    """
    if not round_done:
        parts = [_("Before the first round.")]
    else:
        figures = {"done": round_done, "total": rounds_total}
        parts = [_("After round %(done)d of %(total)d.") % figures]
    if len(playing) == 1:
        parts.append(_("Table %(table)s is still playing.") % {"table": playing[0][1]})
    elif 1 < len(playing) <= 5 and len({number for number, _table in playing}) == 1:
        tables = [str(table) for _round, table in playing]
        figures_of_tables = {"tables": ", ".join(tables[:-1]), "last": tables[-1]}
        parts.append(_("Tables %(tables)s and %(last)s are still playing.") % figures_of_tables)
    elif playing:
        parts.append(_("%(count)d tables are still playing.") % {"count": len(playing)})
    if missing:
        parts.append(
            ngettext(
                "%(count)d match is not played yet.",
                "%(count)d matches are not played yet.",
                missing,
            )
            % {"count": missing}
        )
    return " ".join(parts)
