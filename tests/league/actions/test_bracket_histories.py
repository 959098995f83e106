"""Random evenings in brackets: results, corrections, forfeits, leaving, undoing, every choice.

After each step the stored matches are those of the bracket, and an organizer can always go on.
"""

from random import Random

import pytest

from league.actions.departures import come_back, leave, put_back
from league.actions.errors import ActionError
from league.actions.held_slots import decide_held
from league.actions.results import record_forfeit, take_forfeit_back
from league.models import Entry, Lineup, Stage
from league.queries.brackets import (
    bracket_state,
    pair_of,
    stamp_of_held,
    unheld,
)
from tests.league.brackets import clear, made, win

KINDS = [
    ("knockout", {"third_place": True}),
    ("knockout", {"consolation": True}),
    ("knockout", {"consolation": True, "third_place": True}),
    ("double", {}),
]


def state_of(stage):
    return bracket_state(Stage.objects.select_related("competition__club").get(pk=stage.pk))


def check(stage):
    """What must hold at any moment."""
    state = state_of(stage)
    for key, view in state.matches.items():
        now = state.resolved[key]
        assert {now.a, now.b} == set(pair_of(view.match)), key
        sides = {(row.side, row.player_id) for row in Lineup.objects.filter(match=view.match)}
        assert sides == {
            (side, pk)
            for side, entry in (("a", view.match.entry_a), ("b", view.match.entry_b))
            for pk in (entry.partnership.first_id, entry.partnership.second_id)
        }
    for key, now in state.resolved.items():
        known = now.a is not None and now.b is not None and now.why != "not_needed"
        if known and not state.held:
            assert key in state.matches, key
    if not state.held:
        assert dict(unheld(state)) == dict(state.resolved)
    return state


def step(stage, rng, by):
    """One thing that somebody does; refusals are answers too."""
    state = state_of(stage)
    slots = sorted(state.matches)
    entries = list(state.entries.values())
    act = rng.choice(["win"] * 6 + ["clear", "forfeit", "back", "leave", "return", "decide"])
    slot = rng.choice(slots)
    try:
        if act == "win":
            win(stage, slot, rng.choice("ab"), by)
        elif act == "clear":
            clear(stage, slot, by)
        elif act == "forfeit":
            who = rng.choice(["a", "b", "both"])
            record_forfeit(state.matches[slot].match, who=who, reason="storm", by=by)
        elif act == "back":
            take_forfeit_back(state.matches[slot].match, by=by)
        elif act == "leave":
            leave(rng.choice(entries), state="withdrawn", reason="ill", by=by)
        elif act == "return":
            gone = [one for one in entries if one.state != Entry.State.PLAYING]
            if gone:
                rng.choice([put_back, come_back])(rng.choice(gone), by=by)
        elif state.to_decide:
            choice = rng.choice(["keep", "swap", "replay"])
            stamp = stamp_of_held(state.to_decide)
            decide_held(stage, choice=choice, stamp=stamp, reason="asked", by=by)
    except ActionError:
        pass


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kind", "more"), KINDS)
def test_whatever_happens_the_bracket_is_that_of_its_results(
    make_competition, organizer, kind, more, seed
):
    rng = Random(f"{kind}{more}{seed}")
    sizes = [6, 7, 8] if len(more) > 1 else [4, 5, 6]
    stage = made(make_competition(entries=rng.choice(sizes)), organizer, kind=kind, **more)
    for _ in range(25):
        step(stage, rng, organizer)
        check(stage)
    # Nothing is stuck: what is held can be decided, and the rest played to the end.
    state = check(stage)
    if state.to_decide:
        stamp = stamp_of_held(state.to_decide)
        decide_held(stage, choice="replay", stamp=stamp, reason="end", by=organizer)
    for _ in range(40):
        state = check(stage)
        waiting = [key for key, view in state.matches.items() if not view.over]
        if not waiting:
            break
        win(stage, waiting[0], rng.choice("ab"), organizer)
    assert all(one.decided for one in check(stage).resolved.values())
