"""What every test run needs; who and what plays in the tests stands in tests/league."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from hypothesis import settings as hypothesis_settings

from tests.tables import Tables

CI = os.environ.get("CI") == "true"
# Tests of what stands above the queries: on PostgreSQL once in a while, by POSTGRES_PAGES=1. There
# the access table reads every page as everybody, and each layer that asks the database is tried.
ABOVE = {"draws", "words", "forms", "views"}
PAGES_TOO = bool(os.environ.get("POSTGRES_PAGES"))

hypothesis_settings.register_profile("here", deadline=None)
# The same examples on every run of CI: a new find belongs to the one who looks for it.
hypothesis_settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis_settings.load_profile("ci" if CI else "here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is for the other database; on PostgreSQL what stands above queries too."""
    postgres = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    other = "sqlite" if postgres else "postgres"
    left_out = [item for item in items if item.get_closest_marker(other)]
    if postgres and not PAGES_TOO:
        left_out += [
            item
            for item in items
            if item.path.parent.name in ABOVE and not item.get_closest_marker("postgres")
        ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def pytest_collection_finish() -> None:
    """Django and the tests themselves are here to stay: looking through them for garbage again and
    again took a tenth of the whole run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped test is a failed run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if CI and reporter and reporter.stats.get("skipped") and session.exitstatus == 0:
        reporter.write_line("\nCI=true: a test was skipped, and so this run fails", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On the embedded database the file is ours to lay down and to remove (`kept_tables`)."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def kept_tables(django_db_modify_db_settings: None) -> Iterator[Tables | None]:
    """The tables of an earlier run, before Django makes its own; None on PostgreSQL."""
    if connection.vendor != "sqlite":
        yield None
        return
    tables = Tables(Path(settings.DATABASES["default"]["TEST"]["NAME"]))
    yield tables
    tables.remove()


@pytest.fixture(scope="session")
def django_db_setup(kept_tables: Tables | None, django_db_setup: None) -> None:
    if kept_tables is not None:
        kept_tables.keep()


@pytest.fixture(autouse=True)
def _empty_caches() -> Iterator[None]:
    """No test meets another's sign-in limits or pages."""
    yield
    for cache in caches.all(initialized_only=True):
        cache.clear()
