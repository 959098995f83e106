"""The hub of a competition: each step with what is done, what may still change, where to go."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Round, Stage
from league.queries.competitions import Setup
from league.queries.next_steps import BracketProgress, NextStep, Progress
from league.words.draws import closed_words, drawn_words, out_words
from league.words.next_steps import next_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `still` says what may change yet; without `url` its turn has not come. `turn`: it
    is what comes next, and `now` says what exactly.

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
    turn: bool = False
    now: str = ""


def steps_of(setup: Setup, progress: Progress) -> list[Step]:
    """All steps in order; the next one has its sentence, and leads to where it is done."""
    steps = [_name(setup), _rules(setup), _points(setup), _entries(setup)]
    if not setup.cup and setup.stage is not None:
        behind = progress.next.step in ("final", "bracket", "finish")
        played = replace(_play(setup), done=behind)  # the rounds before the last stay open often
        steps += [_round_by_round(setup, setup.stage), played]
    elif not setup.cup:
        steps += [_draw(setup), _publish(setup), _play(setup)]
    if progress.brackets:
        at = progress.next.stage
        shown = next((one for one in progress.brackets if one.stage == at), progress.brackets[-1])
        steps += [_bracket(setup, shown), _bracket_play(shown)]
    else:
        steps.append(_final(setup))
    steps.append(_finish(setup))
    return [_next(one, progress.next) if one.key == progress.next.step else one for one in steps]


def _next(step: Step, coming: NextStep) -> Step:
    """The step whose turn it is: what exactly is to be done, and where."""
    says = next_sentence(
        coming.what,
        round=coming.round,
        tables=coming.tables,
        number=coming.number,
        bracket=coming.step == "bracket",
    )
    url, button = step.url, step.button
    if coming.what in ("results", "close") and coming.round is not None:
        name = "round_close" if coming.what == "close" else "round_results"
        url = reverse(name, args=[coming.round.pk])
        button = _("Close it") if coming.what == "close" else _("Results")
    elif coming.what in ("draw", "publish") and coming.stage is not None:
        button = _("Draw") if coming.what == "draw" else _("Look and publish")
        if coming.step == "draw":
            url = reverse("stage", args=[coming.stage.pk])
    elif coming.what == "settle":
        button = _("Choose")
    return replace(step, turn=True, done=False, now=says, url=url, button=button)


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
    return Step(
        key="draw",
        title=_("The draws: %(kind)s") % {"kind": stage.get_kind_display()},
        says=drawn_words(setup.rounds, setup.planned),
        still=""
        if setup.rounds
        else _("How many rounds, and how they are drawn, may still change."),
        done=setup.rounds >= setup.planned and not setup.drafts,
        url=reverse("stage", args=[stage.pk]),
        button=_("Look") if setup.rounds else _("Draw"),
    )


def _bracket(setup: Setup, progress: BracketProgress) -> Step:
    stage, made = progress.stage, progress.state is not None
    says = [_("Its matches are made from the entries.")]
    if stage.best_of > 1:
        text = _("Each match best of %(n)d games. Its matches are made from the entries.")
        says = [text % {"n": stage.best_of}]
    if made:
        out = len(progress.rounds) - progress.drafts
        says.append(out_words(out, len(progress.rounds)))
    enough = setup.entries >= 2
    page = ("bracket", stage.pk) if made else ("bracket_new", setup.competition.pk)
    return Step(
        key="final",
        title=_("The bracket: %(kind)s") % {"kind": stage.get_kind_display()},
        says=" ".join(says),
        still="" if enough else _("Takes at least two partnerships."),
        done=made and not progress.drafts,
        url=reverse(page[0], args=[page[1]]) if enough else "",
        button=_("Look") if made else _("Make the bracket"),
        other=None if made else ("final_new", _("Or: a final of two that you choose")),
    )


def _bracket_play(progress: BracketProgress) -> Step:
    state, rounds = progress.state, progress.rounds
    over = state is not None and all(slot.decided for slot in state.resolved.values())
    out = [one for one in rounds if one.state != Round.State.DRAFT]
    says = _("Sheets come in round by round; the winners go on by themselves.")
    if over and state is not None and state.champion is not None:
        says = _("Played to its end. Champions: %(names)s.") % {"names": state.champion}
    elif out:
        says = closed_words(progress.closed, len(rounds))
    return Step(
        key="bracket",
        title=_("Play the bracket"),
        says=says,
        done=over,
        url=reverse("round_results", args=[out[-1].pk]) if out else "",
        button=_("Results"),
    )


def _finish(setup: Setup) -> Step:
    state = setup.competition.state
    return Step(
        key="finish",
        title=_("Finish"),
        says=_("It is finished: its book is closed.")
        if state == "finished"
        else _("Nothing can change after that, until you take it up again."),
        done=state == "finished",
        url="#the-end" if state == "running" else "",
        button=_("To the end"),
    )


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
        says=closed_words(setup.closed, max(setup.rounds, setup.planned))
        if setup.published
        else _("Sheets come in round by round; the standings follow by themselves."),
        done=bool(setup.rounds) and setup.closed == max(setup.rounds, setup.planned),
        url=reverse("results", args=[setup.competition.pk]) if setup.published else "",
        button=_("Results"),
    )


def _final(setup: Setup) -> Step:
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
