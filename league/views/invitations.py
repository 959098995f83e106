"""Invitations, for the owner of a club: to one person, or a code for the hall."""

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.actions.invitations import invite_person, revoke_invitation, show_code
from league.actions.mails import mail_invitation
from league.forms.invitations import InvitePersonForm, ShowCodeForm
from league.forms.roles import WHAT_ROLES_DO
from league.models import Invitation
from league.queries.access import club_for
from league.queries.invitations import invitation_for, invitations_of, is_open, secret_of
from league.views.requests import SignedInRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invitations(request: SignedInRequest, slug: str) -> HttpResponse:
    """The list, and a form for each of the two ways."""
    club = club_for(request.user, slug, "owner")
    in_hall = request.POST.get("way") == "code"
    code = ShowCodeForm(request.POST if request.method == "POST" and in_hall else None)
    person = InvitePersonForm(request.POST if request.method == "POST" and not in_hall else None)
    if code.is_bound and code.is_valid():
        shown = show_code(club, **code.cleaned_data, by=request.user)
        return redirect("invitation", shown.pk)
    if person.is_bound and person.is_valid():
        made = invite_person(club, **person.cleaned_data, by=request.user)
        _say_if_mailed(request, made)
        return redirect("invitation", made.pk)
    context = {
        "club": club,
        "code": code,
        "person": person,
        "rows": [(one, is_open(one)) for one in invitations_of(club)],
        "what_roles_do": WHAT_ROLES_DO,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "invitations/invitations.html", context, status=status)


@never_cache
@require_safe
@login_required
def invitation(request: SignedInRequest, pk: int) -> HttpResponse:
    """One invitation, large enough to be shown in the hall: its code and its link."""
    found = invitation_for(request.user, pk)
    context: dict[str, object] = {"club": found.club, "invitation": found, "open": is_open(found)}
    if context["open"]:
        link = _link(request, found)
        secret = secret_of(found)
        context |= {
            "link": link,
            "code": f"{secret[:4]}-{secret[4:]}" if not found.email else "",
            "join": request.build_absolute_uri(reverse("join")),
            "qr": segno.make(link, error="m").svg_data_uri(scale=8, border=3, light="#ffffff"),
            "only_here": request.get_host().split(":")[0] in {"localhost", "127.0.0.1"},
        }
    return render(request, "invitations/invitation.html", context)


@require_POST
@login_required
def invitation_revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    """Nobody comes in with it any more; who came in stays."""
    found = invitation_for(request.user, pk)
    if revoke_invitation(found, by=request.user):
        messages.success(request, _("Taken back: it opens nothing any more. Who came in stays in."))
    else:
        messages.info(request, _("It was over already."))
    return redirect("invitations", found.club.slug)


def _link(request: SignedInRequest, found: Invitation) -> str:
    return request.build_absolute_uri(reverse("join_with", args=[secret_of(found)]))


def _say_if_mailed(request: SignedInRequest, made: Invitation) -> None:
    sent = mail_invitation(made, _link(request, made))
    if sent:
        messages.success(request, _("The link is on its way to %(email)s.") % {"email": made.email})
    elif sent is False:
        messages.warning(
            request, _("The mail could not be sent. Hand the link over yourself: it is below.")
        )
