"""Whether the server is there: asked before a form leaves its page (`static/js/asking.js`)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def here(request: HttpRequest) -> HttpResponse:
    """Nothing but that it is: 204, the same for everybody, without a look at the database."""
    return HttpResponse(status=204)
