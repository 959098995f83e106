"""Makes a competition and leads it from being set up to finished."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.deletions import take_away
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.kept_hands import refuse_in_question
from league.actions.locks import lock_competition
from league.models import Club, Competition, Deletion, Entry, Hand, Partnership, Round, User
from league.queries.drawn_pairs import without_drawn_pairs
from league.queries.sent_hands import questions_of
from scoring import RuleSet, StandingsRules, TieBreak

DEFAULT_TIE_BREAKS = (TieBreak.HEAD_TO_HEAD, TieBreak.POINTS_DIFFERENCE, TieBreak.POINTS_FOR)


@transaction.atomic
def create_competition(
    club: Club, *, name: str, preset: str = "cape-breton", kind: str = "league", by: User
) -> Competition:
    """Store a competition of `club`, still to be set up, with everything it is played by.

    Points and tie-breaks are the usual ones; the seed of the lot is drawn now. Raises
    ActionError when the club already has an unfinished competition of that name.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    _check_name(club, name, None)
    competition = Competition.objects.create(
        club=club,
        name=name,
        kind=kind,
        rule_set=RuleSet.from_preset(preset).to_json(),
        standings_rules=StandingsRules(
            tie_breaks=DEFAULT_TIE_BREAKS, lot_seed=secrets.token_hex(8)
        ).to_json(),
        match_play={"mode": "target", "hands": None, "minutes": None},
    )
    write_entry(
        "create_competition",
        f"competition:{competition.pk}",
        by=by,
        club=club,
        competition=competition,
        after={"kind": kind, "preset": preset},
    )
    return competition


@transaction.atomic
def rename_competition(competition: Competition, *, name: str, notes: str, by: User) -> None:
    """Store a new name and new notes for the players."""
    locked = lock_competition(competition)
    Club.objects.select_for_update().get(pk=locked.club_id)
    _check_name(locked.club, name, locked.pk)
    wanted = {"name": name, "notes": notes}
    changed = [field for field, text in wanted.items() if getattr(locked, field) != text]
    locked.name, locked.notes = name, notes
    locked.save(update_fields=["name", "notes"])
    write_entry(
        "rename_competition",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        after={"changed": changed},
    )


@transaction.atomic
def open_competition(competition: Competition, *, by: User) -> None:
    """Show a competition that is being set up to everybody; drafts of rounds stay hidden."""
    locked = lock_competition(competition)
    if locked.state == Competition.State.DRAFT:
        _move(locked, Competition.State.OPEN, "open_competition", by)


@transaction.atomic
def finish_competition(competition: Competition, *, by: User) -> None:
    """Close the book: from now on nothing of the competition changes. Raises ActionError before it
    was played, and while hands are in question."""
    locked = lock_competition(competition)
    if locked.state != Competition.State.RUNNING:
        raise ActionError(_("A competition is finished after it was played: nothing is published."))
    refuse_in_question(questions_of(locked))
    _move(locked, Competition.State.FINISHED, "finish_competition", by)


@transaction.atomic
def resume_competition(competition: Competition, *, by: User) -> None:
    """Take a finished competition up again."""
    locked = Competition.objects.select_for_update(of=("self",)).get(pk=competition.pk)
    if locked.state == Competition.State.FINISHED:
        _move(locked, Competition.State.RUNNING, "resume_competition", by)


@transaction.atomic
def delete_competition(competition: Competition, *, by: User) -> None:
    """Delete a competition, whatever its state, with all that hangs on it, for thirty days to be
    restored. Its people and partnerships stay on the club's list. A second tap changes nothing."""
    locked = (
        Competition.objects.select_for_update(of=("self",))
        .select_related("club")
        .filter(pk=competition.pk)
        .first()
    )
    if locked is None:
        return
    about = {
        "entries": Entry.objects.filter(competition=locked, for_one_round=False).count(),
        "rounds": Round.objects.filter(stage__competition=locked).count(),
        "hands": Hand.objects.filter(game__match__round__stage__competition=locked).count(),
        "rehearsal": locked.rehearsal,
    }
    kept = take_away(
        locked,
        *_drawn_here_alone(locked),
        kind=Deletion.Kind.COMPETITION,
        label=locked.name,
        club=locked.club,
        about=about,
        by=by,
    )
    write_entry(
        "delete_competition",
        f"competition:{competition.pk}",
        by=by,
        club=locked.club,
        before={**about, "deletion": kept.pk},
    )


def start_running(locked: Competition, *, by: User) -> None:
    """Called when the first round is published: the competition (locked) is under way."""
    if locked.state in (Competition.State.DRAFT, Competition.State.OPEN):
        _move(locked, Competition.State.RUNNING, "start_competition", by)


def _move(locked: Competition, state: str, verb: str, by: User) -> None:
    before, locked.state = locked.state, state
    locked.save(update_fields=["state"])
    write_entry(
        verb,
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        before={"state": before},
        after={"state": state},
    )


def _drawn_here_alone(locked: Competition) -> list[Partnership]:
    """Pairs that only a draw of this competition has made: without it they would look like
    partnerships that somebody wrote down."""
    here = Partnership.objects.filter(entries__competition=locked, entries__for_one_round=True)
    written = without_drawn_pairs(here).values("pk")
    elsewhere = Entry.objects.exclude(competition=locked).values("partnership")
    return list(here.exclude(pk__in=written).exclude(pk__in=elsewhere).distinct())


def _check_name(club: Club, name: str, but: int | None) -> None:
    others = Competition.objects.filter(club=club, name__iexact=name)
    if but is not None:
        others = others.exclude(pk=but)
    if others.exclude(state=Competition.State.FINISHED).exists():
        raise ActionError(
            _("%(club)s already has a competition called %(name)s.")
            % {"club": club.name, "name": name},
            field="name",
        )
