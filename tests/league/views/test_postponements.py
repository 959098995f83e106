"""One match is put off and made up; its round goes on without it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.postponements import play_with_round, postpone_match
from league.actions.results import Totals, record_totals
from league.actions.rounds import close_round
from league.models import AuditEntry, Competition, Match, Round, User
from league.queries.matches import load_match
from league.queries.standings import standings_of
from tests.league.actions.test_departures import draw, play_rounds_of_others
from tests.league.actions.test_draw_races import TIMES, at_once, refusals
from tests.league.evenings import begin, play

Season = tuple[Competition, list[Round], Match]


@pytest.fixture
def season(make_competition: Callable[..., Competition], organizer: User) -> Season:
    league = make_competition(entries=4)
    rounds = draw(league, organizer)
    match = rounds[0].matches.order_by("table").first()
    assert match is not None
    return league, rounds, match


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def address(match: Match) -> str:
    return reverse("match_postpone", args=[match.pk])


def test_a_match_put_off_lets_its_round_close_and_adds_nothing(
    season: Season, organizer: User
) -> None:
    league, rounds, match = season
    postpone_match(match, starts_at=None, reason="snow", by=organizer)
    others = rounds[0].matches.exclude(pk=match.pk)
    assert others.count() == 1
    with pytest.raises(ActionError, match="table 2"):
        close_round(rounds[0], by=organizer)
    play_rounds_of_others_but(match, rounds[0], organizer)
    rounds[0].refresh_from_db()
    assert rounds[0].state == "closed"
    assert sum(place.row.played for place in standings_of(league).rows) == 2
    following = {p.entry.pk: p.next_match for p in standings_of(league).rows}
    assert following[match.entry_a_id] is not None


def play_rounds_of_others_but(put_off: Match, one: Round, by: User) -> None:
    for match in one.matches.exclude(pk=put_off.pk):
        record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=by)
    close_round(one, by=by)


def test_a_scorekeeper_scores_it_after_its_round_is_closed(
    season: Season, organizer: User, scorekeeper: User
) -> None:
    _league, rounds, match = season
    postpone_match(match, starts_at=None, reason="snow", by=organizer)
    play_rounds_of_others_but(match, rounds[0], organizer)
    begin(match, scorekeeper)
    play(match, scorekeeper, 100)
    assert load_match(match).state == "playing"


def test_the_day_it_is_made_up_shows_on_the_schedule_and_the_log(
    desk: Client, season: Season, client_of: Callable[..., Client]
) -> None:
    league, _rounds, match = season
    typed = {"day": "2026-11-12", "clock": "19:30", "reason": "snow"}
    assert desk.post(address(match), typed).status_code == 302
    guest = client_of(None)
    page = guest.get(reverse("schedule", args=[league.pk])).content.decode()
    assert "To be made up" in page
    assert page.count("made up Thu, Nov 12, 19:30") == 2
    log = desk.get(reverse("audit", args=[league.pk])).content.decode()
    assert "Put the match off to Thu, Nov 12, 19:30." in log
    assert "snow" in log
    desk.post(address(match), {"step": "back"})
    match.refresh_from_db()
    assert (match.postponed, match.starts_at) == (False, None)
    assert "To be made up" not in guest.get(reverse("schedule", args=[league.pk])).content.decode()


def test_nobody_plays_at_two_tables_at_one_time(
    desk: Client, season: Season, organizer: User
) -> None:
    _league, rounds, match = season
    with pytest.raises(ActionError, match="plays then already: Round 2"):
        postpone_match(match, starts_at=rounds[1].starts_at, reason="snow", by=organizer)
    local = timezone.localtime(rounds[1].starts_at)
    typed = {"day": f"{local:%Y-%m-%d}", "clock": f"{local:%H:%M}", "reason": "snow"}
    answer = desk.post(address(match), typed)
    assert answer.status_code == 422
    assert "plays then already" in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"day": "2026-11-12", "clock": "", "reason": "snow"}, "Choose the time."),
        ({"day": "soon", "clock": "19:00", "reason": "snow"}, "is no date"),
        ({"day": "", "clock": "", "reason": " "}, "Say why, in a few words."),
    ],
)
def test_what_cannot_be_is_refused_on_its_field(
    desk: Client, season: Season, typed: dict[str, str], said: str
) -> None:
    match = season[2]
    answer = desk.post(address(match), typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    match.refresh_from_db()
    assert not match.postponed


def test_what_is_over_is_not_put_off(season: Season, organizer: User) -> None:
    _league, rounds, match = season
    play_rounds_of_others(rounds[0], organizer)
    with pytest.raises(ActionError, match="has its result"):
        postpone_match(match, starts_at=None, reason="snow", by=organizer)


def test_said_twice_it_is_put_off_once(season: Season, organizer: User) -> None:
    match = season[2]
    for _time in range(2):
        postpone_match(match, starts_at=None, reason="snow", by=organizer)
    for _time in range(2):
        play_with_round(match, by=organizer)
    verbs = AuditEntry.objects.filter(match=match).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["postpone_match", "play_with_round"]


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "scorekeeper"])
def test_only_organizers_put_a_match_off(
    who: str,
    season: Season,
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    match = season[2]
    answer = client_of(personas[who]).post(address(match), {"day": "", "reason": "snow"})
    assert answer.status_code in (302, 403, 404)
    match.refresh_from_db()
    assert not match.postponed


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_matches_of_one_pair_made_up_at_once_never_share_an_hour(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    then = timezone.now() + timedelta(days=200)
    for turn in range(TIMES):
        league = make_competition(entries=4, name=f"League {turn}")
        rounds = draw(league, organizer)
        pair = league.entries.first()
        assert pair is not None
        theirs = [
            match
            for one in rounds[:2]
            for match in one.matches.all()
            if pair.pk in (match.entry_a_id, match.entry_b_id)
        ]

        at = then + timedelta(days=turn)

        def put_off(match: Match, at: datetime = at) -> Match:
            return postpone_match(match, starts_at=at, reason="snow", by=organizer)

        answers = at_once(*(lambda match=match: put_off(match) for match in theirs))
        assert len(refusals(answers)) == 1


def test_a_round_does_not_move_onto_a_match_that_one_of_its_people_makes_up(
    season: Season, desk: Client
) -> None:
    _league, rounds, match = season
    day = timezone.localdate() + timedelta(days=40)
    typed = {"day": str(day), "clock": "19:30", "reason": "snow"}
    assert desk.post(address(match), typed).status_code == 302
    page = reverse("round_edit", args=[rounds[1].pk])
    answer = desk.post(page, {"name": "", "day": str(day), "clock": "19:30", "reason": ""})
    assert answer.status_code == 422
    assert "makes up" in answer.content.decode()
    answer = desk.post(page, {"name": "", "day": str(day), "clock": "21:30", "reason": ""})
    assert answer.status_code == 302
    page = reverse("round_edit", args=[rounds[0].pk])
    answer = desk.post(page, {"name": "", "day": str(day), "clock": "19:30", "reason": ""})
    assert answer.status_code == 302
