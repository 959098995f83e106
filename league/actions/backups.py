"""Everything the program knows in one file, and back again.

The file is a zip of two texts: `data.json` (Django's own serialized rows, the same for SQLite
and PostgreSQL) and `about.json` (format, when, the migrations it was made under, rows a table,
the SHA-256 of the data). It holds accounts with their password hashes: keep it like a key.
"""

import datetime
import hashlib
import json
import os
import secrets
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils import timezone

from league.actions.audit_guard import guard_lifted
from league.actions.errors import ActionError
from league.models import AuditChain

FORMAT = 1
# Made anew by Django on every machine, or worth nothing on another one.
LEFT_OUT = ["contenttypes", "auth", "sessions"]


class BadBackup(ActionError):
    """The file is no backup, is damaged, or comes from another version of the program."""


class _ToTheMicrosecond(DjangoJSONEncoder):
    """Django's own encoder cuts times to milliseconds, which would not be the same time."""

    def default(self, o: object) -> Any:
        return o.isoformat() if isinstance(o, datetime.datetime) else super().default(o)


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models() if model._meta.app_label not in LEFT_OUT]


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app not in LEFT_OUT)


def _every_row() -> Iterator[Model]:
    for model in _models():
        yield from model._base_manager.order_by("pk").iterator()


def _row_counts() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in _models()}


def write_backup(path: Path) -> dict[str, int]:
    """Write the whole database to `path` and return the rows kept, a number a table.

    The rows are those of one moment. The file appears whole or not at all, readable by
    its owner alone.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        text = serializers.serialize("json", _every_row(), cls=_ToTheMicrosecond)
        rows = _row_counts()
        migrations = _migrations()
    data = text.encode()
    about = {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(),
        "migrations": migrations,
        "rows": rows,
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    handle, draft = tempfile.mkstemp(dir=path.resolve().parent, prefix=".backup-")  # mode 0600
    try:
        with (
            os.fdopen(handle, "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            archive.writestr("about.json", json.dumps(about, indent=1))
            archive.writestr("data.json", data)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return rows


def read_backup(path: Path) -> tuple[dict[str, Any], bytes]:
    """The `about` and the rows of a backup file, after checking both; touches no database.

    Raises `BadBackup` with what is wrong in a sentence.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read("about.json"))
            data = archive.read("data.json")
    except FileNotFoundError as error:
        raise BadBackup(f"There is no file {path}.") from error
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, EOFError) as error:
        raise BadBackup(f"{path} is not a backup of this program, or it is damaged.") from error
    if about.get("format") != FORMAT:
        raise BadBackup(f"{path} was made by another version of the program and cannot be read.")
    if hashlib.sha256(data).hexdigest() != about.get("sha256"):
        raise BadBackup(f"{path} is damaged: its contents are not what was saved.")
    return about, data


def restore_backup(path: Path) -> dict[str, int]:
    """Replace everything in the database by what the file holds; returns the rows a table.

    One transaction: when anything in the file does not fit (`BadBackup`), the database is
    as it was before.
    """
    about, data = read_backup(path)
    if about["migrations"] != _migrations():
        raise BadBackup(
            f"{path} was made under another version of the program. "
            "Restore it with that version, then upgrade."
        )
    try:
        with guard_lifted(connection):
            _empty()
            _load(data)
            connection.check_constraints()
            rows = _row_counts()
            if rows != about["rows"]:
                raise BadBackup(f"{path} does not hold the rows that it says it holds.")
            _begin_anew()
    except (DatabaseError, DeserializationError, ValueError, KeyError) as error:
        if isinstance(error, BadBackup):
            raise
        raise BadBackup(f"{path} does not fit this program: {error}") from error
    return rows


def _begin_anew() -> None:
    """Versions and numbers of the log come once more to those of what is gone: whatever a server
    that runs on, or a browser, has kept of it is told apart by the writes of people."""
    new = {"version": secrets.randbelow(2**40)}
    AuditChain.objects.update_or_create(name="restored", defaults=new)


def _empty() -> None:
    tables = [model._meta.db_table for model in _models()]
    tables += [
        field.m2m_db_table() for model in _models() for field in model._meta.local_many_to_many
    ]
    tables.append("django_session")
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), tables, allow_cascade=False):
            cursor.execute(statement)


def _load(data: bytes) -> None:
    with connection.constraint_checks_disabled():
        for row in serializers.deserialize("json", data.decode()):
            row.save()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
