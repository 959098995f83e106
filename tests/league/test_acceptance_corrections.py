"""A correction reaches every page: the next round, the bracket set back, the final."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.next_rounds import draw_next_round
from league.actions.rounds import publish_rounds
from league.models import AuditEntry, Competition, Match, User
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from league.queries.standings import standings_of
from tests.league.actions.test_departures import play_rounds
from tests.league.actions.test_late_entries import swiss, tables
from tests.league.brackets import made, match_in, seated, win
from tests.league.cross_tables import play_cross_table
from tests.league.evenings import begin, play
from tests.league.every_page import steady
from tests.league.ticks import post_seen

Make = Callable[..., Competition]
ClientOf = Callable[..., Client]


@pytest.fixture
def desk(client_of: ClientOf, organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one minute for the whole test."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 30, 1, 0, tzinfo=UTC))


def read(client: Client, name: str, *args: int) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return steady(answer.content.decode())


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def drawing(client: Client, stage_id: int) -> str:
    """Every cell and line of the bracket and all that stands below it."""
    html = read(client, "bracket", stage_id)
    return words(html[html.index('<div class="tree ') : html.index("</main>")])


def test_a_penalty_and_its_removal_leave_page_and_paper_byte_for_byte(
    make_competition: Make, organizer: User, client_of: ClientOf, desk: Client, clock_stands: None
) -> None:
    league = make_competition(entries=6, state="open")
    _stage, first = swiss(league, organizer)
    play_rounds([first], organizer)
    guest = client_of(None)
    shown = [read(guest, name, league.pk) for name in ("standings", "print_standings")]
    leader = standings_of(league).rows[0].entry
    typed = {"entry": leader.pk, "match_points": "-3", "points": "0", "reason": "late sheet"}
    assert post_seen(desk, reverse("adjustments", args=[league.pk]), typed).status_code == 302
    assert read(guest, "standings", league.pk) != shown[0]
    (penalty,) = leader.adjustments.all()
    removal = reverse("adjustment_remove", args=[penalty.pk])
    assert post_seen(desk, removal, {"reason": "it was on time"}).status_code == 302
    assert [read(guest, name, league.pk) for name in ("standings", "print_standings")] == shown


def test_a_score_of_round_one_changed_after_round_two_is_out_leaves_its_tables(
    make_competition: Make, organizer: User, desk: Client
) -> None:
    league = make_competition(entries=8, state="open")
    stage, first = swiss(league, organizer)
    play_rounds([first], organizer)
    second = draw_next_round(stage, number=2, by=organizer)
    publish_rounds(league, [second], by=organizer)
    before = tables(league)
    match = first.matches.order_by("table")[0]
    (game,) = match.games.all()
    stood = (game.total_a, game.total_b)
    page = reverse("match_totals", args=[match.pk])
    typed = {
        "a1": str(stood[1]), "b1": str(stood[0]), "reason": "the wrong way round",
        "stamp": stamp_of_totals(load_match(match)),
    }  # fmt: skip
    warned = desk.post(page, typed)
    assert warned.status_code == 422
    assert "Round 2 is drawn already, from the table before. Its tables stay" in words(
        warned.content.decode()
    )
    game.refresh_from_db()
    assert (game.total_a, game.total_b) == stood
    assert post_seen(desk, page, typed).status_code == 302
    game.refresh_from_db()
    assert (game.total_a, game.total_b) == (stood[1], stood[0])
    assert tables(league) == before
    log = AuditEntry.objects.get(verb="see_impact")
    assert log.by == organizer
    assert log.after is not None
    assert log.after["kept_rounds"] == [second.pk]


def test_a_semi_final_swapped_or_replayed_shows_everybody_the_same_bracket(
    make_competition: Make, organizer: User, client_of: ClientOf, desk: Client
) -> None:
    for choice in ("swap", "replay"):
        stage = made(make_competition(entries=4, name=f"Cup {choice}"), organizer)
        for slot in ("W1-1", "W1-2"):
            win(stage, slot, "a", organizer)
        final = match_in(stage, "F1-1")
        begin(final, organizer)
        play(final, organizer, 96)
        win(stage, "W1-1", "b", organizer)
        page = reverse("bracket", args=[stage.pk])
        stamp = desk.get(page).context["form"]["stamp"].value()
        sent = {"step": "decide", "choice": choice, "stamp": stamp, "reason": "read wrong"}
        assert desk.post(page, sent).status_code == 302
        assert seated(stage) == {"W1-1": (1, 4), "W1-2": (2, 3), "F1-1": (4, 2)}
        assert Match.objects.filter(round__stage=stage, slot="F1-1").count() == 1
        assert drawing(client_of(None), stage.pk) == drawing(desk, stage.pk)


def test_a_final_played_leaves_the_preliminary_table_byte_for_byte(
    make_competition: Make, organizer: User, client_of: ClientOf, clock_stands: None
) -> None:
    league = make_competition(entries=0)
    play_cross_table(
        league,
        """
                Anne    Joe      Mairi
        Anne     -    510-400  520-400
        Joe             -      530-400
        Mairi                    -
        """,
    )
    cup = made(league, organizer, kind="championship", order="standings", places=2)
    guest = client_of(None)
    before = [(place.entry.pk, place.row) for place in standings_of(league).rows]
    table = re.compile(r"<table.*?</table>", re.DOTALL)
    shown = table.findall(read(guest, "print_standings", league.pk))
    win(cup, "F1-1", "b", organizer)
    assert [(place.entry.pk, place.row) for place in standings_of(league).rows] == before
    assert shown
    assert table.findall(read(guest, "print_standings", league.pk)) == shown


def test_a_game_taken_off_and_played_again_counts_once(
    make_competition: Make, organizer: User, desk: Client
) -> None:
    league = make_competition(entries=4, state="open")
    _stage, first = swiss(league, organizer)
    play_rounds([first], organizer)
    stood = [place.row for place in standings_of(league).rows]
    match = first.matches.order_by("table")[0]
    (game,) = match.games.all()
    a, b = str(game.total_a), str(game.total_b)
    page = reverse("match_totals", args=[match.pk])
    for typed in ({"a1": "", "b1": "", "reason": "void"}, {"a1": a, "b1": b, "reason": "replayed"}):
        sent = typed | {"stamp": stamp_of_totals(load_match(match))}
        assert post_seen(desk, page, sent).status_code == 302
        played = [place.row.played for place in standings_of(league).rows]
        assert sorted(played) == ([0, 0, 1, 1] if typed["a1"] == "" else [1, 1, 1, 1])
    assert [place.row for place in standings_of(league).rows] == stood
