"""What raw SQL cannot store about competitions, entries, rounds and matches."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from league.models import Bye, Competition, Entrant, Hand, Lineup, Match, Round, Stage


def refused(statement: str, *values: object) -> bool:
    """Whether the database itself refuses the statement."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)
            connection.check_constraints()
    except IntegrityError:
        return True
    return False


@pytest.fixture
def league(make_competition: Callable[..., Competition]) -> Competition:
    return make_competition(entries=4)


@pytest.fixture
def night(league: Competition, make_round: Callable[..., Round]) -> Round:
    return make_round(league)


@pytest.fixture
def match(league: Competition, make_match: Callable[..., Match], night: Round) -> Match:
    return make_match(league, round=night)


MATCH = (
    "INSERT INTO league_match (round_id, {table}, entry_a_id, entry_b_id, forfeit_reason, why, "
    "made_reason, corrected_reason, postponed) VALUES (%s, %s, %s, %s, '', '{{}}', '', '', false)"
).format(table='"table"')


def test_a_round_is_there_once(night: Round) -> None:
    statement = (
        "INSERT INTO league_round (stage_id, number, name, state, draw) "
        "VALUES (%s, %s, '', 'draft', '{}')"
    )
    assert refused(statement, night.stage_id, night.number)
    assert not refused(statement, night.stage_id, night.number + 1)


def test_a_round_begins_with_number_one_and_has_a_known_state(night: Round) -> None:
    statement = (
        "INSERT INTO league_round (stage_id, number, name, state, draw) "
        "VALUES (%s, %s, '', %s, '{}')"
    )
    assert refused(statement, night.stage_id, 0, "draft")
    assert refused(statement, night.stage_id, 9, "hidden")


def test_a_match_of_one_entry_against_itself_is_refused(league: Competition, night: Round) -> None:
    entry = league.entries.first()
    assert refused(MATCH, night.pk, 9, entry.pk, entry.pk)


def test_a_table_and_an_entry_are_there_once_a_round(league: Competition, match: Match) -> None:
    others = league.entries.exclude(pk__in=[match.entry_a_id, match.entry_b_id])
    free, last = others
    assert refused(MATCH, match.round_id, match.table, free.pk, last.pk)
    assert refused(MATCH, match.round_id, 9, match.entry_a_id, free.pk)
    assert refused(MATCH, match.round_id, 9, free.pk, match.entry_b_id)
    assert not refused(MATCH, match.round_id, 9, free.pk, last.pk)


def test_a_person_sits_at_one_table_of_a_round(league: Competition, match: Match) -> None:
    """An entry that is side a here and side b there is caught by its people."""
    free = league.entries.exclude(pk__in=[match.entry_a_id, match.entry_b_id]).first()
    other = Match.objects.create(round=match.round, table=9, entry_a=free, entry_b=match.entry_a)
    person = match.lineup.first().player_id
    statement = (
        "INSERT INTO league_lineup (round_id, match_id, side, player_id) VALUES (%s, %s, %s, %s)"
    )
    assert refused(statement, match.round_id, other.pk, "b", person)
    assert refused(statement, match.round_id, match.pk, "b", person)


def test_a_bye_is_there_once_and_has_no_place_for_a_hand(league: Competition, night: Round) -> None:
    entry = league.entries.first()
    Bye.objects.create(round=night, entry=entry)
    statement = "INSERT INTO league_bye (round_id, entry_id) VALUES (%s, %s)"
    assert refused(statement, night.pk, entry.pk)
    assert {field.name for field in Bye._meta.related_objects} == set()
    assert Hand._meta.get_field("game").null is False


def test_nobody_plays_for_two_entries_of_a_competition(league: Competition) -> None:
    first, second = league.entries.all()[:2]
    person = Entrant.objects.filter(entry=first).first().player_id
    statement = (
        "INSERT INTO league_entrant (competition_id, entry_id, player_id) VALUES (%s, %s, %s)"
    )
    assert refused(statement, league.pk, second.pk, person)


def test_a_partnership_is_entered_once(league: Competition) -> None:
    entry = league.entries.first()
    statement = (
        "INSERT INTO league_entry (competition_id, partnership_id, created_at) "
        "VALUES (%s, %s, '2026-01-01 00:00:00+00:00')"
    )
    assert refused(statement, league.pk, entry.partnership_id)


def test_a_stage_is_there_once_and_its_best_of_is_odd(night: Round) -> None:
    statement = (
        "INSERT INTO league_stage (competition_id, number, kind, best_of, draw) "
        "VALUES (%s, %s, %s, %s, '{}')"
    )
    competition = night.stage.competition_id
    assert refused(statement, competition, night.stage.number, "championship", 3)
    assert refused(statement, competition, 5, "championship", 2)
    assert refused(statement, competition, 5, "lottery", 3)
    assert not refused(statement, competition, 5, "championship", 3)


def test_an_adjustment_has_a_reason_and_changes_something(league: Competition) -> None:
    statement = (
        "INSERT INTO league_adjustment (entry_id, match_points, points, reason, made_at) "
        "VALUES (%s, %s, %s, %s, '2026-01-01 00:00:00+00:00')"
    )
    entry = league.entries.first().pk
    assert refused(statement, entry, 0, 0, "late")
    assert refused(statement, entry, -1, 0, "")
    assert not refused(statement, entry, -1, 0, "late")


def test_a_competition_has_a_name_and_a_known_state(league: Competition) -> None:
    assert refused("UPDATE league_competition SET name = '' WHERE id = %s", league.pk)
    assert refused("UPDATE league_competition SET state = 'lost' WHERE id = %s", league.pk)


def test_a_forfeit_names_a_side(match: Match) -> None:
    assert refused("UPDATE league_match SET forfeit = 'c' WHERE id = %s", match.pk)
    assert not refused("UPDATE league_match SET forfeit = 'both' WHERE id = %s", match.pk)


def test_the_four_people_of_a_match_are_four(match: Match) -> None:
    assert Lineup.objects.filter(match=match).count() == 4
    assert Stage.objects.count() == 1


def test_a_match_has_a_table_of_its_own_only_with_a_time_of_its_own(match: Match) -> None:
    statement = "UPDATE league_match SET own_table = %s, starts_at = %s WHERE id = %s"
    assert refused(statement, 3, None, match.pk)
    assert refused(statement, 0, "2026-12-01 19:30:00+00:00", match.pk)
    assert not refused(statement, 3, "2026-12-01 19:30:00+00:00", match.pk)
    assert not refused(statement, None, None, match.pk)
