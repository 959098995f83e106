"""A result is corrected after something was made from the table: kept or made again, at once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import (
    AuditEntry,
    Competition,
    Entrant,
    Game,
    Match,
    Player,
    Round,
    Stage,
    User,
)
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from tests.league.actions.test_late_entries import swiss, tables

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(make_competition: Make, organizer: User) -> tuple[Competition, Stage, Round, Round]:
    """Six partnerships, the first round played, the second drawn as a draft."""
    league = make_competition(entries=6, state="open")
    stage, first = swiss(league, organizer)
    write(first, organizer)
    return league, stage, first, draw_next_round(stage, number=2, by=organizer)


def write(found: Round, by: User) -> None:
    """The first side wins every match, each with other figures."""
    for match in found.matches.order_by("table"):
        totals = Totals(number=1, a=500 + match.table, b=300 - match.table)
        record_totals(match, [totals], stamp="", by=by)


def turned(match: Match) -> tuple[str, dict[str, str]]:
    """The page and what is typed to turn a result round."""
    (game,) = match.games.all()
    typed = {
        "a1": str(game.total_b), "b1": str(game.total_a), "reason": "the wrong way round",
        "stamp": stamp_of_totals(load_match(match)),
    }  # fmt: skip
    return reverse("match_totals", args=[match.pk]), typed


def words(answer: Any) -> str:
    html = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").split())


def chosen(desk: Client, page: str, typed: dict[str, str], **choices: str) -> Any:
    """Post it, see what it moves, tick that, and choose."""
    seen = desk.post(page, typed)
    assert seen.status_code == 422
    stamp = seen.context["impact_stamp"]
    return desk.post(page, {**typed, "impact": stamp, "impact_seen": "on", **choices})


def logged(league: Competition, verb: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(competition=league, verb=verb).order_by("pk"))


def test_the_next_round_is_kept_unless_chosen_and_the_log_says_so(
    desk: Client, evening: tuple[Competition, Stage, Round, Round]
) -> None:
    league, _stage, first, second = evening
    page, typed = turned(first.matches.order_by("table")[0])
    seen = desk.post(page, typed)
    read = words(seen)
    assert "Round 2 is drawn already, from the table before. Its tables stay" in read
    assert "Keep Round 2 as it is drawn" in read
    assert "Draw Round 2 again from the corrected table" in read
    keep = f'name="impact_round_{second.pk}" value="keep" checked'
    assert keep in seen.content.decode()
    before = tables(league)
    assert chosen(desk, page, typed).status_code == 302
    assert tables(league) == before
    (kept,) = logged(league, "keep_round")
    assert kept.subject == f"round:{second.pk}"
    assert not logged(league, "redraw_round")
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert "Kept round 2 as it is drawn, though a result before it was corrected." in log


@pytest.mark.parametrize("state", ["draft", "published"])
def test_the_next_round_is_drawn_again_from_the_corrected_table_in_the_same_step(
    state: str,
    desk: Client,
    client_of: Callable[..., Client],
    evening: tuple[Competition, Stage, Round, Round],
    organizer: User,
) -> None:
    league, stage, first, second = evening
    if state == "published":
        publish_rounds(league, [second], by=organizer)
    match = first.matches.order_by("table")[0]
    page, typed = turned(match)
    answer = chosen(desk, page, typed, **{f"impact_round_{second.pk}": "again"})
    assert answer.status_code == 302
    drawn = Round.objects.get(pk=second.pk)
    assert drawn.state == Round.State.DRAFT
    assert drawn.draw["seed"] != second.draw["seed"]
    scores = {one["id"]: one["score"] for one in drawn.draw["inputs"]["field"]}
    assert (scores[match.entry_b_id], scores[match.entry_a_id]) == ("2", "0")
    assert drawn.matches.count() == 3
    (again,) = logged(league, "redraw_round")
    assert again.before is not None
    assert again.before["published"] == (state == "published")
    assert not logged(league, "keep_round")
    after = words(desk.get(answer.url))
    assert "Round 2 is drawn again, as a draft." in after
    draws = words(desk.get(f"/stages/{stage.pk}/"))
    assert "Drawn once before and thrown away." in draws
    assert "Drawn again, because a result before it was corrected." in draws
    assert "Round 2" not in words(client_of(None).get(f"/stages/{stage.pk}/"))
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert "Drew round 2 again, as a draft. A result before it was corrected." in log
    publish_rounds(league, [drawn], by=organizer)
    assert "Drawn once before" in words(client_of(None).get(f"/stages/{stage.pk}/"))


def test_results_on_the_next_round_go_only_with_their_own_tick_and_the_log_keeps_them(
    desk: Client, evening: tuple[Competition, Stage, Round, Round], organizer: User
) -> None:
    league, _stage, first, second = evening
    publish_rounds(league, [second], by=organizer)
    played, _begun, _waiting = second.matches.order_by("table")
    record_totals(played, [Totals(number=1, a=520, b=110)], stamp="", by=organizer)
    page, typed = turned(first.matches.order_by("table")[0])
    before = tables(league)
    assert "take off what is written at table 1. The log keeps it." in words(desk.post(page, typed))
    again = {f"impact_round_{second.pk}": "again"}
    refused = chosen(desk, page, typed, **again)
    assert refused.status_code == 422
    assert "Nothing is done yet: Round 2 has results." in words(refused)
    assert 'value="again" checked' in refused.content.decode()
    assert tables(league) == before
    assert first.matches.order_by("table")[0].games.get().total_a == 501
    ticked = again | {f"impact_results_{second.pk}": "on"}
    assert chosen(desk, page, typed, **ticked).status_code == 302
    assert not Game.objects.filter(match__round=second).exists()
    (entry,) = logged(league, "redraw_round")
    assert entry.before is not None
    (kept,) = entry.before["results"]
    assert (kept["table"], kept["games"]) == (1, [[1, 520, 110]])
    assert kept["entries"] == [played.entry_a_id, played.entry_b_id]
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert f"Taken off: table 1, {played.entry_a} – {played.entry_b} , 520–110." in log


def test_a_table_begun_meanwhile_is_shown_before_it_can_be_taken_off(
    desk: Client, evening: tuple[Competition, Stage, Round, Round], organizer: User
) -> None:
    league, _stage, first, second = evening
    publish_rounds(league, [second], by=organizer)
    page, typed = turned(first.matches.order_by("table")[0])
    stamp = desk.post(page, typed).context["impact_stamp"]
    table = second.matches.get(table=2)
    Game.objects.create(match=table, number=1, first_dealer="N")
    sent = typed | {"impact": stamp, "impact_seen": "on", f"impact_round_{second.pk}": "again"}
    answer = desk.post(page, sent)
    assert answer.status_code == 422
    assert "what is written at table 2" in words(answer)
    assert table.games.count() == 1


def test_of_two_organizers_one_draws_again_and_the_other_sees_what_stands_now(
    desk: Client,
    client_of: Callable[..., Client],
    owner: User,
    evening: tuple[Competition, Stage, Round, Round],
) -> None:
    league, _stage, first, second = evening
    other = client_of(owner)
    one, two = first.matches.order_by("table")[:2]
    again = {f"impact_round_{second.pk}": "again", "impact_seen": "on"}
    mine, theirs = turned(one), turned(two)
    stamps = [desk.post(*mine).context["impact_stamp"], other.post(*theirs).context["impact_stamp"]]
    assert desk.post(mine[0], mine[1] | again | {"impact": stamps[0]}).status_code == 302
    late = other.post(theirs[0], theirs[1] | again | {"impact": stamps[1]})
    assert late.status_code == 422
    assert late.context["impact_stamp"] != stamps[1]
    assert two.games.get().total_a == 502
    assert len(logged(league, "redraw_round")) == 1


def test_a_round_from_which_a_later_one_was_drawn_stays(
    desk: Client, evening: tuple[Competition, Stage, Round, Round], organizer: User
) -> None:
    league, stage, first, second = evening
    publish_rounds(league, [second], by=organizer)
    third = draw_next_round(stage, number=3, with_missing=True, by=organizer)
    page, typed = turned(first.matches.order_by("table")[0])
    read = words(desk.post(page, typed))
    assert "because a later round was drawn from it" in read
    assert "Draw Round 3 again" in read
    assert "Draw Round 2 again" not in read
    forced = chosen(desk, page, typed, **{f"impact_round_{second.pk}": "again"})
    assert forced.status_code == 422
    assert "cannot be made again" in words(forced)
    assert chosen(desk, page, typed, **{f"impact_round_{third.pk}": "again"}).status_code == 302
    assert [one.subject for one in logged(league, "keep_round")] == [f"round:{second.pk}"]
    assert [one.subject for one in logged(league, "redraw_round")] == [f"round:{third.pk}"]


def test_a_draw_that_cannot_be_leaves_the_correction_undone_too(
    desk: Client,
    evening: tuple[Competition, Stage, Round, Round],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from league.actions import redraws
    from league.actions.errors import ActionError

    def refuse(*_args: object) -> None:
        raise ActionError("A draw needs at least two partnerships.")

    monkeypatch.setattr(redraws, "draw_tables", refuse)
    league, _stage, first, second = evening
    page, typed = turned(first.matches.order_by("table")[0])
    before = tables(league)
    answer = chosen(desk, page, typed, **{f"impact_round_{second.pk}": "again"})
    assert answer.status_code == 422
    assert "at least two partnerships" in words(answer)
    assert tables(league) == before
    assert first.matches.order_by("table")[0].games.get().total_a == 501
    assert not logged(league, "see_impact")


def test_where_partners_rotate_players_are_named_and_the_round_is_kept_or_drawn_again(
    desk: Client, make_competition: Make, make_player: Callable[..., Player], organizer: User
) -> None:
    league = make_competition(entries=0, state="open")
    stage = add_stage(league, StagePlan(kind="rotating", rounds=3), by=organizer)
    for _number in range(9):
        Entrant.objects.create(competition=league, player=make_player())
    first = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(league, [first], by=organizer)
    write(first, organizer)
    second = draw_next_round(stage, number=2, by=organizer)
    match = first.matches.order_by("table")[0]
    page, typed = turned(match)
    read = words(desk.post(page, typed))
    assert f"{match.entry_b.partnership.first.name} : from" in read
    assert "Round 2 is drawn already, by lot." in read
    assert chosen(desk, page, typed, **{f"impact_round_{second.pk}": "again"}).status_code == 302
    drawn = Round.objects.get(pk=second.pk)
    assert drawn.draw["seed"] != second.draw["seed"]
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert f"{match.entry_b.partnership.first.name} :" in log


def test_a_sheet_moved_or_turned_round_asks_too_and_draws_again(
    desk: Client, evening: tuple[Competition, Stage, Round, Round]
) -> None:
    league, _stage, first, second = evening
    one, other = first.matches.order_by("table")[:2]
    page = reverse("match_move", args=[one.pk])
    stamps = desk.get(page).context["stamps"]
    turn = {"step": "turn", "stamp": stamps, "reason": "the wrong way round"}
    answer = desk.post(page, turn)
    assert answer.status_code == 422
    assert "Draw Round 2 again from the corrected table" in words(answer)
    assert one.games.get().total_a == 501
    again = {f"impact_round_{second.pk}": "again"}
    assert chosen(desk, page, turn, **again).status_code == 302
    assert one.games.get().total_a == 299
    assert len(logged(league, "redraw_round")) == 1
    move = {
        "step": "move", "target": str(other.pk), "turned": "no", "exchange": "on",
        "stamps": desk.get(page).context["stamps"], "reason": "tables exchanged",
    }  # fmt: skip
    answer = desk.post(page, move)
    assert answer.status_code == 422
    assert "What this moves" in words(answer)
    assert chosen(desk, page, move).status_code == 302
    assert (one.games.get().total_a, other.games.get().total_a) == (502, 299)
