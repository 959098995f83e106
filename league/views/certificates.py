"""The certificate that a hall's laptop made itself: what it is, and the file to install."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.certificates import fingerprint, to_install


@never_cache
@require_safe
def certificate(request: HttpRequest) -> HttpResponse:
    """Why the phone warns, and how it trusts this computer; 404 where none was made."""
    print_of = fingerprint(_root())
    return render(request, "certificates/certificate.html", {"fingerprint": print_of})


@never_cache
@require_safe
def certificate_file(request: HttpRequest) -> HttpResponse:
    """The root in DER, which iPhones, Androids and computers all offer to install."""
    answer = HttpResponse(to_install(_root()), content_type="application/x-x509-ca-cert")
    answer["Content-Disposition"] = 'attachment; filename="tarabish-hall.crt"'
    return answer


def _root() -> Path:
    root: Path = settings.CERTIFICATE_DIR / "root.crt"
    if not (settings.OWN_CERTIFICATE and root.exists()):
        raise Http404
    return root
