"""One request at the sheet that a side writes of its own."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from league.models import Match, SecondSheet
from league.queries.games import MatchSide
from league.queries.matches import MatchView, people_of
from league.queries.scorers import Scorer
from league.queries.second_sheets import sheets_of, view_sheet
from league.queries.sheets_rules import sheets_rules
from league.views.acceptance import side_in
from league.views.requests import PageRequest
from league.views.scorers import at_the_table
from league.views.second_sheets import check_open


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Who writes whose sheet of which match; `view` is what stands on it."""

    request: PageRequest
    match: Match
    scorer: Scorer
    side: MatchSide
    sheet: SecondSheet
    view: MatchView

    @property
    def address(self) -> str:
        return reverse("own_sheet", args=[self.match.pk, self.side])

    @property
    def is_in(self) -> bool:
        return self.sheet.handed_in_at is not None

    @property
    def may_total(self) -> bool:
        """Whether totals alone may be written here: paper keyed in, or where players may."""
        rules = sheets_rules(self.match.round.stage.competition)
        return (rules.sides_report or self.scorer.keeps) and not self.is_in

    @property
    def players(self) -> list[Any]:
        people = people_of(self.match)
        return people["a"] + people["b"]

    @property
    def to_seat(self) -> int | None:
        """The game whose seats can be said now: the next one, or the one without a hand."""
        current = self.view.current
        if current is not None and not current.hands and not current.totals_only:
            return current.number
        return self.view.next_game


def desk_at(request: PageRequest, pk: int, side: str) -> Desk | None:
    """The sheet of this side of this match; None while it is not begun, or to be taken up first.
    Raises Http404, and PermissionDenied for whoever may not read it while it is sealed."""
    whose = side_in(side)
    if whose is None:
        raise Http404
    match, scorer = at_the_table(request, pk)
    check_open(request, match, scorer, whose)
    sheet = sheets_of(match).get(whose)
    own_account = scorer.side is not None and not scorer.keeps
    if sheet is None or (sheet.holder is None and not own_account):
        return None
    view = view_sheet(match, sheet.games)
    return Desk(request=request, match=match, scorer=scorer, side=whose, sheet=sheet, view=view)


def read_again(desk: Desk) -> Desk:
    """The same sheet read again: somebody has written on it since."""
    return desk_at(desk.request, desk.match.pk, desk.side) or desk
