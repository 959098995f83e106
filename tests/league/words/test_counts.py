"""One of a thing is said as one: a point, a round, a table, once."""

from collections.abc import Callable

import pytest
from django.test import Client

from league.actions.errors import ActionError
from league.actions.next_rounds import draw_next_round
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage, edit_stage
from league.models import Competition, User
from league.words.draws import why_sentence


def told(code: str, **params: object) -> str:
    return why_sentence({"code": code, "params": params}, club="Glace Bay")


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("same_score", {"score": "1"}, "Both have 1 point."),
        ("same_score", {"score": "3/2"}, "Both have 1½ points."),
        ("floated_down", {"a": "1", "b": "0", "cause": "others"}, "1 point against 0: so that"),
        ("floated_down", {"a": "2", "b": "1", "cause": "others"}, "2 points against 1: so that"),
        ("club_unavoidable", {"a": "1", "b": "1"}, "Both have 1 point. Both are of Glace Bay"),
        ("club_unavoidable", {"a": "1", "b": "0"}, "1 point against 0. Both are of Glace Bay"),
        ("rematch_unavoidable", {"times": 1}, "They have met once before:"),
        ("rematch_unavoidable", {"times": 2}, "They have met 2 times before:"),
    ],
)
def test_why_two_meet_counts_as_people_do(code: str, params: dict[str, str], said: str) -> None:
    assert told(code, **params).startswith(said)


def test_an_evening_of_one_round_at_one_table_is_no_plural(
    make_competition: Callable[..., Competition],
    client_of: Callable[..., Client],
    organizer: User,
) -> None:
    league = make_competition(entries=2, state="open")
    stage = add_stage(league, StagePlan(kind="swiss", rounds=1), by=organizer)
    desk = client_of(organizer)
    setup = f"/competitions/{league.pk}/setup/"
    assert "0 of 1 round is drawn." in desk.get(setup).content.decode()
    drawn = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(league, [drawn], by=organizer)
    assert "0 of 1 round is closed." in desk.get(setup).content.decode()
    hall = desk.get(f"/rounds/{drawn.pk}/results/").content.decode()
    assert "0 of 1 table is done" in hall
    with pytest.raises(ActionError, match="1 round is drawn already; delete it first"):
        edit_stage(stage, StagePlan(kind="swiss", rounds=0), by=organizer)
    with pytest.raises(ActionError, match="The one planned round is drawn"):
        draw_next_round(stage, number=2, by=organizer)
