"""Who may write at a table: by role, by table link, or as one of its players."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from league.models import AuditEntry, Match, Round, TableLink
from league.queries.scorers import match_at_table, scorer_of, side_of
from league.views.scorers import hold_link


@pytest.fixture
def make_link():
    def make(match: Match, **fields) -> TableLink:
        which = fields if {"round", "night"} & set(fields) else {"match": match, **fields}
        which.setdefault("expires_at", timezone.now() + timedelta(hours=6))
        competition = match.round.stage.competition
        nonce = uuid4()
        return TableLink.objects.create(
            competition=competition, nonce=nonce, digest=nonce.hex, **which
        )

    return make


def test_a_link_opens_its_own_match_and_no_other(make_match, make_link, client_of):
    match, other = make_match(), make_match()
    link = make_link(match)
    guest = client_of(None).get("/").wsgi_request.user
    assert match_at_table(guest, [link.pk], match.pk)[1].by == link
    with pytest.raises(Http404):
        match_at_table(guest, [link.pk], other.pk)
    with pytest.raises(Http404):
        match_at_table(guest, [], match.pk)


@pytest.mark.parametrize("ended", ["revoked", "expired", "closed", "finished"])
def test_a_link_that_has_ended_opens_nothing(ended, make_match, make_link):
    match = make_match()
    link = make_link(match)
    now = timezone.now()
    if ended == "revoked":
        TableLink.objects.update(revoked_at=now)
    elif ended == "expired":
        TableLink.objects.update(expires_at=now - timedelta(seconds=1))
    elif ended == "closed":
        Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    else:
        match.round.stage.competition.state = "finished"
        match.round.stage.competition.save(update_fields=["state"])
    with pytest.raises(Http404):
        match_at_table(AnonymousUser(), [link.pk], match.pk)


def test_players_score_their_own_match_where_the_competition_allows_it(make_match, make_user):
    match = make_match()
    user = make_user("anne")
    player = match.entry_b.partnership.first
    player.user = user
    player.save(update_fields=["user"])
    assert side_of(user, match) == "b"
    assert scorer_of(user, [], match) is None
    competition = match.round.stage.competition
    competition.sheets = {"players_score": True}
    competition.save(update_fields=["sheets"])
    scorer = match_at_table(user, [], match.pk)[1]
    assert (scorer.side, scorer.keeps, scorer.organizes) == ("b", False, False)


def test_a_member_may_not_score_and_a_scorekeeper_may(make_match, member, scorekeeper, organizer):
    match = make_match()
    with pytest.raises(PermissionDenied):
        match_at_table(member, [], match.pk)
    assert match_at_table(scorekeeper, [], match.pk)[1].keeps
    assert match_at_table(organizer, [], match.pk)[1].organizes


def test_who_holds_a_link_starts_a_game_and_the_log_names_the_link(make_match, make_link, client):
    match = make_match()
    link = make_link(match)
    page = client.get("/")
    request = page.wsgi_request
    hold_link(request, link.pk)
    request.session.save()
    client.cookies["sessionid"] = request.session.session_key
    people = [
        *(match.entry_a.partnership.first_id, match.entry_b.partnership.first_id),
        *(match.entry_a.partnership.second_id, match.entry_b.partnership.second_id),
    ]
    address = f"/matches/{match.pk}/start/"
    assert client.get(address).status_code == 200
    form = {f"seat_{seat}": pk for seat, pk in zip("NESW", people, strict=True)}
    answer = client.post(address, {"number": 1, "dealer": people[0], **form})
    assert answer.status_code == 302, answer.content.decode()
    entry = AuditEntry.objects.get(verb="start_game")
    assert (entry.by, entry.link) == (None, link)
