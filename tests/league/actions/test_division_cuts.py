"""The first of each division: who is through, as which seed, how a division's tie is settled."""

import pytest

from league.actions.brackets import BracketPlan, keep_cut, make_bracket
from league.actions.cuts import CutSettled, CutTied
from league.actions.departures import leave
from league.actions.errors import ActionError
from league.models import AuditEntry, Division, DivisionEntry, Game, Stage
from league.queries.cuts import recut_of
from league.queries.standings import standings_of
from tests.league.cross_tables import play_cross_table

# Won 3, 2, 1, 0 in each; the East's figures are the better ones place by place.
EAST = """
        Anne    Joe      Mairi    Donna
Anne     -    512-100  505-100  510-100
Joe             -      515-200  510-200
Mairi                    -      500-300
Donna                             -
"""
WEST = """
        Rory    Sheila   Hugh     Effie
Rory     -    512-300  505-300  510-300
Sheila          -      515-400  510-400
Hugh                     -      500-450
Effie                             -
"""
# Each has beaten one of the other two by the same figures.
RING = """
        Rory    Sheila   Hugh
Rory     -    500-300  300-500
Sheila          -      500-300
Hugh                     -
"""
# Everybody stayed away from two matches of three: the first has won one, 500 to 499.
POOR = """
        Rory    Sheila   Hugh
Rory     -    500-499    F-F
Sheila          -        F-F
Hugh                     -
"""


def divide(league, **divisions):
    """Divisions with the entries named; gives all entries by name."""
    stage = Stage.objects.get(competition=league)
    everybody = {}
    for number, (name, entries) in enumerate(divisions.items(), 1):
        division = Division.objects.create(stage=stage, number=number, name=name)
        for entry in entries.values():
            DivisionEntry.objects.create(stage=stage, division=division, entry=entry)
        everybody |= entries
    return everybody


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


def plan(**fields):
    return BracketPlan(kind="championship", order="divisions", **fields)


def named(stage, key="seeds"):
    """First names of the entries kept under `key`."""
    of = {
        entry.pk: entry.partnership.first.name.split()[0]
        for entry in stage.competition.entries.all()
    }
    return [of[pk] for pk in stage.draw[key]]


def two(league, east=EAST, west=WEST):
    return divide(league, East=play_cross_table(league, east), West=play_cross_table(league, west))


def test_all_the_firsts_are_seeded_by_the_whole_table_then_the_seconds(league, organizer):
    two(league)
    stage = make_bracket(league, plan(each=2), by=organizer)
    assert named(stage, "ranked") == ["Anne", "Rory", "Joe", "Sheila"]
    assert (stage.draw["each"], stage.draw["places"], stage.draw["cut"]) == (2, None, {})


def test_a_first_with_fewer_points_stands_above_a_second_with_more(league, organizer):
    two(league, west=POOR)
    table = [place.entry.partnership.first.name for place in standings_of(league).rows]
    assert table.index("Joe One") < table.index("Rory One")
    stage = make_bracket(league, plan(each=2), by=organizer)
    assert named(stage, "ranked")[:3] == ["Anne", "Rory", "Joe"]


@pytest.mark.parametrize("apart", [True, False])
def test_divisions_are_kept_apart_in_the_first_round_at_no_cost(league, organizer, apart):
    two(league, east=EAST.replace("515-200", "502-500").replace("510-200", "502-500"))
    stage = make_bracket(league, plan(each=2, keep_clubs_apart=apart), by=organizer)
    assert named(stage, "ranked") == ["Anne", "Rory", "Sheila", "Joe"]
    assert named(stage) == ["Anne", "Rory", "Joe", "Sheila"]
    assert stage.draw["same_division"] == []


def test_a_division_with_fewer_sends_all_it_has(league, organizer):
    two(league, west=RING.replace("300-500", "500-400"))
    stage = make_bracket(league, plan(each=4), by=organizer)
    assert len(stage.draw["seeds"]) == 7


def test_who_has_left_is_not_among_the_first(league, organizer):
    everybody = two(league)
    leave(everybody["Rory"], state="withdrawn", reason="moved away", by=organizer)
    stage = make_bracket(league, plan(each=1), by=organizer)
    assert named(stage) == ["Anne", "Sheila"]


def test_a_tie_at_a_divisions_line_stops_it_with_the_division_and_the_names(league, organizer):
    two(league, west=RING)
    with pytest.raises(CutTied) as refused:
        make_bracket(league, plan(each=1), by=organizer)
    said = refused.value.message
    assert said.startswith("West, level at the line for 1 place: ")
    assert all(name in said for name in ("Rory", "Sheila", "Hugh"))
    assert "East" not in said
    assert [line.number for line in refused.value.lines] == [2]
    assert Stage.objects.count() == 1


@pytest.mark.parametrize("how", ["playoff", "hand"])
def test_way_and_order_are_kept_for_the_division(league, organizer, how):
    everybody = two(league, west=RING)
    order = tuple(everybody[name].pk for name in ("Hugh", "Rory", "Sheila"))
    settled = CutSettled(how=how, order=order, note="Tuesday.")
    stage = make_bracket(league, plan(each=1), settled={2: settled}, by=organizer)
    assert named(stage) == ["Anne", "Hugh"]
    (kept,) = stage.draw["cut"]["divisions"]
    assert (kept["division"], kept["how"], kept["order"], kept["note"]) == (
        "West", how, [*order], "Tuesday."
    )  # fmt: skip
    (logged,) = AuditEntry.objects.get(verb="make_bracket").after["cut"]["divisions"]
    assert {**logged, "note": "Tuesday."} == kept  # words stand beside the entry, not in it
    assert recut_of(stage) is None


def test_two_taps_of_the_lot_draw_once(league, organizer):
    two(league, west=RING)
    made = [
        make_bracket(league, plan(each=1), settled={2: CutSettled(how="lot")}, by=organizer)
        for _tap in range(2)
    ]
    assert made[0] == made[1]
    (kept,) = made[0].draw["cut"]["divisions"]
    assert kept["seed"]
    assert made[0].draw["ranked"][1] == kept["order"][0]


@pytest.mark.parametrize(("how", "field"), [("coin", "how"), ("hand", "order")])
def test_a_division_settled_in_no_way_is_refused(league, organizer, how, field):
    two(league, west=RING)
    settled = {2: CutSettled(how=how, order=(1, 2))}
    with pytest.raises(ActionError) as refused:
        make_bracket(league, plan(each=1), settled=settled, by=organizer)
    assert refused.value.field == field
    assert Stage.objects.count() == 1


def test_a_changed_division_says_who_comes_and_who_goes(league, organizer):
    everybody = two(league)
    stage = make_bracket(league, plan(each=2), by=organizer)
    assert recut_of(stage) is None
    game = Game.objects.get(match__entry_a=everybody["Joe"], match__entry_b=everybody["Mairi"])
    game.total_a, game.total_b = 100, 700
    game.save()
    recut = recut_of(stage)
    assert (recut.comes, recut.goes, recut.tied) == ((everybody["Mairi"],), (everybody["Joe"],), ())
    keep_cut(stage, by=organizer)
    assert recut_of(Stage.objects.get(pk=stage.pk)) is None


def test_another_order_of_the_whole_table_is_told_though_the_same_are_in(league, organizer):
    everybody = two(league)
    stage = make_bracket(league, plan(each=2), by=organizer)
    Game.objects.filter(match__entry_a=everybody["Rory"]).update(total_a=5000)
    recut = recut_of(stage)
    assert (recut.comes, recut.goes, recut.tied) == ((), (), ())


def test_a_tie_that_has_come_to_a_division_is_told(league, organizer):
    everybody = two(league, west=RING.replace("300-500", "500-400"))
    stage = make_bracket(league, plan(each=1), by=organizer)
    Game.objects.filter(match__entry_a=everybody["Rory"], match__entry_b=everybody["Hugh"]).update(
        total_a=300, total_b=500
    )
    assert {entry.pk for entry in recut_of(stage).tied} == {
        everybody[name].pk for name in ("Rory", "Sheila", "Hugh")
    }


@pytest.mark.parametrize(("each", "field"), [(None, "each"), (1, "order")])
def test_without_a_number_or_without_divisions_it_is_refused(league, organizer, each, field):
    play_cross_table(league, EAST)
    with pytest.raises(ActionError) as refused:
        make_bracket(league, plan(each=each), by=organizer)
    assert refused.value.field == field
