"""Addresses as codes that a phone's camera reads."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest

from league.hosts import lan_addresses

_HERE = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """An address of this site as other phones reach it; `image` is its code as a `data:` address.

    `only_here`: it leads nowhere but on this computer.
    """

    address: str
    image: str
    only_here: bool


def code_of(request: HttpRequest, path: str) -> Code:
    """The code of a path of this site: under its public address, else the one asked with, and for
    the laptop of a hall asking itself the one that the phones use."""
    address = (settings.PUBLIC_URL or _in_the_hall(request)) + path
    # A drawing of a few hundred bytes a code: forty stand on one page.
    image = segno.make(address, error="m").svg_data_uri(border=4, light="#fff", omitsize=True)
    return Code(address=address, image=image, only_here=urlsplit(address).hostname in _HERE)


def _in_the_hall(request: HttpRequest) -> str:
    asked = urlsplit(request.build_absolute_uri("/"))
    hall = asked.scheme == "http" or settings.OWN_CERTIFICATE
    found = lan_addresses() if asked.hostname in _HERE and hall else []
    if not found:
        return f"{asked.scheme}://{asked.netloc}"
    port = f":{asked.port}" if asked.port else ""
    return f"{asked.scheme}://{found[0]}{port}"
