"""Penalties and bonuses: counted with their reason, and gone without a trace in the table."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.test import Client

from league.models import Adjustment, AuditEntry, Competition, Game, Match, User
from league.queries.standings import standings_of
from league.words.figures import plain_figure
from tests.league.every_page import steady
from tests.league.ticks import post_seen


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def match(make_match: Callable[..., Match]) -> Match:
    match = make_match()
    Game.objects.create(match=match, number=1, total_a=512, total_b=340)
    return match


def page(match: Match) -> str:
    return f"/competitions/{match.round.stage.competition_id}/adjustments/"


def typed(match: Match, **fields: str) -> dict[str, str]:
    return {
        "entry": str(match.entry_a_id), "match_points": "", "points": "", "reason": "late sheet",
    } | fields  # fmt: skip


def test_a_penalty_taken_off_leaves_the_standings_page_as_it_was(
    desk: Client, match: Match, client_of: Callable[..., Client]
) -> None:
    standings = page(match).replace("adjustments", "standings")
    guest = client_of(None)

    def shown() -> str:
        return steady(guest.get(standings).content.decode())

    before = shown()
    assert post_seen(desk, page(match), typed(match, match_points="−3")).status_code == 302
    assert shown() != before
    assert "late sheet" in shown()
    penalty = Adjustment.objects.get()
    assert (penalty.match_points, penalty.points) == (-3, 0)

    assert post_seen(desk, f"/adjustments/{penalty.pk}/remove/").status_code == 302
    assert shown() == before
    assert "taken off" in desk.get(page(match)).content.decode()
    desk.post(f"/adjustments/{penalty.pk}/remove/")
    assert AuditEntry.objects.filter(verb="remove_adjustment").count() == 1


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"match_points": "-1", "reason": ""}, "reason", "Say why, in a few words."),
        ({"match_points": "0", "points": "0"}, "match_points", "Write how many"),
        ({}, "match_points", "Write how many"),
        ({"match_points": "1_0"}, "match_points", "a whole number or a half from -999 to 999"),
        ({"match_points": "1000"}, "match_points", "a whole number or a half from -999 to 999"),
        ({"match_points": "999½"}, "match_points", "a whole number or a half from -999 to 999"),
        ({"match_points": "0.3"}, "match_points", "such as 1 or -0.5"),
        ({"match_points": "½½"}, "match_points", "such as 1 or -0.5"),
        ({"match_points": "1/2"}, "match_points", "such as 1 or -0.5"),
        ({"match_points": "٠.٥"}, "match_points", "such as 1 or -0.5"),
        ({"points": "-100000"}, "points", "write -99999 to 99999"),
        ({"match_points": "1", "entry": ""}, "entry", "Choose who it is for."),
        ({"match_points": "1", "entry": "999999"}, "entry", "999999"),
    ],
)
def test_an_adjustment_that_cannot_be_is_refused_on_its_field(
    desk: Client, match: Match, fields: dict[str, str], field: str, said: str
) -> None:
    answer = desk.post(page(match), typed(match, **fields))
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize(
    ("text", "counts", "said"),
    [
        ("0.5", Fraction(1, 2), "+½ point"),
        ("0,5", Fraction(1, 2), "+½ point"),
        ("½", Fraction(1, 2), "+½ point"),
        (".5", Fraction(1, 2), "+½ point"),
        ("−½", Fraction(-1, 2), "−½ point"),
        ("-1,5", Fraction(-3, 2), "−1½ points"),
        ("1 ½", Fraction(3, 2), "+1½ points"),
        ("2.0", 2, "+2 points"),
    ],
)
def test_half_a_point_reads_as_half_a_point_everywhere(
    desk: Client,
    match: Match,
    client_of: Callable[..., Client],
    text: str,
    counts: Fraction | int,
    said: str,
) -> None:
    league = match.round.stage.competition
    before = next(one for one in standings_of(league).rows if one.entry == match.entry_a)
    assert post_seen(desk, page(match), typed(match, match_points=text)).status_code == 302
    after = next(one for one in standings_of(league).rows if one.entry == match.entry_a)
    assert after.row.match_points == before.row.match_points + counts
    points = plain_figure(after.row.match_points)
    guest = client_of(None)
    for address in (
        f"/competitions/{league.pk}/standings/",
        f"/competitions/{league.pk}/print/standings/",
    ):
        shown = guest.get(address).content.decode()
        assert f"{said}: <bdi>late sheet</bdi>" in shown
        assert f">{points}<" in shown
    assert f"{said}: <bdi>late sheet</bdi>" in desk.get(page(match)).content.decode()
    log = desk.get(f"/competitions/{league.pk}/audit/").content.decode()
    assert said.replace(" point", " match point") in log
    assert Fraction(AuditEntry.objects.get(verb="add_adjustment").after["match_points"]) == counts
    assert post_seen(desk, f"/adjustments/{Adjustment.objects.get().pk}/remove/").status_code == 302
    assert "Took off: " in desk.get(f"/competitions/{league.pk}/audit/").content.decode()


def test_what_is_wrong_is_listed_in_the_order_of_the_page(desk: Client, match: Match) -> None:
    answer = desk.post(page(match), typed(match, entry="", points="ten", reason="", rule="9" * 61))
    links = re.findall(r'<li><a href="#id_(\w+)"', answer.content.decode())
    assert links == ["entry", "points", "reason", "rule"]


def test_an_entry_of_another_competition_cannot_be_adjusted(
    desk: Client, match: Match, make_competition: Callable[..., Competition]
) -> None:
    other = make_competition(entries=2, name="Other")
    answer = desk.post(page(match), typed(match, points="5", entry=str(other.entries.first().pk)))
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


def test_a_stranger_takes_nothing_off(
    match: Match, stranger: User, client_of: Callable[..., Client]
) -> None:
    penalty = Adjustment.objects.create(entry=match.entry_a, points=-5, reason="late")
    assert client_of(stranger).post(f"/adjustments/{penalty.pk}/remove/").status_code == 404
    penalty.refresh_from_db()
    assert penalty.removed_at is None
