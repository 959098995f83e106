"""What saving an ordinary hand asks the database: a few statements, one commit, under one lock."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import Http404, QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.actions.journal import lock_unchanged
from league.actions.links import make_match_link
from league.actions.locks import lock_match
from league.actions.next_rounds import delete_round
from league.actions.rounds import close_round
from league.actions.sent_hands import take_sent
from league.forms.sent_hands import read_sent
from league.models import Match, Stage, TableLink, User
from league.queries.access import match_and_role
from league.queries.links import secret_of
from scoring import RuleSet
from tests.league.evenings import begin, figures, play
from tests.league.phones import Phone

Make = Callable[..., Any]


@pytest.fixture
def match(make_match: Make, scorekeeper: User) -> Match:
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 60)
    return match


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["scorekeeper", "table link"])
def test_a_sent_hand_costs_ten_statements_and_one_commit(
    who: str,
    match: Match,
    scorekeeper: User,
    organizer: User,
    client_of: Make,
    settings: Any,
) -> None:
    settings.SESSION_ENGINE = "league.sessions"  # as where there is no cache
    client = client_of(scorekeeper if who == "scorekeeper" else None)
    if who == "table link":
        make_match_link(match, by=organizer)
        client.post(reverse("link_enter", args=[secret_of(TableLink.objects.get())]))
    phone = Phone(client, match)
    for number in (3, 4):  # what is asked once for all is asked with the first
        with CaptureQueriesContext(connection) as captured:
            assert phone.record(number)["answer"] == "stored"
    said = [one["sql"] for one in captured.captured_queries]
    words = [sql.split()[0].rstrip(";") for sql in said]
    asked = [sql for sql in said if sql.split()[0].rstrip(";") not in ("BEGIN", "COMMIT")]
    assert len(asked) <= 10, "\n".join(asked)
    assert (words.count("BEGIN"), words.count("COMMIT")) == (1, 1)
    assert not [sql for sql in said if "SAVEPOINT" in sql]


@pytest.mark.django_db
def test_what_was_done_between_reading_and_locking_is_seen(
    match: Match, scorekeeper: User, organizer: User, client_of: Make
) -> None:
    read, role = match_and_role(scorekeeper, match.pk, people=False)
    assert role == "scorekeeper"
    competition = read.round.stage.competition
    assert lock_unchanged(competition) is not None
    close_round(match.round, with_missing=True, by=organizer)
    assert lock_unchanged(competition) is None
    locked = lock_match(read)
    assert (read.round.state, locked.round.state) == ("published", "closed")
    thing = QueryDict(mutable=True)
    thing.update(Phone(client_of(scorekeeper), match).thing("record", uuid4(), 3))
    sent = read_sent(thing, RuleSet.from_json(read.round.stage.competition.rule_set))
    assert sent is not None
    assert take_sent(read, sent, by=scorekeeper).answer == "conflict"
    assert list(figures(match)) == [1, 2]


@pytest.mark.django_db
def test_a_match_deleted_between_reading_and_locking_is_not_there(
    match: Match, scorekeeper: User, organizer: User
) -> None:
    Stage.objects.update(kind=Stage.Kind.SWISS)
    match.round.stage.refresh_from_db()
    read, _role = match_and_role(scorekeeper, match.pk, people=False)
    delete_round(match.round, reason="hall", with_results=True, by=organizer)
    assert lock_unchanged(read.round.stage.competition) is None
    with pytest.raises(Http404):
        lock_match(read)
