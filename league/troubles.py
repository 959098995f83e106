"""Which exceptions are nobody's fault but the moment's: the database is busy, away, or has no room.

They are answered with 503 and "try again", never as a fault of the program.
"""

import errno
import sqlite3
from collections.abc import Iterator
from enum import StrEnum

from django.db import DatabaseError, InterfaceError, OperationalError


class Trouble(StrEnum):
    """BUSY passes by itself: a lock not had, a time-out, no connection left, a server that is
    starting again. FULL stays until somebody makes room: a full disk, or one that takes no writes.
    """

    BUSY = "busy"
    FULL = "full"

    @property
    def wait(self) -> int:
        """After how many seconds to try again."""
        return 60 if self is Trouble.FULL else 5


# PostgreSQL's SQLSTATEs. 53100 disk full, 25006 may only be read.
_FULL_STATES = {"53100", "25006"}
# 55P03 lock not had, 57014 took too long, 40P01 deadlock, 40001 out of order, 25P03 idle for too
# long, 57P0x shutting down or starting, 58030 the disk did not answer; 08 and 53: no connection.
_BUSY_STATES = {"55P03", "57014", "40P01", "40001", "25P03", "57P01", "57P02", "57P03", "58030"}
_BUSY_CLASSES = {"08", "53"}
_FULL_CODES = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
_BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM}
_FULL_NUMBERS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What an exception comes to, or what it came from; None for a fault of the program."""
    found = [_trouble(one) for one in _chain(error)]
    return next((one for one in found if one is not None), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(getattr(error, "sqlite_errorcode", 0))
    if isinstance(error, OSError):
        return Trouble.FULL if error.errno in _FULL_NUMBERS else None
    if isinstance(error, DatabaseError | InterfaceError):
        return _of_postgres(error)
    return None


def _of_sqlite(code: int) -> Trouble | None:
    primary = code & 0xFF
    if primary in _FULL_CODES:
        return Trouble.FULL
    return Trouble.BUSY if primary in _BUSY_CODES else None


def _of_postgres(error: DatabaseError | InterfaceError) -> Trouble | None:
    """Django's exception, with the driver's behind it; one that names no state has lost, or never
    got, its connection. SQLite's own is the next in the chain."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return None
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return Trouble.BUSY if isinstance(error, OperationalError | InterfaceError) else None
    if state in _FULL_STATES:
        return Trouble.FULL
    return Trouble.BUSY if state in _BUSY_STATES or state[:2] in _BUSY_CLASSES else None
