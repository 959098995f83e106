"""A third place and a consolation in one bracket: both are played, or it is said why not."""

import re

import pytest

from league.models import Stage
from tests.league.brackets import match_in, seated, win


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


def send(desk, competition, **fields):
    typed = {
        "kind": "consolation", "order": "entered", "best_of": "1", "third_place": "on",
        "days": "0", "minutes": "45",
    } | fields  # fmt: skip
    return desk.post(f"/competitions/{competition.pk}/brackets/new/", typed)


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


# Either side of a whole field, and the odd ones between.
@pytest.mark.parametrize("n", [6, 7, 8, 9, 12, 13, 16])
def test_the_semi_final_losers_play_for_third_and_the_first_losers_the_consolation(
    desk, client_of, make_competition, organizer, n
):
    cup = make_competition(entries=n)
    assert send(desk, cup).status_code == 302
    stage = Stage.objects.get()
    address = f"/stages/{stage.pk}/bracket/"
    desk.post(address, {"step": "publish_all"})
    shown = text(client_of(None).get(address))
    assert "Match for third place" in shown
    assert "Consolation final" in shown
    for _round in range(40):
        waiting = [slot for slot in seated(stage) if not match_in(stage, slot).games.exists()]
        for slot in waiting:
            win(stage, slot, "a", organizer)
        if not waiting:
            break
    page = client_of(None).get(address)
    told = [[one.place for one in page.context[key]] for key in ("places", "consolation")]
    assert told[0][:4] == [1, 2, 3, 4]
    assert len(told[0]) == n
    assert told[1][:2] == [1, 2]
    paper = text(client_of(None).get(f"/stages/{stage.pk}/print/bracket/"))
    assert "Match for third place" in paper
    assert "Consolation final" in paper


@pytest.mark.parametrize("n", [4, 5])
def test_a_field_too_small_for_both_is_refused_with_what_to_do(desk, make_competition, n):
    answer = send(desk, make_competition(entries=n))
    assert answer.status_code == 422
    said = answer.context["form"].errors["third_place"][0]
    assert "Choose one of the two; both take at least 6." in said
    assert not Stage.objects.exists()
    assert answer.context["form"]["third_place"].value() is True


def test_a_consolation_for_three_is_refused_and_not_dropped(desk, make_competition):
    answer = send(desk, make_competition(entries=3), third_place="")
    assert answer.status_code == 422
    assert "at least 4 partnerships; there are 3" in answer.context["form"].errors["kind"][0]


def test_a_third_place_of_a_double_knockout_is_refused_and_not_dropped(desk, make_competition):
    cup = make_competition(entries=6)
    answer = send(desk, cup, kind="double")
    assert answer.status_code == 422
    assert "losers' final is third" in answer.context["form"].errors["third_place"][0]
    assert send(desk, cup, kind="double", third_place="").status_code == 302


def test_making_it_again_still_has_both_ticked(desk, make_competition):
    send(desk, make_competition(entries=8))
    page = desk.get(f"/stages/{Stage.objects.get().pk}/bracket/edit/")
    assert page.context["form"]["third_place"].value() is True
    assert page.context["form"]["kind"].value() == "consolation"
