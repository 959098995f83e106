"""How results are accepted, for the organizers of a competition."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.actions.sheets_rules import change_sheets_rules
from league.forms.sheets_rules import SheetsRulesForm
from league.models import Competition
from league.queries.access import competition_for
from league.queries.competitions import begun_of
from league.queries.sheets_rules import sheets_rules
from league.views.changes import change_page
from league.views.requests import SignedInRequest
from league.words.sheets_rules import describe_sheets


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sheets_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Who accepts a sheet, when it is final, what happens to late ones."""
    competition = competition_for(request.user, pk, "organizer")
    data = request.POST if request.method == "POST" else None
    form = SheetsRulesForm(data, rules=sheets_rules(competition))
    return change_page(
        request,
        competition,
        form,
        change_sheets_rules,
        "sheets_rules/edit.html",
        begun=begun_of(competition).anything,
    )


def sheets_words(competition: Competition) -> list[str]:
    """How results are accepted here, for everybody to read."""
    rules = sheets_rules(competition)
    return describe_sheets(
        acceptance=rules.acceptance,
        window=rules.window,
        corrects=rules.corrects,
        late=rules.late,
        late_after=rules.late_after,
    )
