"""A page of one's own: my clubs and roles, who I am at the tables, my account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.actions.accounts import rename_account
from league.forms.me import AccountNameForm, ClaimForm
from league.queries.me import claimable_by, claims_waiting, players_held, roles_held
from league.views.requests import SignedInRequest


@never_cache
@require_safe
@login_required
def me(request: SignedInRequest) -> HttpResponse:
    """Everything of one's own on one page."""
    return my_page(request)


@require_POST
@login_required
def me_name(request: SignedInRequest) -> HttpResponse:
    """Change what the account is called."""
    form = AccountNameForm(request.POST)
    if not form.is_valid():
        return my_page(request, naming=form)
    rename_account(request.user, name=form.cleaned_data["name"], by=request.user)
    messages.success(request, _("Saved."))
    return redirect("me")


def my_page(
    request: SignedInRequest,
    *,
    claiming: ClaimForm | None = None,
    naming: AccountNameForm | None = None,
    problem: str = "",
) -> HttpResponse:
    """The page; with a form or a problem that was refused, a 422."""
    user = request.user
    claimable = claimable_by(user)
    refused = bool(claiming or naming or problem)
    context = {
        "roles": roles_held(user),
        "players": players_held(user),
        "waiting": claims_waiting(user),
        "claiming": claiming or (ClaimForm(claimable=claimable) if claimable else None),
        "naming": naming or AccountNameForm(initial={"name": user.name}),
        "problem": problem,
    }
    return render(request, "me/me.html", context, status=422 if refused else 200)
