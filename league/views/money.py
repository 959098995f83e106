"""Entry fees, prizes and side pots: what is agreed, who has paid, who gets what."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.actions.errors import ActionError
from league.actions.money import change_money, record_payments
from league.forms.money import MoneyForm, PaymentsForm
from league.models import Competition
from league.permissions import may_organize
from league.queries.access import competition_for
from league.queries.money import Till, till_of
from league.queries.versions import of_competition
from league.views.following import following
from league.views.refusals import put_on_form
from league.views.requests import SignedInRequest
from league.words.money import dollars, paid_to_words, refusal_words, shared_words
from league.words.standings import names_of
from scoring.prizes import PrizeKind


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money(request: SignedInRequest, pk: int) -> HttpResponse:
    """What is agreed (step "agreed"), who has paid (step "paid"), and what is paid out."""
    competition = competition_for(request.user, pk, "organizer")
    till = till_of(competition)
    step = request.POST.get("step", "") if request.method == "POST" else ""
    agreed = MoneyForm(
        request.POST if step == "agreed" else None, money=till.money, alone=till.alone
    )
    paid = PaymentsForm(request.POST if step == "paid" else None, entries=till.entries)
    status = 200
    if request.method == "POST":
        status = 422
        form = paid if step == "paid" else agreed
        if form.is_valid():
            try:
                if step == "paid":
                    changed = record_payments(competition, paid.paid, by=request.user)
                    said = ngettext("%(n)d payment saved.", "%(n)d payments saved.", changed)
                    messages.success(request, said % {"n": changed})
                else:
                    change_money(competition, agreed.money, by=request.user)
                    messages.success(request, _("Saved. Everybody reads it under Prizes."))
            except ActionError as refused:
                status = put_on_form(form, refused)
            else:
                return redirect("money", pk)
    owing = till.owing
    context = {
        **_context(competition, till),
        "organizer": True,
        "tab": "money",
        "form": agreed,
        "payments": paid,
        "rows": [
            (names_of(entry), field, was, dollars(owing[entry.pk]) if entry.pk in owing else "")
            for entry, field, was in paid.rows()
        ],
        "owed": dollars(till.fees.owed),
        "owing": len(owing),
    }
    return render(request, "money/money.html", context, status=status)


@require_safe
@following(every=10, competitions=of_competition)
def prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """The prizes for everybody; who has paid is nobody's business here."""
    competition = competition_for(request.user, pk)
    context = {
        **_context(competition, till_of(competition)),
        "organizer": may_organize(request.user, competition.club),
        "tab": "prizes",
    }
    return render(request, "money/prizes.html", context)


def _context(competition: Competition, till: Till) -> dict[str, Any]:
    agreed, payouts = till.money, till.payouts
    by_name = till.by_name
    percent = agreed.kind is PrizeKind.PERCENT
    places = payouts.places if payouts else ()
    return {
        "competition": competition,
        "alone": till.alone,
        "anything": agreed.anything,
        "finished": competition.state == Competition.State.FINISHED,
        "begun": till.table.begun,
        "fee": dollars(agreed.fee) if agreed.fee else "",
        "fund": dollars(till.fees.fund),
        "refused": refusal_words(till.refused) if till.refused else "",
        "places": [
            (n, f"{prize}%" if percent else "", dollars(places[n - 1]) if places else "")
            for n, prize in enumerate(agreed.prizes, 1)
        ],
        "payouts": [
            (one.rank, names_of(by_name[one.entry]), dollars(one.cents), shared_words(one))
            for one in (payouts.payouts if payouts else ())
        ],
        "kept": dollars(payouts.kept) if payouts and payouts.kept else "",
        "pots": [
            {
                "paid_to": paid_to_words(pot.paid_to),
                "per_bait": dollars(pot.per_bait) if pot.per_bait else "",
                "stake": dollars(pot.stake) if pot.stake else "",
                "most": "" if pot.most is None else dollars(pot.most),
                "total": dollars(result.pot),
                "paid": [(names_of(by_name[entry]), dollars(c)) for entry, c in result.paid],
                "put_in": [
                    (names_of(by_name[entry]), dollars(cents))
                    for entry, cents in result.put_in
                    if cents
                ],
            }
            for pot, result in till.pots
        ],
    }
