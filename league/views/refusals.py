"""A refusal, put where the person who asked will see it."""

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string

from league.actions.errors import ActionError, StaleEdit
from league.views.sent_hands import is_sent_hand, trouble


def put_on_form(form: BaseForm, refused: ActionError) -> int:
    """Add the sentence to its field, else to the whole form. Gives the answer's status."""
    field = refused.field if refused.field in form.fields else None
    form.add_error(field, refused.message)
    return status_of(refused)


def status_of(refused: ActionError) -> int:
    """409 when somebody else saved in between, else 422."""
    return 409 if isinstance(refused, StaleEdit) else 422


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a request that cannot be read at all: too big, or garbled. Looks at nothing of
    it but its address, since reading it is what failed."""
    if is_sent_hand(request):
        return trouble(request)
    return HttpResponseBadRequest(render_to_string("400.html"))
