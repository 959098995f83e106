"""A whole Swiss tournament in a hall where the organizer alone has an account."""

import re
from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.stages import StagePlan, add_stage
from league.models import AuditEntry, Match, Round, Stage, TableLink, User
from league.queries.links import secret_of
from league.queries.matches import load_match, people_of
from league.queries.standings import standings_of
from scoring import Seat, next_dealer
from tests.league.evenings import typed

TABLES = (1, 2, 3)
ROUNDS = 3
HANDS = 2


def scan(table: int, night: object) -> Client:
    """A phone that scans the code on the table and taps the button."""
    phone = Client()
    link = TableLink.objects.get(night=night, table=table)
    address = reverse("link_enter", args=[secret_of(link)])
    assert phone.get(address).status_code == 200
    assert phone.post(address)["Location"] == reverse("my_table")
    return phone


def go_to_table(phone: Client) -> Match:
    """Follows the one button that "My table" shows."""
    page = phone.get(reverse("my_table")).content.decode()
    (number,) = re.findall(r'href="/matches/(\d+)/score/"', page)
    return Match.objects.get(pk=number)


def play(phone: Client, match: Match) -> None:
    """Deal, write two hands, sign; who sits North takes more with every table number."""
    people = people_of(match)
    order = [*people["a"], *people["b"]]
    seats = {f"seat_{seat}": who.pk for seat, who in zip("NSEW", order, strict=True)}
    start = {**seats, "number": 1, "dealer": order[3].pk}
    assert phone.post(reverse("game_start", args=[match.pk]), start).status_code == 302
    dealer = Seat("W")
    for number in range(1, HANDS + 1):
        hand = typed(number, dealer=dealer.value, count_ns=str(90 + 2 * match.table + number))
        assert phone.post(reverse("hand_record", args=[match.pk]), hand).status_code == 302
        dealer = next_dealer(dealer, rules=load_match(match).rules)
    page = phone.get(reverse("score", args=[match.pk])).content.decode()
    stamp = re.search(r'name="stamp" value="([^"]*)"', page)
    assert stamp is not None
    signed = {"player": people["b"][0].pk, "stamp": stamp[1]}
    assert phone.post(reverse("match_accept", args=[match.pk]), signed).status_code == 302


def test_a_hall_without_accounts_scores_a_whole_swiss_tournament_by_links_alone(
    make_competition, organizer, client_of
):
    league = make_competition(
        entries=6,
        state="open",
        kind="tournament",
        match_play={"mode": "hands", "hands": HANDS, "minutes": None},
    )
    stage = add_stage(league, StagePlan(kind=Stage.Kind.SWISS, rounds=ROUNDS), by=organizer)
    desk = client_of(organizer)
    night = timezone.localdate()
    made = desk.post(reverse("links", args=[league.pk]), {"night": night.isoformat(), "tables": 3})
    assert made.status_code == 302
    phones = {table: scan(table, night) for table in TABLES}

    for number in range(1, ROUNDS + 1):
        desk.post(reverse("round_draw", args=[stage.pk]), {"number": number})
        found = Round.objects.get(stage=stage, number=number)
        assert "Nothing is on" in phones[1].get(reverse("my_table")).content.decode()
        desk.post(reverse("round_publish", args=[found.pk]))
        played = {table: go_to_table(phone) for table, phone in phones.items()}
        assert {table: match.table for table, match in played.items()} == {1: 1, 2: 2, 3: 3}
        for table, match in played.items():
            play(phones[table], match)
        other = reverse("hand_record", args=[played[2].pk])
        assert reverse("account_login") in phones[1].post(other, typed(3))["Location"]
        desk.post(reverse("round_close", args=[found.pk]))
        found.refresh_from_db()
        assert found.state == Round.State.CLOSED

    matches = list(Match.objects.filter(round__stage=stage))
    assert len(matches) == ROUNDS * len(TABLES)
    assert all(load_match(match).over and match.accepted_at for match in matches)
    rows = standings_of(league).rows
    assert sum(row.row.played for row in rows) == 2 * len(matches)
    assert max(row.row.match_points for row in rows) == 2 * ROUNDS
    # Everything at the tables was written with a table's own link, and with no account.
    log = AuditEntry.objects.filter(verb__in=["start_game", "record_hand", "accept_match"])
    assert log.count() == len(matches) * (2 + HANDS)
    assert all(entry.by is None and entry.link.table == entry.match.table for entry in log)
    assert User.objects.count() == 1
    assert not TableLink.objects.filter(expires_at__gt=timezone.now() + timedelta(days=2)).exists()
