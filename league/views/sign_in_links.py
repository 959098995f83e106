"""The one-time link an owner hands out: it sets a password and signs the person in."""

from allauth.account.utils import perform_login
from allauth.core import ratelimit
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from league.actions.accounts import holder_of, use_sign_in_link
from league.actions.errors import ActionError
from league.forms.accounts import PasswordForm


@never_cache
@sensitive_variables("token")
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for a password. Looking at the page does not use the link up; setting one does."""
    if not ratelimit.consume(request, action="sign_in_link"):  # counts what is sent
        return ratelimit.respond_429(request)
    holder = holder_of(token)
    if holder is None:
        return render(request, "people/sign_in_link_dead.html", status=410)
    form = PasswordForm(request.POST or None, holder=holder)
    if request.method == "POST" and form.is_valid():
        try:
            user = use_sign_in_link(token, password=form.cleaned_data["password"])
        except ActionError:
            return render(request, "people/sign_in_link_dead.html", status=410)
        if request.user.is_authenticated:
            logout(request)
        return perform_login(request, user, email_verification="none")
    status = 422 if request.method == "POST" else 200
    return render(
        request, "people/sign_in_link.html", {"form": form, "holder": holder}, status=status
    )
