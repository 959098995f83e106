"""Two seeds of a bracket exchanged by hand: checked, marked for everybody, taken back exactly."""

import re

import pytest

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.departures import leave
from league.models import AuditEntry, Entry, Game, Match, Stage
from tests.league.brackets import facts, goes_on, made, match_in, seated, win


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


@pytest.fixture
def cup(make_competition, organizer):
    """A knockout of eight, published: 1–8, 5–4, 3–6, 7–2."""
    return made(make_competition(entries=8), organizer, third_place=True)


def page(stage):
    return f"/stages/{stage.pk}/bracket/"


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def entry(stage, number):
    """Who has the seed."""
    stage.refresh_from_db()
    return Entry.objects.get(pk=stage.draw["seeds"][number - 1])


def swap(desk, stage, first, second, **more):
    """Exchange the entries that have these seeds."""
    typed = {"one": entry(stage, first).pk, "other": entry(stage, second).pk}
    typed |= {"reason": "They travel"}
    typed |= {"count": len(stage.draw.get("seed_swaps", [])), **more}
    return desk.post(f"{page(stage)}seeds/", {key: str(value) for key, value in typed.items()})


def undo(desk, stage, count):
    return desk.post(f"{page(stage)}seeds/", {"step": "undo", "count": str(count)})


def rows(stage):
    """Who sits where and by whom it was set, and nothing else."""
    stored = facts(stage)
    for row in stored["lineup"]:
        row.pop("id")
    return stored | {"lineup": sorted(stored["lineup"], key=str)}


@pytest.mark.parametrize(("one", "other"), [(8, 6), (1, 2), (4, 6), (5, 7)])
def test_two_exchange_their_places_and_the_button_gives_back_what_was(
    desk, cup, organizer, one, other
):
    before = rows(cup)
    first, second = entry(cup, one), entry(cup, other)
    tables = {match.slot: match.pk for match in Match.objects.filter(round__stage=cup)}
    assert swap(desk, cup, one, other).status_code == 302
    assert (entry(cup, one), entry(cup, other)) == (second, first)
    assert {key: set(pair) for key, pair in seated(cup).items()} == {
        "W1-1": {1, 8}, "W1-2": {4, 5}, "W1-3": {3, 6}, "W1-4": {2, 7},
    }  # fmt: skip
    assert {match.slot: match.pk for match in Match.objects.filter(round__stage=cup)} == tables
    by_hand = Match.objects.filter(round__stage=cup, made_by=organizer, made_reason="They travel")
    assert by_hand.count() == 2
    assert undo(desk, cup, 1).status_code == 302
    assert rows(cup) == before


def test_the_same_exchange_once_more_takes_it_back(desk, cup, client_of):
    before = rows(cup)
    swap(desk, cup, 8, 6)
    assert swap(desk, cup, 6, 8, reason="They found a ride").status_code == 302
    assert rows(cup) == before
    assert "by hand" not in text(client_of(None).get(page(cup)))
    said = AuditEntry.objects.filter(verb="undo_seed_swap").get()
    assert said.reason == "They found a ride"


def test_everybody_reads_on_the_bracket_who_did_it_and_why(desk, cup, client_of, organizer):
    swap(desk, cup, 8, 6)
    guest = client_of(None)
    shown = text(guest.get(page(cup)))
    assert "Exchanged by hand" in shown
    assert "(seeds 8 and 6)" in shown
    assert f"{organizer.name} : They travel" in shown
    lines = [
        slot for part in guest.get(page(cup)).context["parts"] for slot in part.columns[0].slots
    ]
    assert [slot.key for slot in lines if slot.by_hand] == ["W1-1", "W1-3"]
    table = text(guest.get(f"/matches/{match_in(cup, 'W1-1').pk}/"))
    assert "Set by hand by" in table
    log = text(desk.get(f"/competitions/{cup.competition_id}/audit/"))
    assert "exchange their seeds" in log
    assert "They travel" in log


def test_the_later_rounds_follow_the_new_seeds(desk, cup, organizer):
    moved = entry(cup, 6)
    swap(desk, cup, 8, 6)
    for slot in ("W1-1", "W1-2", "W1-3", "W1-4"):
        win(cup, slot, "b", organizer)
    assert set(seated(cup)["W2-1"]) == {8, 5}
    assert entry(cup, 8).pk == moved.pk


def test_a_bye_changes_hands_after_a_tick_and_comes_back(desk, make_competition, organizer):
    stage = made(make_competition(entries=5), organizer)
    before = rows(stage)
    names = str(entry(stage, 4))
    answer = swap(desk, stage, 4, 1)
    assert answer.status_code == 422
    assert answer.context["form"].errors["anyway"] == [
        f"{names} would have the bye of {entry(stage, 1)}."
    ]
    assert rows(stage) == before
    assert swap(desk, stage, 4, 1, anyway="on").status_code == 302
    assert set(seated(stage)["W1-2"]) == {4, 5}
    assert str(entry(stage, 1)) == names
    assert undo(desk, stage, 1).status_code == 302
    assert rows(stage) == before


def test_two_of_one_club_who_would_meet_at_once_are_said_first_and_on_the_page_after(
    desk, client_of, make_competition, make_entry, make_partnership, other_club, organizer
):
    cup = make_competition(entries=2)
    for _ in range(2):
        make_entry(cup, make_partnership(club=other_club))
    stage = made(cup, organizer, keep_clubs_apart=True)
    clubs = [entry(stage, n).partnership.club_id for n in (1, 2, 3, 4)]
    assert clubs[0] == clubs[1] != clubs[2] == clubs[3]
    answer = swap(desk, stage, 4, 2)
    assert answer.status_code == 422
    assert "are of one club and would meet at once" in answer.context["form"].errors["anyway"][0]
    assert swap(desk, stage, 4, 2, anyway="on").status_code == 302
    shown = text(client_of(None).get(page(stage)))
    assert "because seeds were exchanged by hand" in shown
    assert "no lower seed could be moved" not in shown


def test_a_second_tap_does_not_exchange_them_back(desk, cup):
    one, other = entry(cup, 8), entry(cup, 6)
    swap(desk, cup, 8, 6)
    after = rows(cup)
    again = {"one": one.pk, "other": other.pk, "reason": "They travel", "count": "0"}
    assert desk.post(f"{page(cup)}seeds/", again).status_code == 302
    assert rows(cup) == after
    assert swap(desk, cup, 5, 7, count="0").status_code == 409
    assert undo(desk, cup, 0).status_code == 409
    assert undo(desk, cup, "1" * 5000).status_code == 409
    assert rows(cup) == after


def test_exchanges_are_taken_back_one_after_another(desk, cup):
    states = [rows(cup)]
    for one, other in ((8, 6), (6, 5), (1, 2)):
        swap(desk, cup, one, other, reason=f"{one} for {other}")
        states.append(rows(cup))
    for count in (3, 2, 1):
        assert undo(desk, cup, count).status_code == 302
        assert rows(cup) == states[count - 1]


@pytest.mark.parametrize(
    ("first", "second", "more", "said"),
    [
        (1, 8, {}, "They meet each other in the first round"),
        (1, 1, {}, "They meet each other in the first round"),
        (8, 6, {"reason": " "}, "Say why"),
        (8, 6, {"one": "999999"}, "999999"),
        (8, 6, {"one": ""}, "Choose who moves."),
    ],
)
def test_what_cannot_be_is_refused_in_words(desk, cup, first, second, more, said):
    before = rows(cup)
    answer = swap(desk, cup, first, second, **more)
    assert answer.status_code == 422
    assert said in str(answer.context["form"].errors)
    assert rows(cup) == before


@pytest.mark.parametrize("begin", ["game", "forfeit"])
def test_once_the_first_match_has_begun_the_seeds_stay(desk, cup, begin):
    swap(desk, cup, 8, 6)
    match = match_in(cup, "W1-2")
    if begin == "game":
        Game.objects.create(match=match, number=1, first_dealer="N")
    else:
        Match.objects.filter(pk=match.pk).update(forfeit="a", forfeit_reason="ill")
    before = rows(cup)
    for answer in (swap(desk, cup, 5, 7), undo(desk, cup, 1)):
        assert answer.status_code == 422
        assert "Play has begun in this bracket" in text(answer)
    assert rows(cup) == before
    assert "Exchange two seeds by hand" not in text(desk.get(page(cup)))
    assert "Exchanged by hand" in text(desk.get(page(cup)))


def test_a_draft_can_be_changed_too_and_making_it_again_forgets_it(
    desk, make_competition, organizer
):
    league = make_competition(entries=8)
    plan = BracketPlan(kind="knockout", order="entered", keep_clubs_apart=False)
    stage = make_bracket(league, plan, by=organizer)
    assert swap(desk, stage, 8, 6).status_code == 302
    make_bracket(league, plan, replaces=stage.pk, by=organizer)
    fresh = Stage.objects.get(competition=league)
    assert "seed_swaps" not in fresh.draw
    assert not Match.objects.filter(round__stage=fresh).exclude(made_by=None).exists()


def test_who_has_left_can_still_be_moved_and_goes_out_from_there(desk, cup, organizer):
    leave(entry(cup, 8), state="withdrawn", reason="ill", by=organizer)
    assert swap(desk, cup, 8, 6).status_code == 302
    assert goes_on(cup, "W1-1") is None
    assert goes_on(cup, "W1-3") == 3


def test_a_finished_competition_stays_as_it_is(desk, cup):
    cup.competition.state = "finished"
    cup.competition.save()
    answer = swap(desk, cup, 8, 6)
    assert answer.status_code == 422
    assert "finished" in text(answer)


def test_only_organizers_come_to_the_page(cup, personas, client_of, make_competition, desk):
    answers = {
        name: client_of(user).get(f"{page(cup)}seeds/").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
    planned = Stage.objects.create(competition=make_competition(), number=1, kind="knockout")
    assert desk.get(f"{page(planned)}seeds/").status_code == 404


def test_the_page_asks_as_much_for_16_as_for_4(
    desk, make_competition, organizer, django_assert_max_num_queries
):
    for n in (4, 16):
        stage = made(make_competition(entries=n, name=f"Cup {n}"), organizer)
        swap(desk, stage, n, n - 1)
        with django_assert_max_num_queries(16):
            desk.get(f"{page(stage)}seeds/")
