"""What raw SQL cannot store about penalties and bonuses."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module

import pytest
from django.apps import apps

from league.models import Adjustment, Competition, Entrant, Player
from tests.league.models.test_round_constraints import refused

STATEMENT = (
    "INSERT INTO league_adjustment "
    "(entry_id, entrant_id, match_points, points, reason, made_at) "
    "VALUES (%s, %s, %s, 0, 'late', '2026-01-01 00:00:00+00:00')"
)


@pytest.fixture
def league(make_competition: Callable[..., Competition]) -> Competition:
    return make_competition(entries=2)


@pytest.mark.parametrize(
    ("stored", "counts"),
    [("0.5", Fraction(1, 2)), ("-0.5", Fraction(-1, 2)), ("1.0", 1), ("-999", -999)],
)
def test_match_points_come_back_exactly_as_they_were_stored(
    league: Competition, stored: str, counts: int | Fraction
) -> None:
    entry = league.entries.first()
    assert entry is not None
    assert not refused(STATEMENT, entry.pk, None, stored)
    found = Adjustment.objects.get().exact_match_points
    assert (found, type(found)) == (counts, type(counts))


@pytest.mark.parametrize("stored", ["0.3", "-0.4", "1.7"])
def test_a_third_of_a_point_cannot_be_stored(league: Competition, stored: str) -> None:
    assert refused(STATEMENT, league.entries.first().pk, None, stored)


def test_an_adjustment_is_of_an_entry_or_of_a_player_and_never_of_both(
    league: Competition, make_player: Callable[..., Player]
) -> None:
    entry = league.entries.first().pk
    entrant = Entrant.objects.create(competition=league, player=make_player()).pk
    assert refused(STATEMENT, None, None, 1)
    assert refused(STATEMENT, entry, entrant, 1)
    assert not refused(STATEMENT, None, entrant, 1)
    assert not refused(STATEMENT, entry, None, 1)


def test_the_version_before_is_refused_only_while_it_could_not_hold_what_stands(
    league: Competition, make_player: Callable[..., Player]
) -> None:
    """Going back is safe with whole points of entries; halves and players would be lost."""
    back = import_module("league.migrations.0008_halves_and_players").refuse_what_has_no_room
    entrant = Entrant.objects.create(competition=league, player=make_player())
    entry = league.entries.first()
    Adjustment.objects.create(entry=entry, match_points=-2, points=-50, reason="late")
    back(apps, None)
    half = Adjustment.objects.create(entry=entry, match_points="-0.5", reason="late")
    with pytest.raises(RuntimeError, match="single players: 0, of half points: 1"):
        back(apps, None)
    half.delete()
    Adjustment.objects.create(entrant=entrant, points=-50, reason="late")
    with pytest.raises(RuntimeError, match="single players: 1, of half points: 0"):
        back(apps, None)
