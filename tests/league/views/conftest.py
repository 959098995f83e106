"""A table where play has begun, and two phones at it."""

import pytest

from league.models import Match
from tests.league.evenings import begin
from tests.league.phones import Phone


@pytest.fixture
def match(make_match, scorekeeper) -> Match:
    match = make_match()
    begin(match, scorekeeper)
    return match


@pytest.fixture
def phone(match, client_of, scorekeeper) -> Phone:
    return Phone(client_of(scorekeeper), match)


@pytest.fixture
def other_phone(match, client_of, organizer) -> Phone:
    return Phone(client_of(organizer), match)
