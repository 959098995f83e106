"""Who scores a table without a role in the club: with its link, or as one of its players."""

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.links import make_match_link, make_round_links
from league.actions.rounds import close_round
from league.models import Competition, Game, Hand, Match, Round, TableLink
from league.queries.links import secret_of
from league.queries.matches import people_of
from tests.league.answers import ask
from tests.league.evenings import begin, typed


@pytest.fixture
def match(make_competition, make_round, make_match) -> Match:
    """Table 1 of two."""
    league = make_competition(entries=4)
    night = make_round(league)
    match = make_match(league, round=night)
    make_match(league, round=night)
    return match


def with_link(link: TableLink) -> Client:
    phone = Client()
    assert phone.post(reverse("link_enter", args=[secret_of(link)])).status_code == 302
    return phone


def sent_away(answer) -> bool:
    """Whether the answer is that to any guest: the way to the sign-in page."""
    return answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")


def test_a_table_link_edits_only_its_table_and_dies_at_the_end_of_the_round(
    match, organizer, scorekeeper
):
    make_round_links(match.round, by=organizer)
    other = Match.objects.get(table=2)
    begin(match, scorekeeper)
    begin(other, scorekeeper)
    phone = with_link(TableLink.objects.get(table=1))
    assert phone.post(reverse("hand_record", args=[match.pk]), typed()).status_code == 302
    assert sent_away(phone.post(reverse("hand_record", args=[other.pk]), typed()))
    close_round(match.round, with_missing=True, by=organizer)
    late = typed(2, dealer="N")
    assert sent_away(phone.post(reverse("hand_record", args=[match.pk]), late))
    assert [hand.game.match for hand in Hand.objects.all()] == [match]


@pytest.mark.parametrize("hidden", ["rehearsal", "draft round"])
def test_a_table_link_cannot_read_what_the_public_may_not(
    match, organizer, make_round, make_match, scorekeeper, hidden
):
    league = match.round.stage.competition
    begin(match, scorekeeper)
    make_match_link(match, by=organizer)
    phone = with_link(TableLink.objects.get())
    draft = make_round(league, number=2, state=Round.State.DRAFT)
    coming = make_match(league, round=draft)
    seen = [reverse("score", args=[match.pk]), reverse("match", args=[match.pk])]
    unseen = [reverse("match", args=[coming.pk]), reverse("print_tables", args=[draft.pk])]
    if hidden == "rehearsal":
        Competition.objects.filter(pk=league.pk).update(rehearsal=True)
        names = ("competition", "standings", "schedule", "entries")
        unseen += [reverse(name, args=[league.pk]) for name in names]
        unseen += [reverse("match", args=[Match.objects.get(round=match.round, table=2).pk])]
    phone.post(reverse("hand_record", args=[match.pk]), typed())
    seen.append(reverse("hand", args=[Hand.objects.get().pk]))
    assert [phone.get(address).status_code for address in seen] == [200] * len(seen)
    assert [phone.get(address).status_code for address in unseen] == [404] * len(unseen)
    assert sent_away(phone.get(reverse("score", args=[coming.pk])))
    assert sent_away(phone.get(reverse("audit", args=[league.pk])))
    if hidden == "rehearsal":
        assert Client().get(seen[1]).status_code == 404


def test_players_score_their_own_match_with_their_own_account_where_that_is_on(
    match, make_user, client_of
):
    user = make_user("anne")
    player = match.entry_a.partnership.first
    player.user = user
    player.save(update_fields=["user"])
    other = Match.objects.get(table=2)
    phone = client_of(user)
    address = reverse("game_start", args=[match.pk])
    people = people_of(match)
    four = [one.pk for one in people["a"] + people["b"]]
    start = {f"seat_{seat}": pk for seat, pk in zip("NSEW", four, strict=True)}
    start |= {"number": 1, "dealer": four[0]}
    assert phone.get(address).status_code == 404  # off: as if there were no such page
    assert phone.post(address, start).status_code == 404
    assert not Game.objects.exists()
    ask(match, players_score=True)
    assert phone.post(address, start).status_code == 302
    assert Game.objects.get().match == match
    assert phone.get(reverse("game_start", args=[other.pk])).status_code == 404
    match_page = reverse("match", args=[match.pk])
    assert reverse("score", args=[match.pk]) in phone.get(match_page).content.decode()
