"""The organizer's phone steers every board: which page, how fast, held and released."""

import re

import pytest
from django.urls import reverse

from league.actions.hidden_names import hide_name
from league.actions.rounds import publish_rounds
from league.models import AuditEntry, Board, Competition, Round
from tests.league.evenings import begin, play


@pytest.fixture
def match(make_match, make_competition, organizer):
    """A table of two hands, the only one of its round."""
    found = make_match(make_competition(entries=4))
    begin(found, organizer)
    play(found, organizer, 96, 60)
    return found


@pytest.fixture
def competition(match) -> Competition:
    return match.round.stage.competition


@pytest.fixture
def steer(client_of, organizer, competition):
    """steer("hold") from the organizer's phone -> the page that follows."""
    phone = client_of(organizer)

    def press(step: str, **fields):
        address = reverse("board_steer", args=[competition.pk])
        return phone.post(address, {"step": step, **fields}, follow=True)

    return press


@pytest.fixture
def wall(client_of, competition):
    """The screen in the hall, which asks for this screen again."""

    def ask(screen: str = "now-1", **headers):
        address = reverse("board", args=[competition.pk])
        return client_of(None).get(address, {"screen": screen}, headers=headers)

    return ask


def scores(answer) -> list[str]:
    return re.findall(r'board-table__score">(\d*)<', answer.text)


def test_chosen_page_is_on_every_screen_whatever_it_asked_for(steer, wall):
    version = wall()["ETag"]
    assert steer("turn", page="standings", seconds="30").status_code == 200
    answer = wall(**{"If-None-Match": version, "X-Live": "1"})
    assert answer.status_code == 200
    assert ">Standings</h1>" in answer.text
    assert "data-next" not in answer.text
    steer("turn", page="all", seconds="30")
    assert ">Round 1</h1>" in wall().text
    assert 'data-turn="30"' in wall().text


def test_page_with_nothing_to_show_is_passed_over(steer, wall):
    steer("turn", page="bracket", seconds="15")
    assert ">Round 1</h1>" in wall().text


@pytest.mark.parametrize(
    "fields",
    [
        {"page": "drafts", "seconds": "15"},
        {"page": "now", "seconds": "1"},
        {"page": "now", "seconds": "x"},
        {"page": "", "seconds": "15"},
        {},
    ],
)
def test_what_the_board_cannot_do_is_refused_and_nothing_changes(steer, fields):
    answer = steer("turn", **fields)
    assert answer.status_code == 422
    assert not Board.objects.exists()


def test_held_board_stands_still_until_it_is_released(steer, wall, match, organizer, make_round):
    steer("hold")
    play(match, organizer, 100)
    draft = make_round(match.round.stage.competition, number=2, state=Round.State.DRAFT)
    publish_rounds(match.round.stage.competition, [draft], by=organizer)
    page = wall()
    assert scores(page) == ["96", "228"]
    assert "Held since" in page.text
    assert "data-as-of" not in page.text
    steer("release")
    page = wall()
    assert scores(page) == ["196", "290"]
    assert "Held since" not in page.text


def test_a_second_tap_says_so_and_holds_what_was_held(steer, wall, match, organizer):
    steer("hold")
    play(match, organizer, 100)
    assert "It is held already." in steer("hold").text
    assert scores(wall()) == ["96", "228"]
    steer("release")
    assert "It was not held." in steer("release").text
    verbs = ["hold_board", "release_board"]
    assert (
        list(
            AuditEntry.objects.filter(verb__in=verbs).order_by("pk").values_list("verb", flat=True)
        )
        == verbs
    )


def test_name_hidden_and_round_taken_back_while_held_are_gone_at_once(
    steer, wall, match, organizer
):
    player = match.entry_a.partnership.first
    steer("hold")
    assert player.name in wall().text
    assert player.name not in str(Board.objects.get().held)
    hide_name(player, by=organizer)
    assert player.name not in wall().text
    Round.objects.filter(pk=match.round_id).update(state=Round.State.DRAFT)
    assert scores(wall()) == []


def test_finished_competition_is_still_steered_for_the_prizes(steer, wall, competition):
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    steer("hold")
    assert "Held since" in wall().text
    assert "Let it follow again" in steer("turn", page="standings", seconds="15").text


def test_screens_of_one_version_work_its_figures_out_once(
    steer, wall, match, organizer, settings, django_assert_max_num_queries
):
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "wall"}
    settings.CACHES = {**settings.CACHES, "pages": memory}
    wall()
    with django_assert_max_num_queries(14):
        page = wall("standings-1")
    assert ">Standings</h1>" in page.text
    play(match, organizer, 100)
    assert scores(wall()) == ["196", "290"]


def test_the_log_says_what_the_wall_showed(steer, client_of, organizer, competition):
    steer("turn", page="standings", seconds="20")
    steer("turn", page="standings", seconds="20")
    steer("hold")
    log = client_of(organizer).get(reverse("audit", args=[competition.pk])).text
    assert log.count("The board on the wall shows the standings, each screen for 20 seconds.") == 1
    assert "Held the board on the wall as it was." in log


def test_the_bell_goes_on_while_the_board_is_held(
    make_competition, make_match, client_of, organizer
):
    play_to = {"mode": "bell", "hands": None, "minutes": 25}
    match = make_match(make_competition(entries=2, match_play=play_to))
    phone, pk = client_of(organizer), match.round.stage.competition_id
    phone.post(reverse("board_steer", args=[pk]), {"step": "hold"})
    phone.post(reverse("round_bell", args=[match.round_id]), {"step": "start"})
    address = reverse("board", args=[pk])
    assert "data-bell" in client_of(None).get(address).text
    clock = client_of(None).get(f"{address}?screen=clock-{match.round_id}").text
    assert "board-clock__face" in clock


@pytest.mark.parametrize(
    ("who", "status"),
    [("guest", 302), ("stranger", 404), ("member", 403), ("scorekeeper", 403), ("owner", 200)],
)
def test_only_organizers_steer(personas, client_of, competition, who, status):
    address = reverse("board_steer", args=[competition.pk])
    browser = client_of(personas[who])
    assert browser.get(address).status_code == status
    browser.post(address, {"step": "hold"})
    assert Board.objects.exists() == (who == "owner")
