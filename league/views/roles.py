"""Who may do what in a club, for its owner."""

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.actions.accounts import make_sign_in_link
from league.actions.errors import ActionError
from league.actions.roles import change_role, give_role, leave_club, take_role
from league.forms.roles import WHAT_ROLES_DO, RoleForm, RoleKindForm
from league.models import Club, User
from league.permissions import may_own, open_to_links
from league.queries.access import club_for
from league.queries.clubs import role_for, roles_of
from league.queries.me import has_left, own_role
from league.views.gone import or_gone
from league.views.requests import SignedInRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def roles(request: SignedInRequest, slug: str) -> HttpResponse:
    """The list, and a form that gives somebody a role."""
    club = club_for(request.user, slug, "owner")
    if request.method != "POST":
        return _page(request, club, RoleForm())
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            role, made = give_role(club, **form.cleaned_data, by=request.user)
        except ActionError as refused:
            form.add_error(refused.field or None, refused.message)
        else:
            if made:
                return _with_link(request, club, role.user)
            said = _("%(name)s is in. They sign in as they always do.") % {
                "name": role.user.address
            }
            messages.success(request, said)
            return redirect("roles", club.slug)
    return _page(request, club, form, status=422)


@require_POST
@login_required
@or_gone("role", "roles", "owner")
def role_edit(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make it another role."""
    role = role_for(request.user, pk)
    form = RoleKindForm(request.POST)
    if not form.is_valid():
        return _page(request, role.club, RoleForm(), problem=_("Choose a role."), status=422)
    try:
        change_role(role, kind=form.cleaned_data["kind"], by=request.user)
    except ActionError as refused:
        return _page(request, role.club, RoleForm(), problem=refused.message, status=422)
    messages.success(request, _("Saved."))
    return _back(request, role.club)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@or_gone("role", "roles", "owner")
def role_take(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take the role back, after a page that asks."""
    role = role_for(request.user, pk)
    if request.method != "POST":
        return render(request, "people/role_take.html", {"role": role, "club": role.club})
    try:
        take_role(role, by=request.user)
    except ActionError as refused:
        return _page(request, role.club, RoleForm(), problem=refused.message, status=422)
    said = _("%(name)s has no role here any more.") % {"name": role.user.address}
    messages.success(request, said)
    return _back(request, role.club)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def role_leave(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give one's own role up, after a page that asks."""
    if request.method == "POST" and has_left(request.user, pk):
        messages.info(request, _("You left before."))
        return redirect("me")
    role = own_role(request.user, pk)
    context: dict[str, object] = {"role": role}
    if request.method != "POST":
        return render(request, "me/leave.html", context)
    try:
        leave_club(role, by=request.user)
    except ActionError as refused:
        context["problem"] = refused.message
        return render(request, "me/leave.html", context, status=422)
    messages.success(request, _("You have left %(club)s.") % {"club": role.club.name})
    return redirect("me")


@never_cache
@require_POST
@login_required
@or_gone("role", "roles", "owner")
def role_link(request: SignedInRequest, pk: int) -> HttpResponse:
    """Make a new one-time link for somebody who has none, or who forgot the password."""
    role = role_for(request.user, pk)
    return _with_link(request, role.club, role.user)


def _back(request: SignedInRequest, club: Club) -> HttpResponse:
    # Who lowered their own role may not see the list any more.
    return redirect("roles" if may_own(request.user, club) else "club", club.slug)


def _with_link(request: SignedInRequest, club: Club, holder: User) -> HttpResponse:
    """The list with the link on top. It is shown this once: only its signature exists."""
    try:
        token = make_sign_in_link(holder, club, by=request.user)
    except ActionError as refused:
        return _page(request, club, RoleForm(), problem=refused.message, status=422)
    link = request.build_absolute_uri(reverse("sign_in_link", args=[token]))
    shown = {
        "link": link,
        "holder": holder,
        "qr": segno.make(link, error="m").svg_data_uri(scale=4, border=3, light="#ffffff"),
        "only_here": request.get_host().split(":")[0] in {"localhost", "127.0.0.1"},
    }
    return _page(request, club, RoleForm(), shown=shown)


def _page(
    request: SignedInRequest,
    club: Club,
    form: RoleForm,
    *,
    problem: str = "",
    shown: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    listed = roles_of(club)
    may_link = open_to_links(request.user, [role.user for role in listed]) - {request.user}
    rows = [
        {
            "role": role,
            "kind": RoleKindForm(initial={"kind": role.kind}, auto_id=f"role-{role.pk}-%s"),
            "fresh": not role.user.has_usable_password(),
            "may_link": role.user in may_link,
        }
        for role in listed
    ]
    context = {
        "club": club,
        "form": form,
        "rows": rows,
        "problem": problem,
        "shown": shown,
        "what_roles_do": WHAT_ROLES_DO,
    }
    return render(request, "people/roles.html", context, status=status)
