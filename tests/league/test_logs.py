"""What opens a door is never written to the log."""

import logging

import pytest

from league.logs import HideSecrets


def written(message: str, *figures: object) -> str:
    record = logging.LogRecord("league", logging.INFO, "", 0, message, figures, None)
    assert HideSecrets().filter(record)
    return record.getMessage()


@pytest.mark.parametrize(
    "secret",
    [
        "/t/eyJtYXRjaCI6NDF9:1tAbCd:Zk3_x-9QmW1kq0c2aVfH/",
        "/accounts/password/reset/key/4-cq8m2p-0e1f2a3b4c5d6e7f8091a2b3/",
        "/join/?key=abc",
        "/join/K7abcWXD/",
    ],
)
def test_a_signed_link_is_hidden(secret: str) -> None:
    line = written("Not Found: %s", secret)
    assert "..." in line
    assert "Zk3_x" not in line
    assert "0e1f2a3b" not in line
    assert "abc" not in line


def test_a_table_link_is_hidden_whatever_its_secret_looks_like() -> None:
    assert written("Not Found: %s", "/t/short/") == "Not Found: /t/.../"
    assert written("Not Found: %s", f"/t/{'abcdefgh' * 3}/") == "Not Found: /t/.../"


def test_an_ordinary_address_stays_readable() -> None:
    line = written("%s: %s", "Not Found", "/matches/41/hands/")
    assert line == "Not Found: /matches/41/hands/"
