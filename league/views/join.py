"""Coming in with an invitation: type the code of the hall, or open a link."""

from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.invitations import invitation_is_over, join, join_as_new, no_such_pair
from league.forms.invitations import CodeForm, JoinForm
from league.models import Invitation, User
from league.queries.clubs import account_at, own_roles
from league.queries.invitations import as_meant, invitation_for_secret
from league.views.join_codes import over, quiet, send_code, welcome
from league.views.limits import may_try, too_many_tries
from league.views.requests import PageRequest


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def join_code(request: PageRequest) -> HttpResponse:
    """Where the code from the screen is typed."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if not may_try(request, "join", count=False):
            return too_many_tries(request)
        secret = as_meant(form.cleaned_data["code"])
        if invitation_for_secret(secret) is not None:
            return redirect("join_with", secret)
        may_try(request, "join")
        form.add_error("code", invitation_is_over())
    return render(
        request, "invitations/join_code.html", {"form": form}, status=422 if form.is_bound else 200
    )


@never_cache
@sensitive_variables("secret")
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join_with(request: PageRequest, secret: str) -> HttpResponse:
    """What the invitation opens, and the form that takes it; looking at it uses nothing up.

    Whoever is signed in takes it with a button. Anybody else makes an account, or gives the
    address and password of their own and comes back here signed in.
    """
    if not may_try(request, "join", count=False):
        return too_many_tries(request)
    invitation = invitation_for_secret(secret)
    if invitation is None:
        may_try(request, "join")
        return over(request)
    try:
        if request.user.is_authenticated:
            return _signed_in(request, request.user, invitation, secret)
        return _guest(request, invitation, secret)
    except ActionError:
        return over(request)  # somebody else took the last use meanwhile


def _signed_in(
    request: PageRequest, user: User, invitation: Invitation, secret: str
) -> HttpResponse:
    club = invitation.club
    if request.method == "POST":
        role = join(secret, by=user)
        said = _("You are in: %(role)s of %(club)s.")
        messages.success(request, said % {"role": role.get_kind_display(), "club": club.name})
        return quiet(redirect("club", club.slug))
    context = {"club": club, "invitation": invitation, "has": own_roles(user).get(club.pk)}
    return quiet(render(request, "invitations/join.html", context))


def _guest(request: PageRequest, invitation: Invitation, secret: str) -> HttpResponse:
    known = {"email": invitation.email, "name": invitation.name}
    form = JoinForm(request.POST if request.method == "POST" else None, initial=known)
    if form.is_bound:
        if not may_try(request, "join_account"):
            return too_many_tries(request)
        if form.is_valid() and (answer := _with_account(request, invitation, form, secret)):
            return quiet(answer)
    context = {
        "club": invitation.club,
        "invitation": invitation,
        "form": form,
        "here": reverse("join_with", args=[as_meant(secret)]),
    }
    status = 422 if form.is_bound else 200
    return quiet(render(request, "invitations/join.html", context, status=status))


def _with_account(
    request: PageRequest, invitation: Invitation, form: JoinForm, secret: str
) -> HttpResponse | None:
    """Make the account, or sign in to the one at this address; None with a problem on the form.

    Where mail can be sent, an address that the invitation was not sent to is proved first.
    """
    given = form.cleaned_data
    if settings.MAIL_ENABLED and given["email"].lower() != invitation.email:
        return send_code(request, invitation, secret, given)
    if account_at(given["email"]):
        # By the same way as the sign-in page: with its limits, and with its second step.
        user = None
        try:
            user = get_adapter().authenticate(
                request, email=given["email"], password=given["password"]
            )
        except ValidationError as limited:
            form.add_error("password", limited)
            return None
        if user is None or not user.is_active:
            form.add_error("password", no_such_pair())
            return None
        here = reverse("join_with", args=[as_meant(secret)])
        return perform_login(request, user, email_verification="none", redirect_url=here)
    try:
        user, role = join_as_new(
            secret,
            name=given["name"],
            email=given["email"],
            password_hash=make_password(given["password"]),
        )
    except ActionError as refused:
        if not refused.field:
            raise
        form.add_error(refused.field, refused.message)
        return None
    return welcome(request, user, role)
