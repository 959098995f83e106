"""The season by nights: the best count, a night away scores what was stated."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.actions.adjustments import add_adjustment
from league.actions.departures import leave
from league.actions.entrants import add_players
from league.actions.next_rounds import draw_next_round
from league.actions.results import record_forfeit
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Adjustment, Competition, Entrant, Player, Round, User
from league.queries.player_standings import player_standings_of
from league.queries.season_nights import season_by_nights
from league.queries.standings import standings_of
from tests.league.actions.test_departures import draw, play_rounds, play_rounds_of_others
from tests.league.every_page import steady
from tests.league.ticks import post_seen

Season = tuple[Competition, list[Round]]


@pytest.fixture
def season(make_competition: Callable[..., Competition], organizer: User) -> Season:
    """Four partnerships, three nights; the second forfeits on the last one."""
    league = make_competition(entries=4)
    rounds = draw(league, organizer)
    play_rounds(rounds[:2], organizer)
    second = league.entries.order_by("pk")[1]
    match = next(m for m in rounds[2].matches.all() if second.pk in (m.entry_a_id, m.entry_b_id))
    side = "a" if match.entry_a_id == second.pk else "b"
    record_forfeit(match, who=side, reason="away", by=organizer)
    play_rounds_of_others(rounds[2], organizer)
    return league, rounds


def rows(league: Competition) -> dict[int, list[tuple[str, str, bool]]]:
    """entry -> its nights: score, kind, counts."""
    (part,) = season_by_nights(standings_of(league)).parts
    return {
        place.owner.pk: [(str(one.score), one.kind.value, one.counts) for one in place.row.nights]
        for place in part.rows
    }


def settings(**changed: str) -> dict[str, str]:
    return {
        "before_half": "struck", "after_half": "rest_forfeited",
        "disqualified_before_half": "struck", "disqualified_after_half": "struck",
        "grace": "15", "absence": "fixed", "reason": "voted", **changed,
    }  # fmt: skip


def set_season(client: Client, league: Competition, **changed: str) -> int:
    address = reverse("season_edit", args=[league.pk])
    return client.post(address, settings(**changed)).status_code


def test_the_worst_night_of_three_is_dropped_for_everybody(
    season: Season, organizer: User, client_of: Callable[..., Client]
) -> None:
    league, _rounds = season
    assert set_season(client_of(organizer), league, best_nights="2") == 302
    league.refresh_from_db()
    for nights in rows(league).values():
        counted = [int(score) for score, _kind, counts in nights if counts]
        dropped = [int(score) for score, _kind, counts in nights if not counts]
        assert (len(counted), len(dropped)) == (2, 1)
        assert max(dropped) <= min(counted)


def test_a_night_away_scores_what_was_stated(
    season: Season, organizer: User, client_of: Callable[..., Client]
) -> None:
    league, _rounds = season
    second = league.entries.order_by("pk")[1]
    assert rows(league)[second.pk][2] == ("0", "absent", True)
    desk = client_of(organizer)
    set_season(desk, league, absence="fixed", absence_figure="1")
    league.refresh_from_db()
    assert rows(league)[second.pk][2] == ("1", "absent", True)
    set_season(desk, league, absence="own_average", absence_percent="60")
    league.refresh_from_db()
    own = [int(score) for score, kind, _counts in rows(league)[second.pk] if kind == "played"]
    assert rows(league)[second.pk][2][0] == str(season_score(sum(own) * 60, 100 * len(own)))


def season_score(above: int, below: int) -> object:
    found = Fraction(above, below)
    return found.numerator if found.denominator == 1 else found


def test_everybody_reads_the_season_and_what_was_dropped(
    season: Season, organizer: User, client_of: Callable[..., Client]
) -> None:
    league, _rounds = season
    set_season(client_of(organizer), league, best_nights="2")
    guest = client_of(None)
    assert (
        reverse("season_nights", args=[league.pk])
        in guest.get(reverse("standings", args=[league.pk])).content.decode()
    )
    page = guest.get(reverse("season_nights", args=[league.pk])).content.decode()
    assert "The best 2 nights count." in page
    assert page.count("<small>dropped</small>") == 4
    assert "<small>away</small>" in page


@pytest.mark.parametrize("best", ["0", "-1", "two", "9" * 20])
def test_a_count_of_nights_that_cannot_be_is_refused(
    season: Season, organizer: User, client_of: Callable[..., Client], best: str
) -> None:
    league, _rounds = season
    assert set_season(client_of(organizer), league, best_nights=best) == 422
    league.refresh_from_db()
    assert "best_nights" not in league.season


def test_more_entries_take_no_more_statements(
    make_competition: Callable[..., Competition],
    organizer: User,
    client_of: Callable[..., Client],
) -> None:
    counts = []
    for entries in (4, 6):
        league = make_competition(entries=entries, name=f"League {entries}")
        rounds = draw(league, organizer)
        play_rounds(rounds[:2], organizer)
        with CaptureQueriesContext(connection) as seen:
            client_of(None).get(reverse("season_nights", args=[league.pk]))
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_everybody_reads_beforehand_what_the_season_has_stated(
    season: Season, organizer: User, client_of: Callable[..., Client]
) -> None:
    league, _rounds = season
    set_season(client_of(organizer), league, best_nights="2", grace="20")
    page = client_of(None).get(reverse("rules", args=[league.pk])).content.decode()
    assert "Who withdraws before half of their matches: none of their matches counts" in page
    assert "A table waits 20 minutes for who has not come." in page
    assert "The best 2 nights count." in page


def test_somebody_who_left_breaks_no_night(
    make_competition: Callable[..., Competition],
    organizer: User,
    client_of: Callable[..., Client],
) -> None:
    league = make_competition(entries=6)
    rounds = draw(league, organizer)
    play_rounds(rounds[:3], organizer)
    first = league.entries.order_by("pk")[0]
    leave(first, state="withdrawn", reason="moved", by=organizer)
    table = standings_of(league)
    assert all(one.games or one.forfeit for one in table.facts.results)
    page = client_of(None).get(reverse("season_nights", args=[league.pk]))
    assert page.status_code == 200
    assert len(rows(league)[first.pk]) == 3


def test_a_penalty_counts_in_the_season_whatever_night_is_dropped(
    season: Season, organizer: User, client_of: Callable[..., Client]
) -> None:
    league, _rounds = season
    desk, guest = client_of(organizer), client_of(None)
    set_season(desk, league, best_nights="2")
    address = reverse("season_nights", args=[league.pk])
    before = guest.get(address).content.decode()
    assert "they count in the total, and none is dropped." in before
    assert "Penalties, bonuses</th>" not in before
    league.refresh_from_db()
    totals = season_totals(league)
    leader = next(iter(totals))
    sent = {"entry": str(leader), "match_points": "-½", "points": "", "reason": "Late sheet"}
    assert post_seen(desk, reverse("adjustments", args=[league.pk]), sent).status_code == 302
    assert season_totals(league) == totals | {leader: totals[leader] - Fraction(1, 2)}
    nights = rows(league)[leader]
    assert [one[2] for one in nights].count(True) == 2
    page = guest.get(address).content.decode()
    assert "Penalties, bonuses</th>" in page
    assert "Night by night · −½ point</span>" in page
    assert "<p>−½ point: <bdi>Late sheet</bdi></p>" in page
    assert "<dt>Penalties, bonuses</dt><dd>−½</dd>" in page
    removed = reverse("adjustment_remove", args=[Adjustment.objects.get().pk])
    assert post_seen(desk, removed).status_code == 302
    assert steady(guest.get(address).content.decode()) == steady(before)


def season_totals(league: Competition) -> dict[int, int | Fraction]:
    """Entry, or player where partners rotate, -> total of the season, best first."""
    alone = Entrant.objects.filter(competition=league, entry=None).exists()
    table = player_standings_of(league) if alone else standings_of(league)
    (part,) = season_by_nights(table).parts
    return {one.owner.pk: one.row.total for one in part.rows}


@pytest.mark.parametrize("rank_by", ["match_points", "games_won", "points_for"])
def test_with_every_night_counted_the_season_says_what_the_standings_say(
    make_competition: Callable[..., Competition], organizer: User, rank_by: str
) -> None:
    """Five partnerships, two rounds a night: byes, two of them on one night, and penalties."""
    league = make_competition(entries=5)
    rules = league.standings_rules
    points = {**rules["points"], "bye": 1.5, "bye_for": 250, "bye_against": 250}
    league.standings_rules = {**rules, "rank_by": rank_by, "points": points}
    league.save(update_fields=["standings_rules"])
    rounds = draw(league, organizer)
    days = [one.starts_at for one in rounds]
    for one in rounds:
        one.starts_at = days[(one.number - 1) // 2]
        one.save(update_fields=["starts_at"])
    first, second = rounds[:2]
    twice = first.byes.get().entry
    other = second.byes.get()
    other.delete()
    met = second.matches.filter(entry_a=twice).first() or second.matches.get(entry_b=twice)
    met.delete()
    second.byes.create(entry=twice)
    play_rounds(rounds[:4], organizer)
    for entry, match_points, scored in ((twice, Fraction(-1, 2), -20), (other.entry, 1, 30)):
        add_adjustment(
            league, entry, match_points=match_points, points=scored, reason="Late", by=organizer
        )
    said = {one.entry.pk: getattr(one.row, rank_by) for one in standings_of(league).rows}
    assert season_totals(league) == said
    (part,) = season_by_nights(standings_of(league)).parts
    nights = {one.owner: one.row.nights for one in part.rows}
    assert len(nights[twice]) == 2
    assert nights[twice][0].kind == "bye"


def test_players_have_their_season_by_nights_too(
    make_competition: Callable[..., Competition],
    make_player: Callable[..., Player],
    organizer: User,
    client_of: Callable[..., Client],
) -> None:
    league = make_competition(entries=0, state="open")
    stage = add_stage(league, StagePlan(kind="rotating", rounds=3), by=organizer)
    names = ("Anne", "Joe", "Mairi", "Donna", "Stan")
    add_players(league, [make_player(name) for name in names], by=organizer)
    for number in (1, 2, 3):
        one = draw_next_round(stage, number=number, by=organizer)
        one.starts_at = league.created_at + timedelta(days=7 * number)
        one.save(update_fields=["starts_at"])
        publish_rounds(league, [one], by=organizer)
        play_rounds([one], organizer)
    stan = Entrant.objects.get(competition=league, player__name="Stan")
    add_adjustment(league, stan, match_points=-1, points=0, reason="Late", by=organizer)
    said = {one.player.pk: one.row.match_points for one in player_standings_of(league).rows}
    assert season_totals(league) == said
    desk = client_of(organizer)
    set_season(desk, league, best_nights="2")
    league.refresh_from_db()
    page = client_of(None).get(reverse("season_nights", args=[league.pk])).content.decode()
    assert ">Player</th>" in page
    assert page.count("dropped</small>") == 5
    line = page.split('<bdi class="name">Stan</bdi>', 1)[1].split("</tbody>", 1)[0]
    assert "<p>−1 point: <bdi>Late</bdi></p>" in line
