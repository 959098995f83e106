"""The bracket's pages: made in a form, read by everybody, decided after a correction, printed."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.brackets import BracketPlan, make_bracket
from league.models import AuditEntry, Game, Match, Stage
from league.queries.brackets import bracket_state
from league.queries.standings import standings_of
from tests.league.brackets import made, match_in, seated, to_decide, win
from tests.league.evenings import begin, play


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


@pytest.fixture
def league(make_competition, make_match):
    """Six entries, one round: the three winners and the best loser are told apart."""
    league = make_competition(entries=6)
    for a, b in ((560, 400), (530, 300), (505, 275)):
        Game.objects.create(match=make_match(league), number=1, total_a=a, total_b=b)
    return league


def typed(**fields):
    return {
        "kind": "championship", "order": "standings", "places": "4", "best_of": "3",
        "third_place": "on", "day": "2027-04-27", "clock": "19:00", "days": "7", "minutes": "0",
    } | fields  # fmt: skip


def new(competition):
    return f"/competitions/{competition.pk}/brackets/new/"


def page(stage):
    return f"/stages/{stage.pk}/bracket/"


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_bracket_is_made_from_the_table_as_a_draft_that_only_organizers_see(
    desk, league, client_of
):
    answer = desk.post(new(league), typed())
    stage = Stage.objects.get(kind="championship")
    assert answer["Location"] == page(stage)
    rows = [place.entry.pk for place in standings_of(league).rows]
    assert stage.draw["ranked"] == rows[:4]
    days = [one.starts_at.day for one in stage.rounds.all()]
    assert days == [27, 4]
    assert desk.get(page(stage)).status_code == 200
    assert client_of(None).get(page(stage)).status_code == 404
    desk.post(page(stage), {"step": "publish"})
    assert client_of(None).get(page(stage)).status_code == 200
    assert [one.state for one in stage.rounds.all()] == ["published", "draft"]
    desk.post(page(stage), {"step": "publish_all"})
    assert [one.state for one in stage.rounds.all()] == ["published", "published"]


def test_tie_at_the_line_asks_for_the_order_and_shows_how_it_was_settled(
    desk, make_competition, client_of
):
    level = make_competition(entries=3)
    answer = desk.post(new(level), typed(places="2"))
    assert answer.status_code == 422
    assert "Level at the line for 2 places" in text(answer)
    ids = [entry.pk for entry in level.entries.order_by("pk")]
    places = {f"place_{pk}": str(n) for pk, n in zip(ids, (3, 1, 2), strict=True)}
    sent = typed(places="2", tied="1", how="hand", note="One hand, Tuesday.", **places)
    twice = desk.post(new(level), sent | {f"place_{ids[0]}": "1"})
    assert twice.status_code == 422
    assert twice.context["form"].errors[f"place_{ids[0]}"] == ["Place 1 stands twice."]
    assert not Stage.objects.exists()
    assert desk.post(new(level), sent).status_code == 302
    stage = Stage.objects.get()
    assert stage.draw["seeds"] == [ids[1], ids[2]]
    desk.post(page(stage), {"step": "publish_all"})
    shown = text(client_of(None).get(page(stage)))
    assert "settled by an extra hand, in this order:" in shown
    assert "One hand, Tuesday." in shown


def test_tie_is_settled_by_lot_in_two_taps(desk, make_competition):
    level = make_competition(entries=3)
    sent = typed(places="2", tied="1", how="lot")
    assert desk.post(new(level), sent).status_code == 302
    assert Stage.objects.get().draw["cut"]["how"] == "lot"


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"places": "1"}, "places", "write 2 to 256"),
        ({"places": "four"}, "places", "plain digits"),
        ({"kind": "ladder"}, "kind", "ladder"),
        ({"best_of": "2"}, "best_of", "2"),
        ({"clock": ""}, "clock", "Choose the time."),
        ({"day": "2026-11-01", "clock": "01:30"}, "clock", "show 01:30 twice"),
    ],
)
def test_bracket_that_cannot_be_is_refused_on_its_field(desk, league, fields, field, said):
    answer = desk.post(new(league), typed(**fields))
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    assert not Stage.objects.filter(kind="championship").exists()


def test_two_clicks_make_one_bracket(desk, league):
    for _ in range(2):
        assert desk.post(new(league), typed()).status_code == 302
    assert Stage.objects.filter(kind="championship").count() == 1


def test_everybody_reads_who_plays_who_won_and_who_will_come(
    make_competition, organizer, client_of
):
    stage = made(make_competition(entries=5), organizer, third_place=True)
    win(stage, "W1-2", "b", organizer)
    shown = text(client_of(None).get(page(stage)))
    assert "Semi-finals" in shown
    assert "winner of match 2" in shown
    assert "bye" in shown
    assert "(goes on)" in shown
    match = client_of(None).get(f"/matches/{match_in(stage, 'W1-2').pk}/")
    assert f'href="{page(stage)}"' in match.content.decode()
    for slot in ("W2-1", "W2-2", "F1-1", "T1-1"):
        win(stage, slot, "a", organizer)
    answer = client_of(None).get(page(stage))
    champion = bracket_state(Stage.objects.get(pk=stage.pk)).champion
    assert "Champions of Winter league" in text(answer)
    assert str(champion.partnership.first) in answer.context["champion"]
    assert [one.place for one in answer.context["places"]] == [1, 2, 3, 4, 5]
    overview = client_of(None).get(f"/competitions/{stage.competition_id}/")
    assert "Champions of Winter league" in text(overview)
    assert page(stage) in overview.content.decode()


def test_organizer_is_asked_about_a_final_that_had_begun(
    desk, make_competition, organizer, client_of
):
    stage = made(make_competition(entries=4), organizer)
    for slot in ("W1-1", "W1-2"):
        win(stage, slot, "a", organizer)
    final = match_in(stage, "F1-1")
    begin(final, organizer)
    play(final, organizer, 96)
    win(stage, "W1-1", "b", organizer)
    assert "A correction meets a match" not in text(client_of(None).get(page(stage)))
    hall = desk.get(f"/rounds/{final.round_id}/results/")
    assert "Keep, swap or play again" in text(hall)
    answer = desk.get(page(stage))
    assert "A correction meets a match that has begun" in text(answer)
    stamp = answer.context["form"]["stamp"].value()
    sent = {"step": "decide", "choice": "swap", "stamp": stamp, "reason": ""}
    refused = desk.post(page(stage), sent)
    assert refused.status_code == 422
    assert "Say why" in refused.context["form"].errors["reason"][0]
    stale = desk.post(page(stage), sent | {"stamp": "old", "reason": "read wrong"})
    assert stale.status_code == 409
    assert to_decide(stage) == ["F1-1"]
    assert desk.post(page(stage), sent | {"reason": "read wrong"}).status_code == 302
    assert seated(stage)["F1-1"] == (4, 2)
    log = text(desk.get(f"/competitions/{stage.competition_id}/audit/"))
    assert "the right entries have what was played" in log


def test_changed_table_is_told_and_the_bracket_kept_or_made_again(desk, league, organizer):
    plan = BracketPlan(kind="championship", order="standings", places=2)
    stage = make_bracket(league, plan, by=organizer)
    third = standings_of(league).rows[2].entry
    Game.objects.filter(match__entry_a=third).update(total_a=700)
    shown = desk.get(page(stage))
    assert "The table has changed since the cut" in text(shown)
    assert str(third.partnership.first) in text(shown)
    again = desk.post(f"/stages/{stage.pk}/bracket/edit/", typed(places="2", third_place=""))
    stage = Stage.objects.get(kind="championship")
    assert again["Location"] == page(stage)
    assert third.pk in stage.draw["seeds"]
    Game.objects.filter(match__entry_a=third).update(total_a=505)
    desk.post(page(stage), {"step": "keep_cut"})
    assert "The table has changed" not in text(desk.get(page(stage)))
    assert AuditEntry.objects.filter(verb="keep_cut").exists()


def test_table_shows_the_line(desk, league, organizer, client_of):
    plan = BracketPlan(kind="championship", order="standings", places=2)
    make_bracket(league, plan, by=organizer)
    standings = client_of(None).get(f"/competitions/{league.pk}/standings/")
    assert "The first 2 play off" in text(standings)


def test_bracket_is_taken_off_with_a_reason_once_it_was_seen(desk, make_competition, organizer):
    stage = made(make_competition(entries=4), organizer)
    away = f"/stages/{stage.pk}/delete/"
    assert desk.post(away, {"typed": "knockout"}).status_code == 422
    assert Stage.objects.exists()
    desk.post(away, {"typed": "Knockout", "reason": "The hall is closed."})
    assert not Stage.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.parametrize("n", [5, 20])
def test_paper_has_lines_for_those_who_are_not_known(make_competition, organizer, client_of, n):
    stage = made(make_competition(entries=n), organizer)
    paper = client_of(None).get(f"/stages/{stage.pk}/print/bracket/")
    assert paper.status_code == 200
    assert 'class="paper-blank"' in paper.content.decode()


@pytest.mark.parametrize("who", [None, "scorekeeper"])
def test_only_organizers_make_and_change_brackets(who, league, organizer, scorekeeper, client_of):
    stage = made(league, organizer, kind="championship", order="standings", places=2)
    somebody = client_of(scorekeeper if who else None)
    before = Stage.objects.get(pk=stage.pk).draw
    for address in (new(league), f"/stages/{stage.pk}/bracket/edit/"):
        assert somebody.post(address, typed()).status_code in (302, 403, 404)
    away = somebody.post(f"/stages/{stage.pk}/delete/", {"typed": str(stage), "reason": "x"})
    assert away.status_code in (302, 403, 404)
    assert Stage.objects.get(pk=stage.pk).draw == before
    assert Stage.objects.count() == 2


def test_bracket_page_reads_as_much_for_four_as_for_sixteen(make_competition, organizer, client_of):
    counts = []
    for n in (4, 16):
        stage = made(make_competition(entries=n, name=f"Cup {n}"), organizer)
        browser = client_of(None)
        browser.get(page(stage))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            browser.get(page(stage))
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] < 20


def test_drawn_match_asks_who_goes_on(desk, make_competition, organizer, client_of):
    cup = make_competition(
        entries=4,
        match_play={"mode": "hands", "hands": 8, "minutes": None},
        options={"tie_at_target": "draw"},
    )
    stage = made(cup, organizer)
    drawn = match_in(stage, "W1-1")
    Game.objects.create(match=drawn, number=1, total_a=400, total_b=400)
    win(stage, "W1-2", "a", organizer)
    assert "F1-1" not in seated(stage)
    assert "drawn: not settled yet" in text(client_of(None).get(page(stage)))
    sent = {"step": "drawn", "match": drawn.pk, "entry": drawn.entry_b_id, "how": ""}
    refused = desk.post(page(stage), sent)
    assert refused.status_code == 422
    assert refused.context["drawn"][0].errors["how"] == ["Say how it was settled."]
    for _ in range(2):
        assert desk.post(page(stage), sent | {"how": "hand"}).status_code == 302
    assert seated(stage)["F1-1"] == (4, 2)
    assert "drawn: settled by an extra hand" in text(client_of(None).get(page(stage)))
    assert AuditEntry.objects.filter(verb="decide_draw").count() == 1
    log = text(desk.get(f"/competitions/{cup.pk}/audit/"))
    assert "go on, settled by an extra hand" in log
