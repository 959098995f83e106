"""The log says of itself whether it is whole; a copy that somebody changed is found out."""

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from league.actions.adjustments import add_adjustment
from league.actions.audit_guard import guard_lifted
from league.actions.journal import blank_texts
from league.actions.players import add_player
from league.models import AuditEntry, AuditText, Club, Competition, User
from league.queries.audit_chain import digest_of


@pytest.fixture
def league(
    make_competition: Callable[..., Competition], organizer: User, club: Club
) -> Competition:
    """Five entries in its chain, one in its club's."""
    found = make_competition(entries=2)
    for number in range(5):
        add_adjustment(
            found,
            found.entries.first(),
            match_points=number + 1,
            points=0,
            reason=f"late by {number} minutes",
            by=organizer,
        )
    add_player(club, name="Ned Landry", by=organizer)
    return found


def verify(*arguments: str) -> str:
    out = StringIO()
    call_command("verify_audit", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def broken(*arguments: str) -> str:
    out = StringIO()
    with pytest.raises(CommandError, match="BROKEN"):
        call_command("verify_audit", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def entry(league: Competition, number: int) -> AuditEntry:
    return AuditEntry.objects.get(chain=f"competition:{league.pk}", number=number)


@pytest.fixture
def tampered(league: Competition) -> Iterator[Competition]:
    """A copy in the hands of somebody who owns the database."""
    with guard_lifted(connection):
        yield league


def test_an_untouched_log_is_whole(league: Competition) -> None:
    said = verify()
    assert f"competition:{league.pk}: whole, 5 entries" in said
    assert f"club:{league.club_id}: whole, 1 entries" in said
    assert "Whole: 6 entries in 2 chains." in said
    assert "5 entries" in verify("--competition", str(league.pk))
    with pytest.raises(CommandError, match="nothing of a competition 999"):
        verify("--competition", "999")


def change_figures(league: Competition) -> str:
    AuditEntry.objects.filter(pk=entry(league, 3).pk).update(after={"match_points": 9})
    return "entry 3 was changed"


def change_who(league: Competition) -> str:
    AuditEntry.objects.filter(pk=entry(league, 3).pk).update(by=None)
    return "entry 3 was changed"


def change_and_work_out_anew(league: Competition) -> str:
    found = entry(league, 3)
    found.after = {"match_points": 9}
    found.digest = digest_of(found)
    found.save()
    return "entry 4 does not follow"


def remove(league: Competition) -> str:
    AuditText.objects.filter(entry=entry(league, 3)).delete()
    entry(league, 3).delete()
    return "entry 3 is missing; the next is entry 4"


def insert(league: Competition) -> str:
    for found in AuditEntry.objects.filter(chain=f"competition:{league.pk}", number__gte=3):
        AuditEntry.objects.filter(pk=found.pk).update(number=found.number + 10)
    false = entry(league, 2)
    false.pk, false.number, false.previous = None, 3, false.digest
    false.digest = digest_of(false)
    false.save(force_insert=True)
    for found in AuditEntry.objects.filter(number__gte=13):
        AuditEntry.objects.filter(pk=found.pk).update(number=found.number - 9)
    return "the text of entry 3 is missing"


def swap(league: Competition) -> str:
    one, other = entry(league, 3), entry(league, 4)
    for found, number in ((one, 90), (other, 3), (one, 4)):
        AuditEntry.objects.filter(pk=found.pk).update(number=number)
    return "entry 3 does not follow"


def change_words(league: Competition) -> str:
    AuditText.objects.filter(entry=entry(league, 3)).update(reason="on time")
    return "the text of entry 3 was changed"


def move_to_another(league: Competition) -> str:
    AuditEntry.objects.filter(pk=entry(league, 3).pk).update(competition=league.pk + 1)
    return "entry 3 was changed"


@pytest.mark.parametrize(
    "tamper",
    [
        change_figures,
        change_who,
        change_and_work_out_anew,
        remove,
        insert,
        swap,
        change_words,
        move_to_another,
    ],
)
def test_a_tampered_copy_says_where_it_is_broken(
    tampered: Competition, tamper: Callable[[Competition], str]
) -> None:
    where = tamper(tampered)
    assert where in broken()


def test_a_tail_cut_off_or_made_anew_is_found_by_the_head_noted_before(
    tampered: Competition, tmp_path: Path
) -> None:
    noted = tmp_path / "heads.txt"
    noted.write_text(verify("--note"), encoding="utf-8")
    assert "Whole" in verify("--from", str(noted))
    last = entry(tampered, 5)
    AuditText.objects.filter(entry=last).delete()
    last.delete()
    assert "4 entries" in verify()
    assert "entry 5 was there when it was noted and is gone" in broken("--from", str(noted))
    last.pk, last.after = None, {"match_points": 9}
    last.text_digest, last.digest = "", ""
    last.digest = digest_of(last)
    last.save(force_insert=True)
    assert "5 entries" in verify()
    assert "entry 5 is not the one that was noted" in broken("--from", str(noted))


def test_a_file_that_is_no_note_is_refused(league: Competition, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anne", encoding="utf-8")
    with pytest.raises(CommandError, match="holds no note"):
        verify("--from", str(file))


def test_words_are_blanked_and_the_chain_stays_whole(league: Competition) -> None:
    found = entry(league, 2)
    assert found.reason == "late by 1 minutes"
    assert blank_texts([found.pk]) == 1
    assert blank_texts([found.pk]) == 0
    found = entry(league, 2)
    assert (found.reason, found.text.salt) == ("", "")
    assert "5 entries, 1 texts blanked" in verify()


@pytest.mark.parametrize(
    "write",
    [
        lambda: AuditEntry.objects.filter(number=2).update(verb="other"),
        lambda: AuditEntry.objects.filter(chain__startswith="club").delete(),
        lambda: AuditText.objects.filter(entry__number=2).update(reason="on time"),
        lambda: AuditText.objects.filter(entry__number=2).update(salt="", reason=""),
        lambda: AuditText.objects.filter(entry__number=2).delete(),
    ],
)
def test_the_database_refuses_to_change_the_log(
    league: Competition, write: Callable[[], object]
) -> None:
    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
        write()
    assert "Whole: 6 entries" in verify()


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("league_auditentry", "id"),
        ("league_auditentry", "chain, number"),
        ("league_audittext", "id"),
        ("league_audittext", "entry_id"),
    ],
)
def test_the_database_refuses_to_replace_a_row_of_the_log(
    league: Competition, table: str, columns: str
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT name FROM pragma_table_info('{table}')")
        every = [name for (name,) in cursor.fetchall()]
        kept = every if columns == "id" else [name for name in every if name != "id"]
        names = ", ".join(f'"{name}"' for name in kept)
        replace = f"REPLACE INTO {table} ({names}) SELECT {names} FROM {table} LIMIT 1"
        with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
            cursor.execute(replace)
    assert "Whole: 6 entries" in verify()


def test_what_is_blanked_once_stays_as_it_is(league: Competition) -> None:
    found = entry(league, 2)
    blank_texts([found.pk])
    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic():
        AuditText.objects.filter(entry=found).update(blanked_at=timezone.now())


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("column", "value"), [("at", "'yesterday'"), ("after", "'{'"), ("verb", "CAST(x'ff' AS TEXT)")]
)
def test_an_entry_that_cannot_be_read_is_a_fault_and_no_crash(
    tampered: Competition, column: str, value: str
) -> None:
    chain = f"competition:{tampered.pk}"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = 1")
        cursor.execute(
            f"UPDATE league_auditentry SET {column} = {value} WHERE chain = %s AND number = 3",
            [chain],
        )
        cursor.execute("PRAGMA ignore_check_constraints = 0")
    assert f"{chain}: " in broken()


def test_an_entry_outlives_what_it_points_at(league: Competition) -> None:
    gone = league.pk
    league.delete()
    assert AuditEntry.objects.filter(competition_id=gone).count() == 5
    assert f"competition:{gone}: whole, 5 entries" in verify()
