"""Another e-mail address for one's own account."""

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from league.actions.account_emails import change_email, email_offered, email_token
from league.actions.errors import ActionError
from league.actions.mails import mail_email_change, mail_email_changed
from league.forms.account_emails import EmailChangeForm
from league.queries.clubs import account_at
from league.views.limits import may_try, too_many_tries
from league.views.requests import SignedInRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(allow_get=True)
def account_email(request: SignedInRequest) -> HttpResponse:
    """The address, and a form that mails a link to another one.

    The answer is the same whether that one is free or another account's: the mail alone differs.
    """
    form = EmailChangeForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and settings.MAIL_ENABLED:
        if not may_try(request, "change_email"):
            return too_many_tries(request)
        email = form.cleaned_data["email"].strip().lower()
        link = ""
        if not account_at(email):
            token = email_token(request.user, email)
            link = request.build_absolute_uri(reverse("email_confirm", args=[token]))
        mail_email_change(email, link)
        said = _("A link is on its way to %(email)s. Open it, and that is your address.")
        messages.success(request, said % {"email": email})
        return redirect("account_email")
    context = {"form": form, "mail_enabled": settings.MAIL_ENABLED}
    status = 422 if form.is_bound else 200
    return render(request, "account/email.html", context, status=status)


@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def email_confirm(request: SignedInRequest, token: str) -> HttpResponse:
    """The link from the mail: a button, for looking at a page changes nothing."""
    email = email_offered(token, request.user)
    if email is None:
        return render(request, "me/email_dead.html", status=410)
    if request.method != "POST":
        return render(request, "me/email_confirm.html", {"email": email})
    before = request.user.email
    try:
        change_email(token, by=request.user)
    except ActionError:
        return render(request, "me/email_dead.html", status=410)
    mail_email_changed(before)
    messages.success(request, _("From now on you sign in with %(email)s.") % {"email": email})
    return redirect("me")
