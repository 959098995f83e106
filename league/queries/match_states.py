"""Where a result is on its way: handed in, disputed, accepted, final; the clock says the last."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from league.models import Competition, Dispute, Match
from league.queries.matches import MatchView
from league.queries.sheets_rules import sheets_rules

SheetState = Literal[
    "waiting", "playing", "over", "submitted", "disputed", "provisional", "final", "forfeit"
]
"""`over`: played, and nobody has handed it in or signed it; `submitted`: one side has, and the
other is waited for; `provisional`: accepted, until the time for corrections is over."""


def sheet_state(view: MatchView, now: datetime) -> SheetState:
    """The state of a match at this moment."""
    match = view.match
    if view.disputed:
        return "disputed"
    if view.forfeit is not None:
        return "forfeit"
    if accepted_since(match, now) is not None:
        return "final" if is_final(match, now) else "provisional"
    if view.over:
        return "over" if match.submitted_at is None else "submitted"
    return "playing" if view.games else "waiting"


def accepted_since(match: Match, now: datetime) -> datetime | None:
    """When the result was accepted, by a signature or because the competition's rule lets a
    handed-in sheet stand that nobody answered in time; None while it is open.

    Whoever asks knows that no dispute is open.
    """
    if match.accepted_at is not None:
        return match.accepted_at
    stands = stands_from(match)
    return stands if stands is not None and stands <= now else None


def stands_from(match: Match) -> datetime | None:
    """When a handed-in sheet stands by the competition's rule if nobody answers; None: never.

    In a bracket, and where both write their own sheet, somebody has to accept it.
    """
    rules = sheets_rules(match.round.stage.competition)
    if match.submitted_at is None or rules.late == "nothing" or match.slot is not None:
        return None
    if rules.acceptance == "blind":
        return None
    return match.submitted_at + timedelta(hours=rules.late_after)


def final_from(match: Match, now: datetime) -> datetime | None:
    """When an accepted result is final: by the clock, or since an organizer said so."""
    accepted = accepted_since(match, now)
    if accepted is None:
        return None
    window = sheets_rules(match.round.stage.competition).window
    by_itself = accepted + timedelta(hours=window)
    return by_itself if match.final_at is None else min(match.final_at, by_itself)


def is_final(match: Match, now: datetime) -> bool:
    """Whether an accepted result without an open dispute is final; a finished competition moves
    no more."""
    final = final_from(match, now)
    finished = match.round.stage.competition.state == Competition.State.FINISHED
    return final is not None and (finished or final <= now)


def open_dispute(match: Match) -> Dispute | None:
    """The dispute that nobody has settled yet."""
    return Dispute.objects.filter(match=match, settled_at=None).select_related("made_by").first()


def disputes_of(match: Match) -> Sequence[Dispute]:
    """All disputes of a match, the first one first."""
    return list(Dispute.objects.filter(match=match).select_related("made_by", "settled_by"))
