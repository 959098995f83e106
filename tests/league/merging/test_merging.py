"""Phones that send in any order, doubled, partly, with answers lost; while others correct, sign,
close, move, and settle what is in question. Nothing is lost, nothing is doubled.

CI runs 2,000 evenings, the same ones every time; by hand a hundred, or as many as
TARABISH_MERGES says.
"""

import os
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from unittest.mock import patch
from uuid import UUID, uuid4

import hypothesis.core
import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from league.actions import journal, sent_hands
from league.actions.hands import record_hand
from league.actions.links import make_match_link
from league.models import Hand, TableLink
from league.queries import matches
from league.queries.sent_hands import hand_meant
from tests.league.evenings import begin
from tests.league.merging.machine import ENTRIES, EVENINGS, Evening
from tests.league.merging.plain_tables import Figures
from tests.league.merging.world import World, sheet_of

EXAMPLES = int(os.environ.get("TARABISH_MERGES") or (2000 if os.environ.get("CI") else 100))
PARTS = 8  # so that they are shared among processes
POSTGRES_SHARE = 20
# By hand, for other evenings than those of every run.
SEED = int(os.environ.get("TARABISH_MERGES_SEED") or 0)


@pytest.fixture
def worlds(make_competition, make_round, make_match, organizer, scorekeeper):
    """A match of three hands, its neighbour not begun; one of three games of two hands."""
    made = []
    for hands, best_of in ((3, 1), (2, 3)):
        play = {"mode": "hands", "hands": hands, "minutes": None}
        competition = make_competition(entries=4, name=f"Of {hands}", match_play=play)
        round = make_round(competition, best_of=best_of)
        tables = make_match(round=round), make_match(round=round)
        begin(tables[0], organizer)
        if best_of > 1:
            begin(tables[1], organizer)
        first = len(made) + 1
        record_hand(
            tables[0],
            sheet_of(Figures("W", "N", 96)),
            client_id=UUID(int=first),
            game=1,
            number=1,
            by=organizer,
        )
        make_match_link(tables[0], by=organizer)
        made.append(
            World(
                competition=competition,
                matches=tables,
                people={"organizer": organizer, "scorekeeper": scorekeeper},
                link=TableLink.objects.get(match=tables[0]),
                first=first,
                hands_a_game=hands,
                best_of=best_of,
            )
        )
    return tuple(made)


@contextmanager
def rolled_back(*, rows_logged: bool = False):
    """Nothing is left of what is done here. What has nothing to do with it is not paid for each
    time: the rows of the log, and the names of the people beside every match."""
    with transaction.atomic(), ExitStack() as stack:
        stack.enter_context(patch.object(matches, "BESIDE", matches.BESIDE[:1]))
        if not rows_logged:
            stack.enter_context(patch.object(journal, "_rows", lambda *_which: None))
        try:
            yield
        finally:
            transaction.set_rollback(True)


def play_one(worlds, *, world, who, **evening):
    with rolled_back(rows_logged=evening["look_closely"] == 0):
        Evening(worlds, world=world, who=who).play(**evening)


def at_random(
    monkeypatch, seed: int, examples: int, play: Callable[..., None], **drawn: st.SearchStrategy
) -> None:
    """Run `play` with so many examples. What pytest's --hypothesis-seed sets is set here, so that
    each part has its own examples, the same ones on every run."""
    monkeypatch.setattr(hypothesis.core, "global_force_seed", SEED + seed)
    share = POSTGRES_SHARE if connection.vendor == "postgresql" else 1
    settings(
        max_examples=max(examples // share, 1),
        derandomize=False,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        # An evening is short enough to be read: shrinking it takes minutes.
        phases=(Phase.explicit, Phase.generate),
    )(given(**drawn)(play))()


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_comes_in_whatever_order_nothing_is_lost_and_nothing_doubled(
    worlds, monkeypatch, part
):
    def play(evening):
        play_one(worlds, **evening)

    at_random(monkeypatch, part, EXAMPLES // PARTS, play, evening=EVENINGS)


@pytest.mark.parametrize("part", range(2))
def test_what_one_phone_entered_comes_to_the_same_in_whatever_order_it_is_sent(
    worlds, monkeypatch, part
):
    def play(world, entries, order):
        in_order, asked_in_order = sent_in(worlds, world, entries, ())
        lines, asked = sent_in(worlds, world, entries, order)
        # By what stands where: a hand may stand under the name of one that it has met.
        different = {in_order.get(one) or lines[one] for one in lines.keys() ^ in_order.keys()}
        assert different <= asked | asked_in_order, "another sheet, and no question"

    at_random(
        monkeypatch,
        PARTS + part,
        EXAMPLES // 40,
        play,
        world=st.integers(0, 1),
        entries=ENTRIES,
        order=st.lists(st.integers(0, 5), min_size=1, max_size=6),
    )


def sent_in(worlds, world, entries, order):
    """The sheet once one phone has sent what it entered, in this order and the rest in its own, by
    what stands where, with the hand's name; and the hands that are in question then."""
    with rolled_back():
        evening = Evening(worlds, world=world, who=[])
        evening.enter(0, entries)
        phone = evening.phones[0]
        for pick in order:
            waiting = phone.waiting()
            if waiting:
                evening.receive(phone, waiting[pick % len(waiting)])
        evening.all_is_sent()
        asked = {row.thing.hand for row in evening.model.questions(evening.table)}
        lines = evening.table.lines()
        return {(one.game, one.number, one.figures): one.id for one in lines}, asked


def receipts_are_not_looked_at(monkeypatch):
    monkeypatch.setattr(sent_hands, "came_before", lambda sent: (real_came_before(sent)[0], None))


def the_revision_is_not_compared(monkeypatch):
    def take(match, sent, by):
        hand, _row = hand_meant(match, sent.hand)
        base = hand.revision if hand is not None else sent.base
        return real_correction(match, replace(sent, base=base), by)

    monkeypatch.setattr(sent_hands, "take_correction", take)


def a_client_id_is_stored_twice(monkeypatch):
    def write(view, sheet, *, client_id, **fields):
        there = Hand.objects.filter(client_id=client_id).exists()
        return real_write(view, sheet, client_id=uuid4() if there else client_id, **fields)

    monkeypatch.setattr(sent_hands, "came_before", lambda sent: (None, real_came_before(sent)[1]))
    monkeypatch.setattr(sent_hands, "write_next", write)


real_came_before = sent_hands.came_before
real_correction = sent_hands.take_correction
real_write = sent_hands.write_next


@pytest.mark.parametrize(
    "fault", [receipts_are_not_looked_at, the_revision_is_not_compared, a_client_id_is_stored_twice]
)
def test_the_eye_is_open(worlds, monkeypatch, fault):
    """With the fault an evening goes wrong, and that is seen."""
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        at_random(
            monkeypatch, 0, 400, lambda evening: play_one(worlds, **evening),
            evening=EVENINGS,
        )  # fmt: skip
