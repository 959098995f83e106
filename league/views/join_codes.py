"""Coming in where mail can be sent: a code proves the address before anything is made of it.

So a code of the hall makes no account at somebody else's address, and the pages say the same
whether the address has an account already or not.
"""

import time
from typing import Any

from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from league.actions.errors import ActionError
from league.actions.invitations import join_as_new
from league.actions.mails import mail_join_code
from league.forms.invitations import MailedCodeForm
from league.models import Invitation, Role, User
from league.queries.clubs import account_with
from league.queries.invitations import CODE_SIGNS, as_meant, digest_of, invitation_for_secret
from league.views.limits import may_try, too_many_tries
from league.views.requests import PageRequest

_KEPT = "joining"
_GOOD_FOR = 15 * 60  # seconds
_TRIES = 3


def send_code(
    request: PageRequest, invitation: Invitation, secret: str, given: dict[str, Any]
) -> HttpResponse:
    """Mail the code and keep what was typed, the password as its hash, until it is typed back."""
    email = given["email"].strip().lower()
    if not may_try(request, "join_mail", key=email):
        return too_many_tries(request)
    code = get_random_string(6, CODE_SIGNS)
    if mail_join_code(email, invitation.club, code) is False:
        messages.error(request, _("The mail could not be sent. Ask your club for a link instead."))
    request.session[_KEPT] = {
        "invitation": digest_of(as_meant(secret)),
        "name": given["name"],
        "email": email,
        "password_hash": make_password(given["password"]),
        "code": _digest(code),
        "until": time.time() + _GOOD_FOR,
        "tries": 0,
    }
    return redirect("join_confirm", as_meant(secret))


@never_cache
@sensitive_variables("secret")
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def join_confirm(request: PageRequest, secret: str) -> HttpResponse:
    """The mailed code: with it the account is made, or the one at this address signed in to."""
    kept = request.session.get(_KEPT)
    if kept is None or kept["invitation"] != digest_of(as_meant(secret)):
        return redirect("join_with", as_meant(secret))
    invitation = invitation_for_secret(secret)
    if invitation is None:
        return over(request)
    form = MailedCodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if kept["tries"] >= _TRIES or time.time() > kept["until"]:
            del request.session[_KEPT]
            messages.warning(request, _("That code is too old. Send the form again for another."))
            return quiet(redirect("join_with", as_meant(secret)))
        if constant_time_compare(_digest(as_meant(form.cleaned_data["code"])), kept["code"]):
            del request.session[_KEPT]
            return quiet(_come_in(request, secret, kept))
        request.session[_KEPT] = {**kept, "tries": kept["tries"] + 1}
        form.add_error("code", _("That is not the code from the mail. Look once more."))
    context = {"form": form, "club": invitation.club, "email": kept["email"]}
    context["back"] = reverse("join_with", args=[as_meant(secret)])
    status = 422 if form.is_bound else 200
    return quiet(render(request, "invitations/join_confirm.html", context, status=status))


def _come_in(request: PageRequest, secret: str, kept: dict[str, Any]) -> HttpResponse:
    user = account_with(kept["email"])
    if user is None:
        try:
            user, role = join_as_new(
                secret,
                name=kept["name"],
                email=kept["email"],
                password_hash=kept["password_hash"],
                proved=True,
            )
        except ActionError:
            return over(request)
        return welcome(request, user, role)
    # The code opens an account as the sign-in page's does, second step and all; the password that
    # was typed here is forgotten, and the role is taken by whoever is signed in then.
    here = reverse("join_with", args=[as_meant(secret)])
    return perform_login(request, user, email_verification="none", redirect_url=here)


def welcome(request: PageRequest, user: User, role: Role) -> HttpResponse:
    """Sign the new account in, and lead to the club."""
    said = _("Welcome. You are in: %(role)s of %(club)s.")
    messages.success(request, said % {"role": role.get_kind_display(), "club": role.club.name})
    onward = reverse("club", args=[role.club.slug])
    return perform_login(request, user, email_verification="none", redirect_url=onward)


def over(request: PageRequest) -> HttpResponse:
    """What every secret gets that opens nothing, whatever the reason."""
    return quiet(render(request, "invitations/over.html", status=410))


def quiet(answer: HttpResponse) -> HttpResponse:
    """The address holds the secret: what is followed or sent from here tells the site alone.

    Not "no-referrer": with it a browser sends forms without an origin, and those are refused.
    """
    answer["Referrer-Policy"] = "strict-origin"
    return answer


def _digest(code: str) -> str:
    return salted_hmac("league.join-code", code, algorithm="sha256").hexdigest()
