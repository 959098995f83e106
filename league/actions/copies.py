"""A copy of a competition: next year's, or a rehearsal to try things on."""

import secrets

from django.db import transaction

from league.actions.competitions import create_competition
from league.actions.journal import write_entry
from league.actions.stages import StagePlan, add_stage
from league.actions.starting_points import plan_bracket
from league.models import Competition, DivisionEntry, Entrant, Entry, Stage, User
from league.queries.divisions import planned_divisions


@transaction.atomic
def copy_competition(
    source: Competition, *, name: str, entries: bool, rehearsal: bool = False, by: User
) -> Competition:
    """Make a competition with the rules, points, play, season and notes of `source`.

    With `entries` those who have not left it are entered too, in their divisions, nobody having
    paid. The stages
    drawn round by round are planned again, without their dates; nothing is drawn. The lot of the
    tie-breaks is new. A second click within a copy of the same name is refused by the name.
    """
    made = create_competition(source.club, name=name, kind=source.kind, by=by)
    rules = {**source.standings_rules, "lot_seed": secrets.token_hex(8)}
    kept = {
        "rule_set": source.rule_set,
        "standings_rules": rules,
        "match_play": source.match_play,
        "lowered": source.lowered,
        "sheets": source.sheets,
        "season": source.season,
        "money": source.money,
        "notes": source.notes,
    }
    for column, value in kept.items():
        setattr(made, column, value)
    made.rehearsal, made.copied_from = rehearsal, source
    made.save(update_fields=[*kept, "rehearsal", "copied_from"])
    for stage in source.stages.order_by("number"):
        _plan_again(stage, made, by)
    count = _enter_again(source, made) if entries else 0
    _divide_again(source, made)
    write_entry(
        "copy_competition",
        f"competition:{made.pk}",
        by=by,
        competition=made,
        after={"from": source.pk, "entries": count, "rehearsal": rehearsal},
    )
    return made


def _plan_again(stage: Stage, made: Competition, by: User) -> None:
    if stage.kind in Stage.DRAWN_ROUND_BY_ROUND:
        plan = StagePlan(
            kind=stage.kind,
            rounds=int(stage.draw.get("rounds") or 1),
            keep_clubs_apart=bool(stage.draw.get("keep_clubs_apart")),
        )
        add_stage(made, plan, by=by)
    elif stage.kind in (Stage.Kind.KNOCKOUT, Stage.Kind.DOUBLE_KNOCKOUT) and not made.stages.filter(
        kind=stage.kind
    ):
        plan_bracket(made, best_of=stage.best_of, kind=stage.kind, by=by)


def _enter_again(source: Competition, made: Competition) -> int:
    old = Entry.objects.filter(
        competition=source, for_one_round=False, state=Entry.State.PLAYING
    ).select_related("partnership")
    new = [Entry.objects.create(competition=made, partnership=one.partnership) for one in old]
    people = [
        Entrant(competition=made, entry=entry, player_id=player)
        for entry in new
        for player in (entry.partnership.first_id, entry.partnership.second_id)
    ]
    alone = Entrant.objects.filter(competition=source, entry=None, left_after=None)
    people += [Entrant(competition=made, player_id=one.player_id) for one in alone]
    Entrant.objects.bulk_create(people)
    return len(new) + len(alone)


def _divide_again(source: Competition, made: Competition) -> None:
    """The divisions of `source` by name, with the entries of `made` that played in them.

    Who played in a draw counts, so that a late pair is where it came in; without one, the plan.
    """
    planned = planned_divisions(source)
    if not planned:
        return
    at = {entry: one.name for one in planned for entry in one.entries}
    played = DivisionEntry.objects.filter(stage__competition=source).order_by("stage__number")
    at |= dict(played.values_list("entry", "division__name"))
    was = dict(source.entries.values_list("partnership", "pk"))
    here = made.entries.order_by("pk").values_list("partnership", "pk")
    divisions = [
        {
            "name": one.name,
            "entries": [entry for pair, entry in here if at.get(was[pair]) == one.name],
        }
        for one in planned
    ]
    made.season = {**made.season, "divisions": divisions}
    made.save(update_fields=["season"])
