"""Naming a substitute, and where he is seen."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Lineup, Match, Player, User


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def match(make_match: Callable[..., Match]) -> Match:
    return make_match(best_of=3)


def address(match: Match) -> str:
    return reverse("match_substitutes", args=[match.pk])


def test_a_substitute_is_named_seen_seated_and_taken_back(
    desk: Client, match: Match, make_player: Callable[..., Player]
) -> None:
    sub, out = make_player("Rita Joe"), match.entry_a.partnership.first
    typed = {"out": str(out.pk), "player": str(sub.pk), "name": "", "game": "1"}
    assert desk.post(address(match), typed).status_code == 302
    page = desk.get(reverse("match", args=[match.pk])).content.decode()
    assert "sits in for" in page
    assert "Rita Joe" in page
    start = desk.get(reverse("game_start", args=[match.pk])).content.decode()
    assert f'<option value="{sub.pk}" selected>' in start
    assert f'<option value="{out.pk}" selected>' not in start
    log = desk.get(reverse("audit", args=[match.round.stage.competition_id])).content.decode()
    assert "Game 1: <bdi>Rita Joe</bdi> sits in for" in log
    row = Lineup.objects.get(player=sub)
    desk.post(address(match), {"remove": str(row.pk)})
    assert not Lineup.objects.filter(player=sub).exists()


def test_somebody_new_is_added_to_the_club(desk: Client, match: Match) -> None:
    out = str(match.entry_a.partnership.first_id)
    typed = {"out": out, "player": "", "name": "Peter Googoo", "game": ""}
    assert desk.post(address(match), typed).status_code == 302
    assert Lineup.objects.get(player__name="Peter Googoo").substitute_for_id == int(out)


def test_one_name_or_the_other_and_nothing_is_half_done(
    desk: Client, match: Match, make_player: Callable[..., Player]
) -> None:
    sub, out = make_player("Rita Joe"), str(match.entry_a.partnership.first_id)
    both = {"out": out, "player": str(sub.pk), "name": "Peter Googoo", "game": ""}
    for typed in (both, {**both, "player": "", "name": ""}):
        answer = desk.post(address(match), typed)
        assert answer.status_code == 422
        assert "one of the two" in answer.content.decode()
    known = {"out": out, "player": "", "name": "Rita Joe", "game": ""}
    answer = desk.post(address(match), known)
    assert answer.status_code == 422
    assert "choose them from the list" in answer.content.decode()
    assert Lineup.objects.filter(match=match).count() == 4


def test_on_paper_the_substitute_stands_in_the_regulars_place(
    desk: Client, match: Match, make_player: Callable[..., Player]
) -> None:
    sub, out = make_player("Rita Joe"), match.entry_a.partnership.first
    typed = {"out": str(out.pk), "player": str(sub.pk), "name": "", "game": ""}
    desk.post(address(match), typed)
    page = desk.get(reverse("print_names", args=[match.round_id])).content.decode()
    assert page.count("Rita Joe") == 2
    assert out.name not in page


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "scorekeeper"])
def test_only_organizers_name_substitutes(
    who: str,
    match: Match,
    make_player: Callable[..., Player],
    personas: dict[str, User | None],
    client_of: Callable[..., Client],
) -> None:
    typed = {"out": str(match.entry_a.partnership.first_id), "player": str(make_player().pk)}
    answer = client_of(personas[who]).post(address(match), typed)
    assert answer.status_code in (302, 403, 404)
    assert Lineup.objects.filter(match=match).count() == 4
