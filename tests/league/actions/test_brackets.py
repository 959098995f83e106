"""Brackets are made, fill themselves as results come in, and stay true after corrections."""

import pytest

from league.actions.brackets import (
    BracketPlan,
    drop_bracket,
    keep_cut,
    make_bracket,
)
from league.actions.cuts import CutSettled, CutTied
from league.actions.departures import leave, put_back
from league.actions.entries import add_entries
from league.actions.errors import ActionError
from league.actions.results import record_forfeit, take_forfeit_back
from league.actions.rounds import close_round
from league.models import AuditEntry, Entry, Game, Match, Round, Stage
from league.queries.brackets import bracket_state
from league.queries.cuts import recut_of
from league.queries.standings import standings_of
from tests.league.brackets import clear, facts, goes_on, made, match_in, seated, win


@pytest.fixture
def four(make_competition):
    return make_competition(entries=4)


@pytest.fixture
def league(make_competition, make_match):
    """Six entries, one round: 560, 530 and 505 have won; the losers of the last two are level."""
    league = make_competition(entries=6)
    for a, b in ((560, 400), (530, 300), (505, 275)):
        Game.objects.create(match=make_match(league), number=1, total_a=a, total_b=b)
    return league


def plan(**fields):
    return BracketPlan(**{"kind": Stage.Kind.CHAMPIONSHIP, "order": "standings"} | fields)


def test_first_round_is_seated_and_later_rounds_wait_as_drafts(four, organizer):
    stage = make_bracket(four, plan(order="entered", third_place=True), by=organizer)
    assert seated(stage) == {"W1-1": (1, 4), "W1-2": (2, 3)}
    assert [(one.name, one.state) for one in stage.rounds.all()] == [
        ("Semi-finals", "draft"),
        ("Final · Match for third place", "draft"),
    ]
    assert match_in(stage, "W1-1").lineup.count() == 4


def test_results_fill_the_next_round(four, organizer):
    stage = made(four, organizer, third_place=True)
    win(stage, "W1-1", "a", organizer)
    assert "F1-1" not in seated(stage)
    win(stage, "W1-2", "b", organizer)
    assert seated(stage)["F1-1"] == (1, 3)
    assert seated(stage)["T1-1"] == (4, 2)
    assert {match_in(stage, slot).table for slot in ("F1-1", "T1-1")} == {1, 2}


def test_two_games_close_a_best_of_three(four, organizer):
    stage = made(four, organizer, best_of=3)
    win(stage, "W1-1", "a", organizer, games=1)
    win(stage, "W1-2", "a", organizer)
    assert "F1-1" not in seated(stage)
    win(stage, "W1-1", "a", organizer)
    assert seated(stage)["F1-1"] == (1, 2)


def test_winner_corrected_before_the_final_puts_the_right_pair_in(four, organizer):
    stage = made(four, organizer, third_place=True)
    for slot in ("W1-1", "W1-2"):
        win(stage, slot, "a", organizer)
    before, final = facts(stage), match_in(stage, "F1-1").pk
    win(stage, "W1-1", "b", organizer)
    assert seated(stage) == {"W1-1": (1, 4), "W1-2": (2, 3), "F1-1": (4, 2), "T1-1": (1, 3)}
    assert match_in(stage, "F1-1").pk == final
    win(stage, "W1-1", "a", organizer)
    after = facts(stage)
    assert after["matches"] == before["matches"]
    assert after["lineup"] == before["lineup"]


def test_result_taken_off_clears_the_slots_that_hung_on_it(four, organizer):
    stage = made(four, organizer, third_place=True)
    for slot in ("W1-1", "W1-2"):
        win(stage, slot, "a", organizer)
    before = facts(stage)["matches"]
    clear(stage, "W1-1", organizer)
    assert set(seated(stage)) == {"W1-1", "W1-2"}
    win(stage, "W1-1", "a", organizer)
    assert facts(stage)["matches"] == before


def test_forfeits_and_double_forfeits_go_on_as_they_should(make_competition, organizer):
    stage = made(make_competition(entries=8), organizer)
    record_forfeit(match_in(stage, "W1-1"), who="a", reason="storm", by=organizer)
    record_forfeit(match_in(stage, "W1-2"), who="both", reason="storm", by=organizer)
    win(stage, "W1-3", "a", organizer)
    win(stage, "W1-4", "a", organizer)
    assert goes_on(stage, "W2-1") == 8
    assert "W2-1" not in seated(stage)
    win(stage, "W2-2", "a", organizer)
    assert 8 in seated(stage)["F1-1"]
    take_forfeit_back(match_in(stage, "W1-2"), by=organizer)
    assert "F1-1" not in seated(stage)


def test_withdrawal_sends_the_other_on_and_putting_back_undoes_it(four, organizer):
    stage = made(four, organizer)
    win(stage, "W1-2", "a", organizer)
    before = facts(stage)["matches"]
    gone = Entry.objects.get(pk=stage.draw["seeds"][0])
    leave(gone, state=Entry.State.WITHDRAWN, reason="moved away", by=organizer)
    assert seated(stage)["F1-1"] == (4, 2)
    put_back(gone, by=organizer)
    assert facts(stage)["matches"] == before


def test_odd_field_has_byes_for_the_top(make_competition, organizer):
    stage = made(make_competition(entries=5), organizer)
    assert seated(stage) == {"W1-2": (4, 5), "W2-2": (3, 2)}
    win(stage, "W1-2", "b", organizer)
    assert seated(stage)["W2-1"] == (1, 5)


@pytest.mark.parametrize(
    ("kind", "more", "n"),
    [
        *(("double", {}, n) for n in (2, 3, 6)),
        *(("knockout", {"third_place": True}, n) for n in (2, 3, 6)),
        *(("knockout", {"consolation": True}, n) for n in (4, 6)),
        *(("knockout", {"consolation": True, "third_place": True}, n) for n in (6, 7, 8, 11)),
    ],
)
def test_every_kind_plays_to_its_end(make_competition, organizer, kind, more, n):
    stage = made(make_competition(entries=n), organizer, kind=kind, **more)
    for turn in range(40):
        waiting = [slot for slot in seated(stage) if not match_in(stage, slot).games.exists()]
        if not waiting:
            break
        win(stage, waiting[0], "ab"[turn % 2], organizer)
    state = bracket_state(Stage.objects.select_related("competition").get(pk=stage.pk))
    assert all(slot.decided for slot in state.resolved.values())
    assert state.champion is not None
    assert not state.held


def test_clubs_are_kept_apart_in_the_first_round(
    make_competition, make_entry, make_partnership, other_club, organizer
):
    cup = make_competition(entries=2)
    for _ in range(2):
        make_entry(cup, make_partnership(club=other_club))
    stage = make_bracket(cup, plan(order="entered"), by=organizer)
    pairs = {frozenset(pair) for pair in seated(stage).values()}
    clubs = [Entry.objects.get(pk=pk).partnership.club_id for pk in stage.draw["seeds"]]
    assert all(len({clubs[n - 1] for n in pair}) == 2 for pair in pairs)


def test_tie_at_the_cut_stops_it_with_the_names(make_competition, organizer):
    league = make_competition(entries=4)
    with pytest.raises(CutTied) as refused:
        make_bracket(league, plan(places=2), by=organizer)
    assert len(refused.value.tied) == 4
    assert refused.value.places_left == 2
    assert str(refused.value.tied[0]) in refused.value.message
    assert not Stage.objects.exists()


@pytest.mark.parametrize("how", ["playoff", "hand"])
def test_tie_is_settled_in_the_order_given_and_kept(make_competition, organizer, how):
    league = make_competition(entries=4)
    ids = [entry.pk for entry in league.entries.order_by("pk")]
    order = (ids[2], ids[0], ids[3], ids[1])
    settled = CutSettled(how=how, order=order, note="Tuesday, after the last hand.")
    stage = make_bracket(league, plan(places=2), settled=settled, by=organizer)
    assert stage.draw["seeds"] == [ids[2], ids[0]]
    kept = stage.draw["cut"]
    assert (kept["how"], kept["order"], kept["note"]) == (how, [*order], settled.note)


def test_tie_settled_by_lot_keeps_its_seed(make_competition, organizer):
    league = make_competition(entries=4)
    stage = make_bracket(league, plan(places=3), settled=CutSettled(how="lot"), by=organizer)
    assert stage.draw["cut"]["seed"]
    assert stage.draw["seeds"] == stage.draw["cut"]["order"][:3]


@pytest.mark.parametrize(("how", "field"), [("coin", "how"), ("playoff", "order")])
def test_tie_settled_in_no_way_is_refused_on_its_field(make_competition, organizer, how, field):
    league = make_competition(entries=4)
    settled = CutSettled(how=how, order=(1, 2))
    with pytest.raises(ActionError) as refused:
        make_bracket(league, plan(places=2), settled=settled, by=organizer)
    assert refused.value.field == field
    assert not Stage.objects.exists()


def test_bracket_leaves_the_table_alone(league, organizer):
    before = [(place.entry.pk, place.row) for place in standings_of(league).rows]
    stage = made(league, organizer, kind="championship", order="standings", places=2)
    win(stage, "F1-1", "a", organizer)
    assert [(place.entry.pk, place.row) for place in standings_of(league).rows] == before


def test_changed_table_offers_the_cut_again_with_the_names(league, organizer):
    stage = make_bracket(league, plan(places=2), by=organizer)
    assert recut_of(stage) is None
    third = standings_of(league).rows[2].entry
    game = Game.objects.get(match__entry_a=third)
    game.total_a = 700
    game.save()
    recut = recut_of(stage)
    assert [entry.pk for entry in recut.comes] == [third.pk]
    assert [entry.pk for entry in recut.goes] == [stage.draw["ranked"][1]]
    keep_cut(stage, by=organizer)
    stage = Stage.objects.get(pk=stage.pk)
    assert recut_of(stage) is None
    assert AuditEntry.objects.filter(verb="keep_cut").count() == 1


def test_bracket_is_made_again_in_its_place_until_it_has_begun(league, organizer):
    first = make_bracket(league, plan(places=2), by=organizer)
    again = make_bracket(league, plan(places=3), replaces=first.pk, by=organizer)
    assert (again.number, len(again.draw["seeds"])) == (first.number, 3)
    assert list(Stage.objects.filter(kind="championship")) == [again]
    made_again = made(league, organizer, kind="championship", order="standings", places=3)
    assert made_again == again
    win(again, "W1-2", "a", organizer)
    with pytest.raises(ActionError, match="Play has begun"):
        make_bracket(league, plan(places=2), replaces=again.pk, by=organizer)
    with pytest.raises(ActionError, match="Play has begun"):
        drop_bracket(again, reason="no", by=organizer)


def test_one_entry_is_no_bracket(make_competition, organizer):
    with pytest.raises(ActionError, match="2 to 256"):
        make_bracket(make_competition(entries=1), plan(order="entered"), by=organizer)


def test_entry_that_comes_drops_the_draft_that_would_leave_it_out(
    make_competition, make_partnership, organizer
):
    cup = make_competition(entries=4, state="open")
    make_bracket(cup, plan(order="entered"), by=organizer)
    add_entries(cup, [make_partnership()], by=organizer)
    assert not Match.objects.exists()
    stage = make_bracket(cup, plan(order="entered"), by=organizer)
    assert len(stage.draw["seeds"]) == 5
    assert list(Stage.objects.all()) == [stage]


def test_match_that_comes_into_a_closed_round_opens_it(four, organizer):
    stage = made(four, organizer)
    final = stage.rounds.get(number=2)
    close_round(final, by=organizer)
    for slot in ("W1-1", "W1-2"):
        win(stage, slot, "a", organizer)
    assert Round.objects.get(pk=final.pk).state == "published"
    assert Match.objects.filter(round=final).count() == 1


def states(stage):
    return [one.state for one in stage.rounds.order_by("number")]


def test_a_round_that_a_new_match_opens_is_closed_again_without_it(four, organizer):
    stage = made(four, organizer)
    win(stage, "W1-1", "a", organizer)
    close_round(stage.rounds.get(number=2), by=organizer)
    gone = four.entries.order_by("pk")[2]
    leave(gone, state=Entry.State.WITHDRAWN, reason="ill", by=organizer)
    assert seated(stage)["F1-1"] == (1, 2)
    assert states(stage) == ["published", "published"]
    put_back(gone, by=organizer)
    assert states(stage) == ["published", "closed"]
    win(stage, "W1-2", "b", organizer)
    assert states(stage) == ["published", "published"]


def test_a_match_that_comes_back_into_its_closed_round_leaves_it_closed(four, organizer):
    stage = made(four, organizer)
    win(stage, "W1-1", "a", organizer)
    win(stage, "W1-2", "a", organizer)
    close_round(stage.rounds.get(number=2), with_missing=True, by=organizer)
    clear(stage, "W1-1", organizer)
    assert "F1-1" not in seated(stage)
    win(stage, "W1-1", "a", organizer)
    assert seated(stage)["F1-1"] == (1, 2)
    assert states(stage) == ["published", "closed"]
