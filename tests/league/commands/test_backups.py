"""A backup holds everything; a restore gives every page back or changes nothing."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.rounds import edit_round
from league.models import Club, Competition, Hand, Player, User
from league.queries.versions import version_of
from tests.league.evenings import begin, play
from tests.league.every_page import every_page, nothing_kept, steady

# A backup is a transaction of its own, of one moment.
pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
NOW = "2026-11-24 20:15:00-04:00"


@pytest.fixture
def evening(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 60, 91)
    return match


def _forget_everything() -> None:
    call_command("flush", interactive=False, verbosity=0)


def _about(path: Path) -> dict[str, object]:
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read("about.json"))


def _rewrite(path: Path, **changes: bytes) -> Path:
    """A copy of a backup with some of its texts replaced."""
    copy = path.with_name(f"{uuid4()}.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name.removesuffix(".json"), old.read(name)))
    return copy


def test_restore_gives_every_page_back(evening, organizer, client_of, tmp_path):
    file = tmp_path / "backup.zip"
    with time_machine.travel(NOW, tick=False):
        before = every_page(Client(), most_of_a_kind=4)
        organizers = every_page(client_of(organizer), most_of_a_kind=4)
        call_command("backup", file)
        _forget_everything()
        assert not Club.objects.exists()
        call_command("restore", file)
        assert every_page(Client(), most_of_a_kind=4) == before
        assert every_page(client_of(organizer), most_of_a_kind=4) == organizers
    assert len(before) > 10
    assert len(organizers) > len(before)


def test_restored_database_goes_on_counting(evening, scorekeeper, tmp_path):
    file = tmp_path / "backup.zip"
    call_command("backup", file)
    _forget_everything()
    call_command("restore", file)
    play(evening, scorekeeper, 82)
    assert Hand.objects.filter(game__match=evening).count() == 4


def test_restore_replaces_what_was_written_since(evening, club, tmp_path):
    file = tmp_path / "backup.zip"
    call_command("backup", file)
    Player.objects.create(club=club, name="Somebody Later")
    call_command("restore", file, "--yes")
    assert not Player.objects.filter(name="Somebody Later").exists()


def test_backup_is_readable_by_its_owner_alone(evening, tmp_path):
    file = tmp_path / "backup.zip"
    call_command("backup", file)
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["backup.zip"]


def test_backup_does_not_write_over_an_older_one(evening, tmp_path):
    file = tmp_path / "backup.zip"
    file.write_text("an older one")
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", file)
    assert file.read_text() == "an older one"


def test_backup_says_where_it_cannot_write(tmp_path):
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup", tmp_path / "no" / "such" / "folder" / "backup.zip")


@pytest.fixture
def backup(evening, tmp_path) -> Path:
    file = tmp_path / "backup.zip"
    call_command("backup", file)
    return file


def _refused(file: Path, words: str) -> None:
    hands = list(Hand.objects.values_list("pk", "score_ns"))
    with pytest.raises(CommandError, match=words) as refusal:
        call_command("restore", file, "--yes")
    assert "Nothing was changed" in str(refusal.value)
    assert list(Hand.objects.values_list("pk", "score_ns")) == hands


def test_restore_refuses_a_file_that_is_not_there(backup, tmp_path):
    _refused(tmp_path / "missing.zip", "There is no file")


def test_restore_refuses_something_else(backup, tmp_path):
    photo = tmp_path / "photo.zip"
    photo.write_bytes(b"GIF89a")
    _refused(photo, "not a backup")


def test_restore_refuses_half_a_file(backup, tmp_path):
    half = tmp_path / "half.zip"
    half.write_bytes(backup.read_bytes()[:900])
    _refused(half, "not a backup")


def test_restore_refuses_changed_figures(backup):
    with zipfile.ZipFile(backup) as archive:
        data = archive.read("data.json").replace(b'"score_ns": 96', b'"score_ns": 97')
    _refused(_rewrite(backup, data=data), "damaged")


def test_restore_refuses_another_format(backup):
    about = {**_about(backup), "format": 99}
    _refused(_rewrite(backup, about=json.dumps(about).encode()), "another version")


def test_restore_refuses_another_version_of_the_tables(backup):
    about = _about(backup)
    about["migrations"] = about["migrations"][:-1]
    _refused(_rewrite(backup, about=json.dumps(about).encode()), "another version")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seat": "N"', b'"seat": "Q"'),  # the database refuses the value
        (b'"model": "league.seating"', b'"model": "league.sitting"'),  # no such table
        (b'"player": ', b'"player": 99'),  # a person who is not there
    ],
)
def test_restore_of_rows_that_do_not_fit_changes_nothing(backup, old, new):
    with zipfile.ZipFile(backup) as archive:
        data = archive.read("data.json").replace(old, new)
    about = {**_about(backup), "sha256": hashlib.sha256(data).hexdigest()}
    copy = _rewrite(backup, data=data, about=json.dumps(about).encode())
    _refused(copy, "does not fit")


def test_restore_asks_before_it_replaces_people(backup, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _question: "no")
    hands = Hand.objects.count()
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", backup)
    assert Hand.objects.count() == hands


def _manage(folder: Path, *words: str) -> str:
    done = _run(folder, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {
        key: value
        for key, value in os.environ.items()
        if key not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE") and not key.startswith("PYTEST")
    }
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        check=False,
        cwd=ROOT,
        env={**environment, "DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )


PAGES = """
import sys, time_machine
from django.test import Client
from league.models import User
sys.path.insert(0, {root!r})
from tests.league.every_page import every_page, nothing_kept, steady
with time_machine.travel({now!r}, tick=False):
    client = Client(headers={{"host": "localhost"}})
    pages = every_page(client, most_of_a_kind=3)
    print(len(pages), hash(tuple(sorted(pages.items()))))
"""


LIVING = """
from django.test import Client
from league.models import Competition
client = Client(headers={"host": "localhost"})
for name, page, words in (
    ("Island", "prizes", ["fund: $", "If it ended now", "$0.25 for each bait."]),
    ("Kitchen", "prizes", ["fund: $90"]),
    ("Kitchen", "nights", ["The best 7 nights count."]),
    ("County", "nights", ["The best 3 nights count.", "First division"]),
    ("Harbour", "prizes", ["$150", "It goes to the best game."]),
    ("New partners", "prizes", ["a player", "If it ended now"]),
    ("Island", "schedule", ["To be made up"]),
):
    found = Competition.objects.get(name__startswith=name)
    shown = client.get(f"/competitions/{found.pk}/{page}/").content.decode()
    assert all(word in shown for word in words), (name, page, words)
print("living")
"""


@pytest.mark.sqlite
def test_sample_league_restored_into_an_empty_folder_shows_the_same_pages(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    first, second = tmp_path / "first", tmp_path / "second"
    told = _manage(first, "demo")
    assert "owner@example.org" in told
    assert "it is here from last time" in _manage(first, "demo")
    assert "Equal: " in _manage(first, "verify_scores")
    _manage(first, "backup", str(tmp_path / "backup.zip"))
    _manage(second, "restore", str(tmp_path / "backup.zip"))
    monkeypatch.setenv("DEBUG", "1")  # so that no file has to be collected first
    script = PAGES.format(root=str(ROOT), now=NOW)
    living, pages = _manage(first, "shell", "--no-imports", "-c", LIVING + script).split("\n", 1)
    assert living == "living"
    assert int(pages.split()[0]) > 90
    assert _manage(second, "shell", "--no-imports", "-c", script) == pages


def test_nothing_to_back_up_or_verify_is_said_in_a_sentence(tmp_path):
    for words in (["verify_scores"], ["backup", str(tmp_path / "backup.zip")]):
        done = _run(tmp_path / "empty", *words)
        assert done.returncode == 1
        assert done.stderr.startswith("CommandError: There is no league here yet.")
    assert not (tmp_path / "backup.zip").exists()


def test_commands_ask_for_the_tables_of_this_version_first(backup, tmp_path):
    latest = max(
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == "league"
    )
    MigrationRecorder(connection).record_unapplied("league", latest)
    try:
        for words in (["verify_scores"], ["backup", tmp_path / "new.zip"], ["restore", backup]):
            with pytest.raises(CommandError, match="older version of the program"):
                call_command(*words)
    finally:
        MigrationRecorder(connection).record_applied("league", latest)
    assert not (tmp_path / "new.zip").exists()


def test_restored_accounts_sign_in_with_their_password(tmp_path):
    user = User.objects.create_user("peigi@example.org", "fifty with the bells", name="Peigi")
    call_command("backup", tmp_path / "backup.zip")
    User.objects.all().delete()
    call_command("restore", tmp_path / "backup.zip")
    assert User.objects.get(pk=user.pk).check_password("fifty with the bells")


def test_a_restore_under_a_running_server_leaves_nothing_of_before(
    settings, kept_pages, evening, scorekeeper, organizer, tmp_path
):
    """Its numbers count on from the backup, and come to those of what is gone: pages, the table's
    facts and the deadlines of what is gone are not told for what is there."""
    league, file = evening.round.stage.competition, tmp_path / "backup.zip"
    call_command("backup", file)
    addresses = [reverse("standings", args=[league.pk]), reverse("match", args=[evening.pk])]
    soon = timezone.now() + timedelta(seconds=2)

    def told() -> list[str]:
        pages = [steady(Client().get(one).content.decode()) for one in addresses]
        version = version_of(Competition.objects.get(pk=league.pk), soon + timedelta(seconds=1))
        return [*pages, version]

    steps = [
        lambda: play(evening, scorekeeper, 80),
        lambda: edit_round(evening.round, name="Gale", starts_at=soon, by=organizer),
        lambda: play(evening, scorekeeper, 90),
    ]
    for step in steps:
        step()
        kept = told()
        with nothing_kept(settings):
            assert told() == kept
        call_command("restore", file, "--yes")
