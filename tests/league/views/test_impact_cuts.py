"""After the cut a score is corrected: the bracket is kept, or cut again, with who moves."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.models import Competition, Entry, Match, Stage, User
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from tests.league.cross_tables import play_cross_table
from tests.league.views.test_impact_choices import chosen, logged, turned, words

Make = Callable[..., Competition]
TABLE = """
        Anne    Joe      Mairi    Donna
Anne     -    512-340  505-400  510-400
Joe             -      515-300  510-400
Mairi                    -      510-120
Donna                             -
"""

ALL_BEATEN_BY_ANNE = """
        Anne    Joe      Mairi
Anne     -    500-400  500-400
Joe             -      515-300
Mairi                    -
"""


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def bracket(league: Competition, by: User, places: int = 2) -> Stage:
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="standings", places=places)
    return make_bracket(league, plan, by=by)


def seeds(league: Competition) -> list[str]:
    """The first names of the seeds, best first, of the only bracket."""
    stage = Stage.objects.get(competition=league, kind=Stage.Kind.KNOCKOUT)
    entries = Entry.objects.in_bulk(stage.draw["ranked"])
    return [entries[pk].partnership.first.name.split()[0] for pk in stage.draw["ranked"]]


def last_score(entries: dict[str, Entry]) -> tuple[str, dict[str, str]]:
    """Joe's game against Donna turned into a loss by so much that Mairi is second."""
    match = Match.objects.get(entry_a=entries["Joe"], entry_b=entries["Donna"])
    typed = {
        "a1": "400", "b1": "510", "reason": "misread", "stamp": stamp_of_totals(load_match(match)),
    }  # fmt: skip
    return reverse("match_totals", args=[match.pk]), typed


@pytest.mark.parametrize("published", [False, True])
def test_after_the_cut_the_last_score_offers_to_cut_again_or_keep_with_who_moves(
    published: bool, desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=0)
    entries = play_cross_table(league, TABLE)
    stage = bracket(league, organizer)
    if published:
        publish_rounds(league, list(stage.rounds.all()), by=organizer)
    assert seeds(league) == ["Anne", "Joe"]
    page, typed = last_score(entries)
    read = words(desk.post(page, typed))
    assert "Mairi One & Mairi Two would now be among those who qualify." in read
    assert "Joe One & Joe Two would not qualify any more." in read
    assert "Knockout, seed 2: Mairi One & Mairi Two instead of Joe One & Joe Two ." in read
    assert "Keep the seeds as they are" in read
    assert "Cut again from the corrected table" in read
    answer = chosen(desk, page, typed, **{f"impact_cut_{stage.pk}": "again"})
    assert answer.status_code == 302
    assert seeds(league) == ["Anne", "Mairi"]
    made = Stage.objects.get(competition=league, kind=Stage.Kind.KNOCKOUT)
    assert {one.state for one in made.rounds.all()} == {"draft"}
    assert Match.objects.get(round__stage=made).entry_b == entries["Mairi"]
    assert len(logged(league, "make_bracket")) == 2
    assert "The bracket is cut again, as a draft." in words(desk.get(answer.url))


def test_after_the_cut_the_seeds_are_kept_by_default_and_nobody_is_asked_again(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=0)
    entries = play_cross_table(league, TABLE)
    stage = bracket(league, organizer)
    assert chosen(desk, *last_score(entries)).status_code == 302
    assert seeds(league) == ["Anne", "Joe"]
    assert len(logged(league, "keep_cut")) == 1
    assert desk.get(reverse("bracket", args=[stage.pk])).context["recut"] is None


def test_another_order_of_the_same_is_told_seed_by_seed(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=0)
    entries = play_cross_table(league, TABLE)
    stage = bracket(league, organizer)
    page, typed = turned(
        Match.objects.get(entry_a=entries["Anne"], entry_b=entries["Joe"], slot=None)
    )
    read = words(desk.post(page, typed))
    assert "Knockout, seed 1: Joe One & Joe Two instead of Anne One & Anne Two ." in read
    answer = chosen(desk, page, typed, **{f"impact_cut_{stage.pk}": "again"})
    assert answer.status_code == 302
    assert seeds(league) == ["Joe", "Anne"]


def test_a_bracket_in_play_keeps_its_seeds_and_says_why(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=0)
    entries = play_cross_table(league, TABLE)
    stage = bracket(league, organizer)
    publish_rounds(league, list(stage.rounds.all()), by=organizer)
    final = Match.objects.get(round__stage=stage)
    record_totals(final, [Totals(number=1, a=512, b=300)], stamp="", by=organizer)
    page, typed = last_score(entries)
    read = words(desk.post(page, typed))
    assert "Knockout: play has begun, so its seeds stay as they are." in read
    assert "Cut again" not in read
    forced = chosen(desk, page, typed, **{f"impact_cut_{stage.pk}": "again"})
    assert forced.status_code == 422
    assert chosen(desk, page, typed).status_code == 302
    assert seeds(league) == ["Anne", "Joe"]


def test_a_tie_at_the_line_is_left_to_the_brackets_page(
    desk: Client, make_competition: Make, organizer: User
) -> None:
    league = make_competition(entries=0)
    entries = play_cross_table(league, ALL_BEATEN_BY_ANNE)
    stage = bracket(league, organizer)
    assert seeds(league) == ["Anne", "Joe"]
    match = Match.objects.get(entry_a=entries["Joe"], entry_b=entries["Mairi"])
    typed = {"a1": "", "b1": "", "reason": "void", "stamp": stamp_of_totals(load_match(match))}
    page = reverse("match_totals", args=[match.pk])
    read = words(desk.post(page, typed))
    assert "Knockout: some are level at its line now." in read
    assert "Cut again" not in read
    assert chosen(desk, page, typed).status_code == 302
    assert not logged(league, "keep_cut")
    assert len(desk.get(reverse("bracket", args=[stage.pk])).context["recut"]["tied"]) == 2
