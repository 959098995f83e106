"""Where partners rotate a penalty or a bonus is one player's alone, and so is the entry fee."""

import json
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.entrants import add_players
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Adjustment, AuditEntry, Competition, Entrant, Player, User
from league.queries.money import till_of
from league.queries.player_standings import player_standings_of
from tests.league.every_page import steady
from tests.league.ticks import post_seen


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    organizer: User,
) -> Competition:
    """Five players, one round played: two have won, two have lost, one sat out."""
    competition = make_competition(entries=0, state="open", kind="tournament")
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
    names = ("Anne", "Joe", "Mairi", "Donna", "Stan")
    add_players(competition, [make_player(name) for name in names], by=organizer)
    first = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(competition, [first], by=organizer)
    match = first.matches.get()
    record_totals(match, [Totals(number=1, a=510, b=300)], stamp="", by=organizer)
    return competition


def shown(client: Client, competition: Competition, name: str = "standings") -> str:
    page = client.get(reverse(name, args=[competition.pk])).content.decode()
    return re.sub(r"\d\d:\d\d", "", steady(page))


def entrant_of(competition: Competition, place: int) -> Entrant:
    """Who stands at this place (from 0) of the players' table."""
    player = player_standings_of(competition).rows[place].player
    return Entrant.objects.get(competition=competition, player=player)


def typed(entrant: Entrant, **fields: str) -> dict[str, str]:
    return {
        "entry": str(entrant.pk), "match_points": "", "points": "", "reason": "Late sheet",
    } | fields  # fmt: skip


def test_a_players_penalty_counts_for_him_alone_and_leaves_no_trace_taken_off(
    desk: Client, client_of: Callable[..., Client], evening: Competition
) -> None:
    address = reverse("adjustments", args=[evening.pk])
    leader = entrant_of(evening, 0)
    guest = client_of(None)
    pages = ("standings", "print_standings", "prizes")
    before = [shown(guest, evening, name) for name in pages]
    rows = {one.player: one.row.match_points for one in player_standings_of(evening).rows}
    page = desk.get(address).content.decode()
    assert f'<option value="{leader.pk}">{leader.player.name}</option>' in page
    assert ">Player<" in page
    sent = typed(leader, match_points="-1½", points="-20")
    assert post_seen(desk, address, sent).status_code == 302

    table = player_standings_of(evening)
    now = {one.player: one.row.match_points for one in table.rows}
    assert now == rows | {leader.player: Fraction(1, 2)}
    assert table.rows[0].player != leader.player
    said = "−1½ points, −20 scored"
    page = shown(guest, evening)
    assert f"<bdi>{leader.player.club.name}</bdi> · {said}" in page
    assert f"{said}: <bdi>Late sheet</bdi>" in page
    assert f"{said}: <bdi>Late sheet</bdi>" in shown(guest, evening, "print_standings")
    log = desk.get(reverse("audit", args=[evening.pk])).content.decode()
    assert f"<bdi>{leader.player.name}</bdi>: −1½ match points, −20 scored." in log
    kept = AuditEntry.objects.get(verb="add_adjustment").after
    assert json.loads(json.dumps(kept)) == {
        "player": leader.player_id, "match_points": -1.5, "points": -20,
    }  # fmt: skip

    penalty = Adjustment.objects.get()
    assert (penalty.entry, penalty.entrant) == (None, leader)
    assert post_seen(desk, reverse("adjustment_remove", args=[penalty.pk])).status_code == 302
    assert [shown(guest, evening, name) for name in pages] == before
    log = desk.get(reverse("audit", args=[evening.pk])).content.decode()
    assert f"Took off: <bdi>{leader.player.name}</bdi>, −1½ match points, −20 scored." in log
    assert "taken off" in desk.get(address).content.decode()


def test_only_players_of_this_evening_can_have_one(
    desk: Client,
    client_of: Callable[..., Client],
    evening: Competition,
    make_competition: Callable[..., Competition],
    stranger: User,
) -> None:
    other = make_competition(entries=2, name="League")
    address = reverse("adjustments", args=[evening.pk])
    partner = Entrant.objects.filter(competition=other).first()
    for number in (partner.pk if partner else 10**6, 10**6):
        sent = typed(entrant_of(evening, 0), entry=str(number), points="5")
        assert desk.post(address, sent).status_code == 422
    pair = evening.entries.first()  # of one table of one round
    assert pair is not None
    assert pair.for_one_round
    assert f">{pair}<" not in desk.get(address).content.decode()
    assert not Adjustment.objects.exists()
    penalty = Adjustment.objects.create(
        entrant=entrant_of(evening, 0), points=-5, reason="Late sheet"
    )
    remove = reverse("adjustment_remove", args=[penalty.pk])
    assert client_of(stranger).post(remove).status_code == 404
    penalty.refresh_from_db()
    assert penalty.removed_at is None


def test_a_bonus_before_the_first_round_counts_at_once(
    desk: Client,
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    organizer: User,
) -> None:
    evening = make_competition(entries=0, state="open", kind="tournament")
    add_stage(evening, StagePlan(kind="rotating", rounds=3), by=organizer)
    add_players(evening, [make_player("Anne"), make_player("Joe")], by=organizer)
    joe = Entrant.objects.get(player__name="Joe")
    sent = typed(joe, match_points="½")
    assert post_seen(desk, reverse("adjustments", args=[evening.pk]), sent).status_code == 302
    table = player_standings_of(evening)
    assert table.begun
    assert [(one.player.name, one.row.rank) for one in table.rows] == [("Joe", 1), ("Anne", 2)]


def words(client: Client, address: str) -> str:
    text = re.sub(r"<[^>]+>", " ", client.get(address).content.decode())
    return " ".join(text.replace("&amp;", "&").split())


def agreed(**fields: str) -> dict[str, str]:
    return {
        "step": "agreed", "fee": "5", "kind": "percent", "prizes": "50 30 20", "rest": "kept",
    } | fields  # fmt: skip


def test_players_pay_and_are_paid_by_their_own_table(
    desk: Client, client_of: Callable[..., Client], evening: Competition
) -> None:
    page = reverse("money", args=[evening.pk])
    assert "Entry fee of a player" in words(desk, page)
    entrants = list(Entrant.objects.filter(competition=evening, entry=None))
    pot = {"paid_to1": "fewest_baits", "stake1": "1", "most1": "2"}
    assert desk.post(page, agreed(**pot)).status_code == 302
    poorest = entrants[-1]
    sent = {"step": "paid"}
    for one in entrants:
        amount = "1" if one == poorest else "5.00"
        sent |= {f"paid{one.pk}": amount, f"was{one.pk}": "0"}
    assert desk.post(page, sent).status_code == 302
    assert sorted(Entrant.objects.filter(entry=None).values_list("paid", flat=True)) == [
        100, 500, 500, 500, 500,
    ]  # fmt: skip
    read = words(desk, page)
    assert "Paid in: $21 of $25. 1 player still owes." in read
    assert f"{poorest.player.name} owes $4" in read

    evening.refresh_from_db()
    till = till_of(evening)
    assert till.payouts is not None
    assert sum(one.cents for one in till.payouts.payouts) + till.payouts.kept == 2100
    assert {one.entry: one.rank for one in till.payouts.payouts}.items() <= {
        str(one.player.pk): one.row.rank for one in player_standings_of(evening).rows
    }.items()
    ((_pot, filled),) = till.pots
    assert filled.pot == 500 == sum(cents for _player, cents in filled.paid)
    public = words(client_of(None), reverse("prizes", args=[evening.pk]))
    assert "Entry fee: $5 a player." in public
    assert "At most $2 from one player." in public
    assert "owes" not in public
    for one in till.payouts.payouts:
        assert f"{one.rank}. {Player.objects.get(pk=one.entry).name}" in public
    log = words(desk, reverse("audit", args=[evening.pk]))
    assert f"{poorest.player.name} : $1 paid, before it was $0." in log

    stale = desk.post(page, sent | {f"paid{poorest.pk}": "3"})
    assert stale.status_code == 409
    poorest.refresh_from_db()
    assert poorest.paid == 100


def test_a_penalty_moves_a_players_prize(desk: Client, evening: Competition) -> None:
    page = reverse("money", args=[evening.pk])
    desk.post(page, agreed(prizes="100"))
    for one in Entrant.objects.filter(competition=evening, entry=None):
        desk.post(page, {"step": "paid", f"paid{one.pk}": "5", f"was{one.pk}": "0"})
    evening.refresh_from_db()
    leader = entrant_of(evening, 0)
    before = till_of(evening).payouts
    assert before is not None
    assert str(leader.player_id) in {one.entry for one in before.payouts}
    sent = typed(leader, match_points="-½")
    post_seen(desk, reverse("adjustments", args=[evening.pk]), sent)
    after = till_of(evening).payouts
    assert after is not None
    assert str(leader.player_id) not in {one.entry for one in after.payouts}
