"""The rounds of a stage as they were drawn."""

from django.db.models import Prefetch

from league.models import Bye, Match, Round, Stage

_PEOPLE = ("partnership__first", "partnership__second")


def draw_of(stage: Stage) -> list[Round]:
    """Every round of the stage with `matches` (both entries) and `byes`, in three statements."""
    matches = (
        Match.objects.order_by("table")
        .select_related(
            "made_by", *(f"{side}__{path}" for side in ("entry_a", "entry_b") for path in _PEOPLE)
        )
        .prefetch_related("made_by__players")
    )
    byes = Bye.objects.select_related(*(f"entry__{path}" for path in _PEOPLE))
    rounds = Round.objects.filter(stage=stage).order_by("number")
    return list(
        rounds.prefetch_related(
            Prefetch("matches", queryset=matches), Prefetch("byes", queryset=byes)
        )
    )
