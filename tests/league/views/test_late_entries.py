"""The page for pairs that came late, the time of grace, and a forfeit that was played after all."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.models import Adjustment, AuditEntry, Competition, Entry, Match, Player, Round, User
from league.queries.matches import load_match
from league.queries.standings import standings_of
from tests.league.actions.test_departures import play_rounds
from tests.league.actions.test_late_entries import swiss
from tests.league.ticks import post_seen


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(make_competition: Callable[..., Competition], organizer: User) -> Competition:
    league = make_competition(entries=5, state="open")
    swiss(league, organizer)
    return league


def test_a_pair_at_the_door_is_seated_in_one_form(desk: Client, evening: Competition) -> None:
    address = reverse("late_entry", args=[evening.pk])
    page = desk.get(address).content.decode()
    assert "Now, against the bye:" in page
    typed = {"names": "Peter Googoo & Rita Joe", "how": "bye"}
    assert desk.post(address, typed).status_code == 302
    late = Entry.objects.get(competition=evening, joined_in=1)
    assert {late.partnership.first.name, late.partnership.second.name} == {
        "Peter Googoo",
        "Rita Joe",
    }
    assert desk.post(address, typed).status_code in (302, 422)
    assert evening.entries.count() == 6
    log = desk.get(reverse("audit", args=[evening.pk])).content.decode()
    assert "came late, in place of the bye." in log


def one_for_a_win(competition: Competition) -> None:
    rules = competition.standings_rules
    halves = {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "forfeit_win": 1}
    competition.standings_rules = {**rules, "points": {**rules["points"], **halves}}
    competition.save(update_fields=["standings_rules"])


def test_half_a_point_for_a_round_missed_where_a_win_is_one(
    desk: Client, evening: Competition, client_of: Callable[..., Client], organizer: User
) -> None:
    one_for_a_win(evening)
    (first,) = Round.objects.filter(stage__competition=evening)
    play_rounds([first], organizer)
    address = reverse("late_entry", args=[evening.pk])
    assert 'inputmode="decimal"' in desk.get(address).content.decode()
    typed = {"names": "Peter Googoo & Rita Joe", "how": "next", "points": "0,3"}
    answer = desk.post(address, typed)
    assert answer.status_code == 422
    said = "Write a whole number or a half up to 20, such as 2 or 0.5."
    assert said in answer.context["form"].errors["points"]
    assert desk.post(address, {**typed, "points": "½"}).status_code == 302
    late = Entry.objects.get(competition=evening, joined_in=2)

    points = {one.entry: one.row.match_points for one in standings_of(evening).rows}
    assert points.pop(late) == Fraction(1, 2)
    assert sorted(points.values()) == [0, 0, 1, 1, 1]
    ranks = [one.entry for one in standings_of(evening).rows]
    assert ranks.index(late) == 3
    why = "+½ point: <bdi>Came late: ½ for 1 round missed</bdi>"
    guest = client_of(None)
    for name in ("standings", "print_standings"):
        page = guest.get(reverse(name, args=[evening.pk])).content.decode()
        assert why in page
        assert ">½<" in page
    assert why in desk.get(reverse("adjustments", args=[evening.pk])).content.decode()
    log = desk.get(reverse("audit", args=[evening.pk])).content.decode()
    assert "play from the next round on. For rounds missed: +½ point." in log

    stage = evening.stages.get()
    second = draw_next_round(stage, number=2, by=organizer)
    publish_rounds(evening, [second], by=organizer)
    play_rounds([second], organizer)
    points = {one.entry: one.row.match_points for one in standings_of(evening).rows}
    assert points[late] == Fraction(1, 2)
    assert sum(points.values()) == 3 + Fraction(1, 2) + 3
    call_command("check_draw")
    assert desk.get(reverse("standings", args=[evening.pk]) + "?after=1").status_code == 200


def test_a_way_that_is_gone_is_refused_and_nobody_is_stored(
    desk: Client, evening: Competition
) -> None:
    address = reverse("late_entry", args=[evening.pk])
    before = Player.objects.count()
    answer = desk.post(address, {"names": "Peter Googoo & Rita Joe", "how": "together"})
    assert answer.status_code == 422
    assert "write both" in answer.content.decode()
    assert "Peter Googoo" in answer.content.decode()
    assert Player.objects.count() == before


def test_before_the_draw_the_page_sends_to_the_entries(
    desk: Client, make_competition: Callable[..., Competition]
) -> None:
    league = make_competition(entries=4, state="open")
    answer = desk.get(reverse("late_entry", args=[league.pk]))
    assert answer["Location"] == reverse("entries_edit", args=[league.pk])


def test_only_organizers_let_late_pairs_in(
    evening: Competition, scorekeeper: User, client_of: Callable[..., Client]
) -> None:
    address = reverse("late_entry", args=[evening.pk])
    answer = client_of(scorekeeper).post(address, {"names": "A & B", "how": "next"})
    assert answer.status_code == 403
    assert evening.entries.count() == 5


def test_after_the_time_of_grace_the_hall_offers_the_forfeit(
    desk: Client, make_match: Callable[..., Match]
) -> None:
    match = make_match()
    hall = reverse("round_results", args=[match.round_id])
    match.round.starts_at = timezone.now() - timedelta(minutes=10)
    match.round.save(update_fields=["starts_at"])
    assert "minutes of grace" not in desk.get(hall).content.decode()
    match.round.starts_at = timezone.now() - timedelta(minutes=16)
    match.round.save(update_fields=["starts_at"])
    page = desk.get(hall).content.decode()
    assert "1 table has not begun, and the 15 minutes of grace are over." in page
    form = desk.get(reverse("match_forfeit", args=[match.pk]) + "?no_show").content.decode()
    assert "Did not show up by" in form


def test_a_forfeit_turns_into_a_played_result_in_one_step(
    desk: Client, make_match: Callable[..., Match]
) -> None:
    match = make_match(forfeit="a", forfeit_reason="did not show up")
    address = reverse("match_totals", args=[match.pk])
    answer = desk.post(address, {"a1": "512", "b1": "340", "stamp": ""})
    assert answer.status_code == 422
    assert "Tick that it was played after all" in answer.content.decode()
    typed = {"a1": "512", "b1": "340", "stamp": "", "played_after_all": "on"}
    assert post_seen(desk, address, typed).status_code == 302
    match.refresh_from_db()
    view = load_match(match)
    assert (match.forfeit, view.winner, view.state) == (None, "a", "over")
    written = AuditEntry.objects.exclude(verb="see_impact").order_by("pk")
    assert list(written.values_list("verb", flat=True)) == [
        "take_forfeit_back",
        "record_totals",
    ]


def test_a_round_nobody_closed_is_over_once_the_next_one_is_out(
    desk: Client, evening: Competition, organizer: User
) -> None:
    """On an evening nobody closes rounds: late pairs come into the one that is on, and the pages
    show that one."""
    (first,) = Round.objects.filter(stage__competition=evening)
    for match in first.matches.all():
        record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    second = draw_next_round(first.stage, number=2, by=organizer)
    publish_rounds(evening, [second], by=organizer)
    first.refresh_from_db()
    assert first.state == "published"
    address = reverse("late_entry", args=[evening.pk])
    page = desk.get(address)
    assert "<bdi>Round 2</bdi> is on." in page.content.decode()
    two = {"names": "Peter Googoo & Rita Joe\nZita Zinck & Zoe Zinck", "how": "together"}
    assert desk.post(address, {**two, "points": "1"}).status_code == 302
    assert (first.matches.count(), second.matches.count()) == (2, 3)
    late = Entry.objects.filter(competition=evening, joined_in=2)
    assert late.count() == 2
    assert [one.match_points for one in Adjustment.objects.filter(entry__in=late)] == [1, 1]
    hall = desk.get(reverse("results", args=[evening.pk]))
    assert hall.context["round"] == second
    assert "Round 2" in desk.get("/").content.decode()
    overview = desk.get(reverse("competition", args=[evening.pk])).content.decode()
    assert "<bdi>Round 2</bdi>" in overview
    assert "<bdi>Round 1</bdi>" not in overview
