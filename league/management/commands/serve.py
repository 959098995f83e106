"""`manage.py serve`: the program for a hall, from one laptop."""

import os
import socket
import sys
from argparse import ArgumentParser

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.urls import reverse
from granian import Granian
from granian.constants import Interfaces

from league.actions.deletions import drop_deleted
from league.certificates import Certificate, fingerprint, kept_certificate
from league.hosts import lan_addresses, own_hosts
from league.models import User


class Command(BaseCommand):
    """Prepare the database and the static files, say the address, and serve."""

    help = "Serves the program to the phones in the hall, with the production settings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument("--host", default="0.0.0.0", help="the address to listen at")
        parser.add_argument("--workers", type=int, default=2)
        parser.add_argument("--threads", type=int, default=4, help="threads a worker")

    def handle(
        self, *, port: int, host: str, workers: int, threads: int, **options: object
    ) -> None:
        refuse_taken_port(host, port)
        certificate = own_certificate()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        drop_deleted()
        call_command("collectstatic", verbosity=0, interactive=False)
        self.say_where(port, certificate)
        sys.stdout.flush()
        leave_the_database()
        Granian(
            "league.wsgi:application",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=workers,
            blocking_threads=threads,
            websockets=False,
            log_access=False,
            # A worker that dies takes its requests with it, and not the evening.
            respawn_failed_workers=True,
            ssl_cert=certificate.chain if certificate else None,
            ssl_key=certificate.key if certificate else None,
        ).serve()

    def say_where(self, port: int, certificate: Certificate | None) -> None:
        """Print the addresses, and a QR code of the one that phones in the hall use."""
        addresses = lan_addresses()
        scheme = "https" if certificate else "http"
        hall = f"{scheme}://{addresses[0]}:{port}" if addresses else ""
        public = settings.PUBLIC_URL or hall
        self.stdout.write(f"\n  On this computer:  {scheme}://localhost:{port}/")
        if public:
            self.stdout.write(f"  On the phones:     {public}/\n")
            segno.make(f"{public}/", error="m").terminal(out=sys.stdout, compact=True)
        else:
            self.stdout.write("  This computer is on no network, so phones cannot reach it yet.")
        if certificate:
            self.say_how_to_trust(certificate, public)
        if not User.objects.exists():
            self.stdout.write(
                "\n  Nobody has an account yet: open the address and make the first owner."
            )
        self.stdout.write("\n  Stop with Ctrl+C.\n")

    def say_how_to_trust(self, certificate: Certificate, public: str) -> None:
        """The certificate is this computer's own; what to do about it stands on a page."""
        self.stdout.write(
            "\n  Phones warn at first: they do not know this computer. How to go on, and how"
            f"\n  to have them trust it for good: {public}{reverse('certificate')}"
            "\n  An address typed without https:// in front finds nothing here."
            f"\n  Fingerprint of the certificate:\n  {fingerprint(certificate.root)}"
        )
        if certificate.left_out:
            self.stdout.write(
                f"\n  Not valid for {', '.join(certificate.left_out)}, which came later than the"
                f"\n  certificate. For a new one remove the folder {certificate.root.parent}"
            )


def own_certificate() -> Certificate | None:
    """The certificate of the hall where one is wanted (CERTIFICATE=1)."""
    if settings.PUBLIC_URL and os.environ.get("CERTIFICATE"):
        raise CommandError(
            "CERTIFICATE is for a hall without PUBLIC_URL. Behind a public address the proxy in "
            "front holds the certificate."
        )
    if not settings.OWN_CERTIFICATE:
        return None
    return kept_certificate(settings.CERTIFICATE_DIR, own_hosts())


def leave_the_database() -> None:
    """Close every connection: the workers are forked, and would all talk through the same one."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if close_pool := getattr(connection, "close_pool", None):  # PostgreSQL's alone
            close_pool()


def refuse_taken_port(host: str, port: int) -> None:
    """Say so at once when something else listens there; granian would try for ever."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken: is the program running already? "
                f"Another port: PORT={port + 1} make serve"
            ) from error
