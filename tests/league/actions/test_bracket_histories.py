"""Random evenings in brackets: results, corrections, forfeits, leaving, undoing, every choice;
sheets accepted, disputed, settled and opened again.

After each step the stored matches are those of the bracket, and an organizer can always go on.
"""

from random import Random

import pytest

from league.actions.departures import come_back, leave, put_back
from league.actions.disputes import dispute_match, settle_dispute, withdraw_dispute
from league.actions.errors import ActionError
from league.actions.held_slots import decide_held
from league.actions.matches import reopen_match
from league.actions.results import record_forfeit, take_forfeit_back
from league.models import Entry, Lineup, Stage
from league.queries.brackets import (
    bracket_state,
    pair_of,
    stamp_of_held,
    unheld,
)
from tests.league.answers import accept
from tests.league.brackets import clear, made, win

ANSWERS = ["accept", "accept", "dispute", "settle", "withdraw", "reopen"]
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


def answer(match, act, rng, by):
    """What the two sides and the organizer say about a sheet."""
    if act == "accept":
        accept(match, by)
    elif act == "dispute":
        dispute_match(match, side=rng.choice("ab"), words="not ours", by=by)
    elif act == "settle":
        how = rng.choice(["stands", "corrected"])
        settle_dispute(match, how=how, words="read again", by=by)
    elif act == "withdraw":
        withdraw_dispute(match, by=by)
    else:
        reopen_match(match, reason="signed too early", by=by)


def step(stage, rng, by):
    """One thing that somebody does; refusals are answers too."""
    state = state_of(stage)
    slots = sorted(state.matches)
    entries = list(state.entries.values())
    act = rng.choice(
        ["win"] * 6 + ["clear", "forfeit", "back", "leave", "return", "decide"] + ANSWERS
    )
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
        elif act in ANSWERS:
            answer(state.matches[slot].match, act, rng, by)
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
    sheets = {"acceptance": "other"} if seed % 2 else {}
    competition = make_competition(entries=rng.choice(sizes), sheets=sheets)
    stage = made(competition, organizer, kind=kind, **more)
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
        waiting = [(key, view) for key, view in state.matches.items() if not view.settled]
        if not waiting:
            break
        slot, view = waiting[0]
        if not view.over:
            win(stage, slot, rng.choice("ab"), organizer)
        answer(view.match, "settle" if view.disputed else "accept", rng, organizer)
    assert all(one.decided for one in check(stage).resolved.values())
