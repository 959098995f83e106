"""A round is deleted after something was made from its table: named first, chosen, on record."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_forfeit, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import AuditEntry, Competition, Entry, Match, Round, Stage, User
from league.queries.standings import standings_of
from tests.league.actions.test_late_entries import swiss

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(make_competition: Make, organizer: User) -> tuple[Competition, Stage, Round]:
    """Six partnerships, two rounds played: the second turns the first round's order over."""
    league = make_competition(entries=6, state="open")
    stage, first = swiss(league, organizer)
    for match in first.matches.order_by("table"):
        totals = Totals(number=1, a=500 + match.table, b=300 - match.table)
        record_totals(match, [totals], stamp="", by=organizer)
    second = draw_next_round(stage, number=2, by=organizer)
    publish_rounds(league, [second], by=organizer)
    for match in second.matches.order_by("table"):
        a, b = (1, 900 + match.table) if match.table > 1 else (600, 100)
        record_totals(match, [Totals(number=1, a=a, b=b)], stamp="", by=organizer)
    return league, stage, second


def words(answer: Any) -> str:
    html = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").split())


def delete(desk: Client, found: Round, **more: str) -> Any:
    typed = {
        "typed": str(found),
        "reason": "played on the wrong sheets",
        "with_results": "on",
    }
    return desk.post(reverse("round_delete", args=[found.pk]), typed | more)


def first_four(league: Competition) -> list[Entry]:
    return [place.entry for place in standings_of(league).rows[:4]]


def test_a_bracket_seeded_from_the_round_is_named_before_and_cut_again_or_kept(
    desk: Client, evening: tuple[Competition, Stage, Round], organizer: User
) -> None:
    league, _stage, second = evening
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="standings", places=4)
    cup = make_bracket(league, plan, by=organizer)
    through = first_four(league)
    page = words(desk.get(reverse("round_delete", args=[second.pk])))
    assert "Knockout was seeded from the standings with this round." in page
    seen = delete(desk, second)
    assert seen.status_code == 422
    assert Round.objects.filter(pk=second.pk).exists()
    stamp = seen.context["impact_stamp"]
    ticked = {"impact": stamp, "impact_seen": "on", f"impact_cut_{cup.pk}": "again"}
    assert delete(desk, second, **ticked).status_code == 302
    now = first_four(league)
    assert now != through
    made = Stage.objects.get(competition=league, kind=Stage.Kind.KNOCKOUT)
    assert made.draw["ranked"] == [entry.pk for entry in now]
    for entry in set(through) - set(now):
        assert f"{entry.partnership.first.name} & {entry.partnership.second.name} would not" in (
            words(seen)
        )


def test_a_bracket_is_kept_unless_it_is_cut_again(
    desk: Client, evening: tuple[Competition, Stage, Round], organizer: User
) -> None:
    league, _stage, second = evening
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="standings", places=4)
    cup = make_bracket(league, plan, by=organizer)
    stamp = delete(desk, second).context["impact_stamp"]
    assert delete(desk, second, impact=stamp, impact_seen="on").status_code == 302
    assert Stage.objects.get(pk=cup.pk).draw["ranked"] == cup.draw["ranked"]
    verbs = AuditEntry.objects.filter(competition=league).values_list("verb", flat=True)
    assert {"delete_round", "keep_cut", "see_impact"} <= set(verbs)


def test_a_later_stage_drawn_from_the_table_is_named_and_may_be_drawn_again(
    desk: Client, evening: tuple[Competition, Stage, Round], organizer: User
) -> None:
    league, _stage, second = evening
    after = add_stage(league, StagePlan(kind="random", rounds=2), by=organizer)
    drawn = draw_next_round(after, number=1, by=organizer)
    page = words(desk.get(reverse("round_delete", args=[second.pk])))
    assert "Random draw each round: its rounds were drawn from the standings" in page
    seen = delete(desk, second)
    assert seen.status_code == 422
    assert "Round 1 is drawn already, by lot." in words(seen)
    again = {f"impact_round_{drawn.pk}": "again", "impact_seen": "on"}
    answer = delete(desk, second, impact=seen.context["impact_stamp"], **again)
    assert answer.status_code == 302
    drawn.refresh_from_db()
    assert drawn.matches.count() == 3
    assert AuditEntry.objects.filter(verb="redraw_round").count() == 1


def test_where_nothing_was_made_from_it_the_round_goes_with_its_own_tick_alone(
    desk: Client, evening: tuple[Competition, Stage, Round]
) -> None:
    league, _stage, second = evening
    before = standings_of(league).rows
    assert "seeded" not in words(desk.get(reverse("round_delete", args=[second.pk])))
    assert delete(desk, second).status_code == 302
    assert standings_of(league).rows != before
    assert not AuditEntry.objects.filter(verb="see_impact").exists()


def test_the_log_shows_what_stood_on_its_sheets_by_table_and_names(
    desk: Client, evening: tuple[Competition, Stage, Round], organizer: User
) -> None:
    league, _stage, second = evening
    tables = list(second.matches.order_by("table"))
    third = tables[2]
    third.games.all().delete()
    record_forfeit(third, who="b", reason="Nobody came", by=organizer)
    assert delete(desk, second).status_code == 302
    assert not Match.objects.filter(round=second.pk).exists()
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert "Deleted round 2 after it was published. Taken off: table 1," in log
    for match, figures in zip(tables, ("600–100", "1–902", "forfeited"), strict=True):
        assert f"table {match.table}, {match.entry_a} – {match.entry_b} , {figures}" in log
    assert "played on the wrong sheets" in log
