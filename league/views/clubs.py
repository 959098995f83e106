"""The list of clubs; start one, rename one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.clubs import rename_club, start_club
from league.forms.clubs import ClubForm
from league.permissions import may_found
from league.queries.access import club_for
from league.queries.clubs import clubs_with_figures, nobody_yet, own_roles
from league.queries.deletions import deleted_clubs
from league.views.requests import SignedInRequest


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Every club; the reader's own with their role."""
    roles = own_roles(request.user)
    rows = [(club, roles.get(club.pk)) for club in clubs_with_figures()]
    rows.sort(key=lambda row: row[1] is None)  # one's own first, else by name
    context = {
        "rows": rows,
        "may_found": may_found(request.user),
        "deleted": len(deleted_clubs(request.user)),
        "first_start": not rows and nobody_yet(),
    }
    return render(request, "clubs/clubs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_new(request: SignedInRequest) -> HttpResponse:
    """Start a club; whoever starts it owns it."""
    if not may_found(request.user):
        raise PermissionDenied
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        club = start_club(**form.cleaned_data, by=request.user)
        messages.success(request, _("%(club)s is here. Add its people next.") % {"club": club.name})
        return redirect("people", club.slug)
    status = 422 if form.is_bound else 200
    return render(request, "clubs/club_new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change name and place; the address stays, so that links keep working."""
    club = club_for(request.user, slug, "owner")
    if request.method == "POST":
        form = ClubForm(request.POST)
        if form.is_valid():
            rename_club(club, **form.cleaned_data, by=request.user)
            messages.success(request, _("Saved."))
            return redirect("club", club.slug)
    else:
        form = ClubForm(initial={"name": club.name, "place": club.place})
    status = 422 if form.is_bound else 200
    return render(request, "clubs/club_edit.html", {"form": form, "club": club}, status=status)
