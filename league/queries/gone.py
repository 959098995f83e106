"""What was taken off a moment ago, for whoever may take it off: the log knows where it was."""

from dataclasses import dataclass

from league.models import AuditEntry, Club, Competition
from league.permissions import has_role
from league.queries.access import Viewer

# The verbs with which a thing stops to be.
GONE = frozenset(
    {
        "delete_competition",
        "drop_bracket",
        "drop_draft",
        "leave_club",
        "remove_entry",
        "remove_partnership",
        "remove_player",
        "remove_stage",
        "take_role",
        "throw_rehearsal_away",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """Where a thing was that is no more: its club, and its competition when it was in one that
    still is."""

    club: Club
    competition: Competition | None


def gone_for(user: Viewer, subject: str, need: str) -> Gone | None:
    """Where "player:12" was, when it was taken off and the viewer has the role there; None for a
    thing that never was, and for everybody else."""
    entry = (
        AuditEntry.objects.filter(subject=subject, verb__in=GONE)
        .select_related("club", "competition__club")
        .first()
    )
    if entry is None:
        return None
    club = entry.competition.club if entry.competition else entry.club
    if club is None or not has_role(user, club, need):
        return None
    return Gone(club=club, competition=entry.competition)
