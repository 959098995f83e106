"""The hub of a competition: each step with what is done, what may still change, where to go."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Stage
from league.queries.competitions import Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `still` says what may change yet; without `url` its turn has not come.

    `other` is another way to take the step: the name of its page, and what the link says.
    """

    key: str
    title: str
    says: str
    still: str = ""
    done: bool = False
    url: str = ""
    button: str = ""
    other: tuple[str, str] | None = None


def steps_of(setup: Setup) -> list[Step]:
    """All steps in order."""
    first = [_name(setup), _rules(setup), _points(setup), _entries(setup)]
    if setup.brackets and not setup.rounds and setup.stage is None:
        return [*first, _bracket(setup, setup.brackets[0]), _play(setup)]
    if setup.stage is not None:
        return [*first, _round_by_round(setup, setup.stage), _play(setup), _final(setup)]
    return [*first, _draw(setup), _publish(setup), _play(setup), _final(setup)]


def _name(setup: Setup) -> Step:
    return Step(
        key="name",
        title=_("Name and notes"),
        says=setup.competition.name,
        done=True,
        url=reverse("competition_edit", args=[setup.competition.pk]),
        button=_("Change"),
    )


def _rules(setup: Setup) -> Step:
    fixed = setup.begun.scored
    return Step(
        key="rules",
        title=_("Rules"),
        says=f"{setup.rules} {setup.match_play}",
        still=_("Fixed: hands or results were scored by them.")
        if fixed
        else _("May change up to the first hand or result."),
        done=True,
        url=reverse("rules" if fixed else "rules_edit", args=[setup.competition.pk]),
        button=_("Read") if fixed else _("Change"),
    )


def _points(setup: Setup) -> Step:
    return Step(
        key="points",
        title=_("Points and tie-breaks"),
        says=setup.points,
        still=_("May still change, with a reason that the log keeps.")
        if setup.begun.anything
        else _("May change freely until play begins."),
        done=True,
        url=reverse("points_edit", args=[setup.competition.pk]),
        button=_("Change"),
    )


def _entries(setup: Setup) -> Step:
    n = setup.entries
    if setup.stage is not None and setup.stage.kind == Stage.Kind.ROTATING:
        return _players(setup)
    says = ngettext("%(n)d partnership is entered.", "%(n)d partnerships are entered.", n) % {
        "n": n
    }
    if not n:
        says = _("Nobody yet: tick them from the club's list, or paste a list of names.")
    still, button = "", _("Enter partnerships")
    if setup.published:
        still, button = _("Settled: the draw is published."), _("Look")
    elif setup.drafts:
        still, button = _("A change drops the draft of the draw."), _("Change")
    return Step(
        key="entries",
        title=_("Entries"),
        says=says,
        still=still,
        done=n >= 2,
        url=reverse("entries_edit", args=[setup.competition.pk]),
        button=button,
    )


def _players(setup: Setup) -> Step:
    n = setup.entries
    return Step(
        key="entries",
        title=_("Players"),
        says=ngettext("%(n)d player is entered.", "%(n)d players are entered.", n) % {"n": n},
        still=_("Players may come and leave between rounds."),
        done=n >= 4,
        url=reverse("players_edit", args=[setup.competition.pk]),
        button=_("Change") if n else _("Enter players"),
    )


def _draw(setup: Setup) -> Step:
    n = setup.rounds
    return Step(
        key="draw",
        title=_("The draw"),
        says=ngettext("%(n)d round is drawn.", "%(n)d rounds are drawn.", n) % {"n": n}
        if n
        else _("Everybody meets everybody, with dates and tables. You see it first, as a draft."),
        other=("stage_new", _("Or: Swiss, by lot, rotating partners")) if not n else None,
        still="" if setup.entries >= 2 else _("Takes at least two partnerships."),
        done=bool(n),
        url=reverse("draw", args=[setup.competition.pk]) if setup.entries >= 2 else "",
        button=_("Look") if n else _("Draw"),
    )


def _round_by_round(setup: Setup, stage: Stage) -> Step:
    says = _("%(drawn)d of %(all)d rounds are drawn, each when the one before is played.")
    if setup.drafts:
        says += " " + _("The last one is a draft: look and publish.")
    return Step(
        key="draw",
        title=_("The draws: %(kind)s") % {"kind": stage.get_kind_display()},
        says=says % {"drawn": setup.rounds, "all": setup.planned},
        still=""
        if setup.rounds
        else _("How many rounds, and how they are drawn, may still change."),
        done=setup.rounds >= setup.planned and not setup.drafts,
        url=reverse("stage", args=[stage.pk]),
        button=_("Draw") if setup.next_step == "draw" else _("Look"),
    )


def _bracket(setup: Setup, stage: Stage) -> Step:
    return Step(
        key="final",
        title=_("The bracket: %(kind)s") % {"kind": stage.get_kind_display()},
        says=_("Each match best of %(n)d games. Its matches are made from the entries.")
        % {"n": stage.best_of}
        if stage.best_of > 1
        else _("Its matches are made from the entries."),
        still="" if setup.entries >= 2 else _("Takes at least two partnerships."),
        done=bool(stage.draw.get("seeds")),
        url=_bracket_url(setup, stage) if setup.entries >= 2 else "",
        button=_("Look") if stage.draw.get("seeds") else _("Make the bracket"),
        other=("final_new", _("Or: a final of two that you choose")),
    )


def _bracket_url(setup: Setup, stage: Stage) -> str:
    if stage.draw.get("seeds"):
        return reverse("bracket", args=[stage.pk])
    return reverse("bracket_new", args=[setup.competition.pk])


def _publish(setup: Setup) -> Step:
    says = _("Show the rounds to everybody, one by one or all at once.")
    if setup.drafts:
        says = ngettext(
            "%(n)d round is still a draft.", "%(n)d rounds are still drafts.", setup.drafts
        ) % {"n": setup.drafts}
    elif setup.rounds:
        says = _("All rounds are out for everybody to see.")
    return Step(
        key="publish",
        title=_("Publish"),
        says=says,
        still=_("The draw can still be taken back: nobody has played.")
        if setup.published and not setup.begun.anything
        else "",
        done=bool(setup.rounds) and not setup.drafts,
        url=reverse("draw", args=[setup.competition.pk]) if setup.rounds else "",
        button=_("Look and publish") if setup.drafts else _("Look"),
    )


def _play(setup: Setup) -> Step:
    return Step(
        key="play",
        title=_("Play"),
        says=_("%(closed)d of %(all)d rounds are closed.")
        % {"closed": setup.closed, "all": max(setup.rounds, setup.planned)}
        if setup.published
        else _("Sheets come in round by round; the standings follow by themselves."),
        done=bool(setup.rounds) and setup.closed == max(setup.rounds, setup.planned),
        url=reverse("results", args=[setup.competition.pk]) if setup.published else "",
        button=_("Results"),
    )


def _final(setup: Setup) -> Step:
    if setup.brackets:
        return _bracket(setup, setup.brackets[-1])
    n = setup.finals
    return Step(
        key="final",
        title=_("Championship final"),
        says=ngettext(
            "%(n)d championship match is set up.", "%(n)d championship matches are set up.", n
        )
        % {"n": n}
        if n
        else _("Best of three between the first two of the table, if you like."),
        done=bool(n),
        url=reverse("final_new", args=[setup.competition.pk]) if setup.published else "",
        button=_("Another one") if n else _("Set up a final"),
        other=("bracket_new", _("Or: a bracket, of the first four, of eight, of all"))
        if setup.published
        else None,
    )
