"""The first start: whoever sets the site up makes the first account and the first club."""

from allauth.account.utils import perform_login
from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.actions.accounts import make_first_owner
from league.actions.errors import ActionError
from league.forms.accounts import FirstOwnerForm
from league.queries.clubs import nobody_yet


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Account and club in one form; the page is gone (404) as soon as an account exists."""
    if not nobody_yet():
        if request.method == "POST" and request.user.is_authenticated:
            return redirect("clubs")  # a second tap on the button
        raise Http404
    if request.method != "POST":
        return render(request, "welcome/welcome.html", {"form": FirstOwnerForm()})
    if not ratelimit.consume(request, action="welcome"):
        return ratelimit.respond_429(request)
    form = FirstOwnerForm(request.POST)
    if form.is_valid():
        try:
            user, club = make_first_owner(**form.cleaned_data)
        except ActionError as refused:
            form.add_error(None, refused.message)
        else:
            onward = reverse("people", args=[club.slug])
            return perform_login(request, user, email_verification="none", redirect_url=onward)
    return render(request, "welcome/welcome.html", {"form": form}, status=422)
