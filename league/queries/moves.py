"""Where else a sheet of a match may belong."""

from django.db.models import Case, IntegerField, Value, When

from league.models import Competition, Match, Round


def other_tables(match: Match) -> list[Match]:
    """The other tables that are out and as long, those of the same round first."""
    stage = match.round.stage
    near = Case(
        When(round=match.round_id, then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    competition: Competition = stage.competition
    return list(
        Match.objects.filter(
            round__stage__competition=competition, round__stage__best_of=stage.best_of
        )
        .exclude(pk=match.pk)
        .exclude(round__state=Round.State.DRAFT)
        .select_related(
            "round__stage",
            "entry_a__partnership__first",
            "entry_a__partnership__second",
            "entry_b__partnership__first",
            "entry_b__partnership__second",
        )
        .order_by(near, "round__stage__number", "round__number", "table")
    )
