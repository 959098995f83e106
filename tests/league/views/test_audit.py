"""The log: in sentences, with today's names, as quick for many lines as for few."""

from collections.abc import Callable

from django.test import Client

from league.actions.adjustments import add_adjustment
from league.models import Competition, Player, User


def test_the_log_names_people_as_they_are_called_now(
    client_of: Callable[..., Client],
    organizer: User,
    make_competition: Callable[..., Competition],
) -> None:
    league = make_competition(entries=2)
    entry = league.entries.first()
    add_adjustment(league, entry, match_points=-1, points=0, reason="late sheet", by=organizer)
    Player.objects.filter(pk=entry.partnership.first_id).update(name="Mrs <b> MacNeil")
    page = client_of(organizer).get(f"/competitions/{league.pk}/audit/").content.decode()
    assert "Mrs &lt;b&gt; MacNeil" in page
    assert "−1 match point" in page
    assert "late sheet" in page
    assert "organizer" in page


def test_the_log_asks_as_much_for_sixty_lines_as_for_three(
    client_of: Callable[..., Client],
    organizer: User,
    make_competition: Callable[..., Competition],
    django_assert_num_queries: Callable[..., object],
) -> None:
    desk = client_of(organizer)
    for lines in (3, 60):
        league = make_competition(entries=2, name=f"League {lines}")
        entry = league.entries.first()
        for number in range(lines):
            add_adjustment(
                league, entry, match_points=number + 1, points=0, reason="a bonus", by=organizer
            )
        with django_assert_num_queries(8):
            desk.get(f"/competitions/{league.pk}/audit/")
