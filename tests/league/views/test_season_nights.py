"""The season by nights: the best count, a night away scores what was stated."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.actions.departures import leave
from league.actions.results import record_forfeit
from league.models import Competition, Round, User
from league.queries.season_nights import season_by_nights
from league.queries.standings import standings_of
from tests.league.actions.test_departures import draw, play_rounds, play_rounds_of_others

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
        entry.pk: [(str(one.score), one.kind.value, one.counts) for one in row.nights]
        for row, entry in part.rows
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
