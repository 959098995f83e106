"""A partnership leaves in the middle of a season, is put back, comes back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from league.actions.departures import come_back, leave, put_back
from league.actions.draws import DrawPlan, draw_stage
from league.actions.errors import ActionError
from league.actions.results import Totals, record_totals
from league.actions.rounds import close_round, publish_rounds
from league.actions.seasons import change_season
from league.models import AuditEntry, Bye, Competition, Entry, Match, Round, Stage, User
from league.queries.matches import load_match
from league.queries.standings import standings_of
from tests.league.actions.test_draw_races import TIMES, at_once, refusals

Season = tuple[Competition, list[Round]]


def draw(league: Competition, by: User) -> list[Round]:
    """A round robin drawn and published."""
    n = league.entries.count()
    count = n - 1 + n % 2
    start = datetime(2026, 10, 20, 22, tzinfo=UTC)
    plan = DrawPlan(
        seed="ceilidh",
        legs=1,
        starts=[start + timedelta(days=7 * turn) for turn in range(count)],
        told={},
    )
    stage: Stage = draw_stage(league, plan, replaces=None, by=by)
    rounds = list(stage.rounds.all())
    publish_rounds(league, rounds, by=by)
    return rounds


def play_rounds(rounds: list[Round], by: User) -> None:
    """The lower id of each table wins 510 to 400; the rounds are closed."""
    for one in rounds:
        for match in one.matches.all():
            a, b = (510, 400) if match.entry_a_id < match.entry_b_id else (400, 510)
            record_totals(match, [Totals(number=1, a=a, b=b)], stamp="", by=by)
        close_round(one, by=by)


def table(league: Competition) -> list[tuple[int, int, str, int, int]]:
    """entry, rank, match points, won, lost."""
    rows = standings_of(league).rows
    return [(p.entry.pk, p.row.rank, str(p.row.match_points), p.row.won, p.row.lost) for p in rows]


def schedule(league: Competition) -> list[tuple[object, ...]]:
    """Every fact of every match and bye."""
    matches = Match.objects.filter(round__stage__competition=league).order_by("pk").values_list()
    byes = Bye.objects.filter(round__stage__competition=league).order_by("pk").values_list()
    return [*matches, *byes]


@pytest.fixture
def season(make_competition: Callable[..., Competition], organizer: User) -> Season:
    """Six partnerships, five rounds, two of them played."""
    league = make_competition(entries=6)
    rounds = draw(league, organizer)
    play_rounds(rounds[:2], organizer)
    return league, rounds


def test_who_leaves_before_half_is_struck_out_and_nobody_keeps_points_against_them(
    season: Season, organizer: User
) -> None:
    league, _rounds = season
    first = league.entries.order_by("pk")[0]
    assert next(row for row in table(league) if row[0] == first.pk)[2:] == ("4", 2, 0)
    leave(first, state="withdrawn", reason="moved away", by=organizer)
    standings = standings_of(league)
    assert first.pk not in [place.entry.pk for place in standings.rows]
    gone = standings.left[0]
    assert gone.judged is not None
    assert (gone.entry.pk, gone.struck) == (first.pk, True)
    assert (gone.judged.played, gone.judged.scheduled) == (2, 5)
    assert sum(place.row.played for place in standings.rows) == 2 * 4


def test_who_leaves_after_half_keeps_what_was_played_and_forfeits_the_rest(
    season: Season, organizer: User
) -> None:
    league, rounds = season
    play_rounds(rounds[2:3], organizer)
    first = league.entries.order_by("pk")[0]
    before = {row[0]: row for row in table(league)}
    leave(first, state="withdrawn", reason="moved away", by=organizer)
    assert {row[0]: row for row in table(league)} == before
    play_rounds_of_others(rounds[3], organizer)
    waiting = next(m for m in rounds[3].matches.all() if first.pk in (m.entry_a_id, m.entry_b_id))
    other = waiting.entry_b_id if waiting.entry_a_id == first.pk else waiting.entry_a_id
    after = {row[0]: row for row in table(league)}
    assert after[first.pk][3:] == (before[first.pk][3], before[first.pk][4] + 1)
    assert after[other][3] == before[other][3] + 1
    view = load_match(waiting)
    assert (view.state, view.left, view.over) == ("forfeit", True, True)
    assert waiting.forfeit is None


def play_rounds_of_others(one: Round, by: User) -> None:
    for match in one.matches.all():
        if not load_match(match).over:
            record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=by)
    close_round(one, by=by)


def test_putting_back_restores_the_same_schedule_and_the_same_table(
    season: Season, organizer: User
) -> None:
    league, _rounds = season
    facts, rows = schedule(league), table(league)
    third = league.entries.order_by("pk")[2]
    leave(third, state="disqualified", reason="a mix-up", by=organizer)
    assert table(league) != rows
    put_back(third, by=organizer)
    assert (schedule(league), table(league)) == (facts, rows)
    third.refresh_from_db()
    assert (third.state, third.left_after, third.left_reason) == ("playing", None, "")
    log = AuditEntry.objects.filter(verb__in=["leave", "put_back"]).order_by("pk")
    assert [(one.verb, one.by, one.reason) for one in log] == [
        ("leave", organizer, "a mix-up"),
        ("put_back", organizer, ""),
    ]


def test_who_comes_back_has_lost_only_the_rounds_that_are_closed(
    season: Season, organizer: User
) -> None:
    league, rounds = season
    play_rounds(rounds[2:3], organizer)
    first = league.entries.order_by("pk")[0]
    leave(first, state="withdrawn", reason="away in Fort McMurray", by=organizer)
    play_rounds_of_others(rounds[3], organizer)
    kept = come_back(first, by=organizer)
    missed = Match.objects.get(pk=kept[0])
    assert missed.round == rounds[3]
    assert missed.forfeit_reason == "away in Fort McMurray"
    assert load_match(missed).state == "forfeit"
    last = next(m for m in rounds[4].matches.all() if first.pk in (m.entry_a_id, m.entry_b_id))
    assert load_match(last).state == "waiting"
    assert come_back(first, by=organizer) == []


def test_two_who_left_both_lose_the_match_between_them(season: Season, organizer: User) -> None:
    _league, rounds = season
    play_rounds(rounds[2:4], organizer)
    match = rounds[4].matches.all()[0]
    for entry in (match.entry_a, match.entry_b):
        leave(entry, state="withdrawn", reason="moved", by=organizer)
    view = load_match(match)
    assert (view.forfeit, view.winner, view.over) == ("both", None, True)


def test_a_season_may_strike_out_late_leavers_too(season: Season, organizer: User) -> None:
    league, rounds = season
    play_rounds(rounds[2:4], organizer)
    first = league.entries.order_by("pk")[0]
    leave(first, state="withdrawn", reason="moved", by=organizer)
    assert len(standings_of(league).rows) == 6
    rule = {"before_half": "struck", "after_half": "struck"}
    with pytest.raises(ActionError, match="say why"):
        change_season(league, {"withdrawal": rule}, by=organizer)
    change_season(league, {"withdrawal": rule}, reason="voted in May", by=organizer)
    league.refresh_from_db()
    assert len(standings_of(league).rows) == 5


def test_a_bye_after_leaving_gives_nothing(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    league = make_competition(entries=5)
    rounds = draw(league, organizer)
    play_rounds(rounds[:4], organizer)
    byes = {bye.round_id: bye.entry for bye in Bye.objects.filter(round__in=rounds)}
    last = byes[rounds[4].pk]
    points = next(row for row in table(league) if row[0] == last.pk)
    leave(last, state="withdrawn", reason="moved", by=organizer)
    play_rounds_of_others(rounds[4], organizer)
    assert next(row for row in table(league) if row[0] == last.pk)[2:] == points[2:]


def test_where_nothing_is_published_they_are_taken_off_instead(
    make_competition: Callable[..., Competition], organizer: User
) -> None:
    league = make_competition(entries=4, state="open")
    entry = league.entries.first()
    assert entry is not None
    with pytest.raises(ActionError, match="take them off"):
        leave(entry, state="withdrawn", reason="moved", by=organizer)


def test_a_late_sheet_of_those_who_left_still_comes_in(season: Season, organizer: User) -> None:
    _league, rounds = season
    match = rounds[2].matches.all()[0]
    leave(match.entry_a, state="withdrawn", reason="moved", by=organizer)
    record_totals(match, [Totals(number=1, a=510, b=400)], stamp="", by=organizer)
    assert load_match(match).state == "over"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_organizers_at_once_make_one_departure(
    make_competition: Callable[..., Competition], organizer: User, owner: User
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=4, name=f"League {turn}")
        draw(league, organizer)
        entry = league.entries.first()
        assert entry is not None

        def go(state: str, by: User, entry: Entry = entry) -> Entry:
            return leave(entry, state=state, reason=state, by=by)

        same = at_once(lambda: go("withdrawn", organizer), lambda: go("withdrawn", owner))
        assert refusals(same) == []
        assert AuditEntry.objects.filter(competition=league, verb="leave").count() == 1
        put_back(entry, by=organizer)
        different = at_once(lambda: go("withdrawn", organizer), lambda: go("disqualified", owner))
        assert len(refusals(different)) == 1
        entry.refresh_from_db()
        assert entry.left_reason == entry.state
