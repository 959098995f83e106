"""What is asked with SQL made once is what the queryset itself gives."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, F
from django.test.utils import CaptureQueriesContext

from league.models import Hand, Match
from league.queries.matches import BESIDE
from league.queries.ready import Ready
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db


def told(match: Any) -> Any:
    """Everything that was read with a match."""
    club = match.round.stage.competition.club
    people = (match.entry_a.partnership.first, match.entry_b.partnership.second)
    rules = match.round.stage.competition.rule_set
    return (
        vars(match).keys(),
        match,
        match.starts_at,
        match.hands,
        match.made_by,
        club,
        people,
        rules,
    )


def test_it_gives_what_the_queryset_gives_each_time_with_other_values(make_match, organizer):
    one = make_match(made_by=organizer)
    other = make_match(round=one.round)
    begin(one, organizer)
    play(one, organizer, 96, 60)

    def with_beside(pk):
        found = Match.objects.filter(pk=pk).annotate(hands=Count("games__hands"))
        return found.select_related(*BESIDE, "made_by")

    def hands(status, match):
        wanted = Hand.objects.filter(status=status, game__match=match).order_by("-number")
        return wanted.values_list("client_id", F("game__number"), "recorded_at", "claim")

    ready, ready_hands = Ready(with_beside), Ready(hands)
    for match in (one, other, one):
        with CaptureQueriesContext(connection) as captured:
            assert [told(found) for found in ready(match.pk)] == [told(with_beside(match.pk).get())]
        assert len(captured) == 2
        for status in ("recorded", "undone"):
            assert ready_hands(status, match.pk) == list(hands(status, match.pk))
    which = Ready(lambda client_id, number: Hand.objects.filter(client_id=client_id, number=number))
    for hand in Hand.objects.all():
        assert which(hand.client_id, hand.number) == [hand]
        assert which(hand.client_id, hand.number + 1) == []
    assert ready(10**9) == []
    assert ready_hands("recorded", one.pk) != []
