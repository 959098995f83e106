"""Random histories on the real actions: play, corrections, disputes, forfeits, penalties, leaving
and coming back, draws and redraws, a bracket, deleting and restoring. After every step table and
bracket are those worked out from scratch in another, plain way, what was deleted and restored is as
it was; the log knows every moment of it; and at the end of each there is a way to go on.

CI runs 2,000, the same ones every time; by hand forty, or as many as TARABISH_HISTORIES says.
"""

import os
from typing import Any
from uuid import uuid4

import hypothesis.core
import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from league.actions.adjustments import add_adjustment, remove_adjustment
from league.actions.brackets import BracketPlan, drop_bracket, make_bracket
from league.actions.competitions import delete_competition
from league.actions.corrections import correct_hand, void_hand
from league.actions.cuts import CutSettled
from league.actions.deletions import restore_deletion
from league.actions.departures import come_back, leave, put_back
from league.actions.disputes import dispute_match, settle_dispute, withdraw_dispute
from league.actions.errors import ActionError
from league.actions.hands import record_hand
from league.actions.held_slots import decide_held
from league.actions.next_rounds import delete_round, draw_next_round, redraw_round
from league.actions.results import Totals, record_forfeit, record_totals, take_forfeit_back
from league.actions.rounds import close_round, publish_rounds, reopen_round
from league.actions.stages import StagePlan, add_stage
from league.models import (
    Adjustment,
    AuditEntry,
    Competition,
    Deletion,
    Entry,
    Hand,
    Match,
    Round,
    Stage,
)
from league.queries.brackets import bracket_state, seeds_of, stamp_of_held
from league.queries.matches import MatchView, load_matches
from league.queries.past import state_after
from league.queries.results import stamp_of_totals
from league.queries.stages import hash_of, state_of
from league.queries.standings import standings_of
from tests.league.evenings import begin, sheet
from tests.league.histories.plain import goes_on, table
from tests.league.past_rows import differences, rows_now
from tests.league.stored import everything_stored

EXAMPLES = int(os.environ.get("TARABISH_HISTORIES") or (2000 if os.environ.get("CI") else 40))
PARTS = 8  # so that they are shared among processes
STEPS = 5
PICK = st.integers(0, 11)
CHOICES = ("keep", "swap", "replay")


class History(RuleBasedStateMachine):
    """One competition from a start prepared once; everything is rolled back at the end."""

    starts: tuple[Competition, ...]
    by = None

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.league = self.starts[0]
        self.finish = self.remembers = False
        self.changed = False
        self.seen: dict[int, Any] = {}

    @initialize(robin=st.booleans(), finish=st.integers(0, 31))
    def begin(self, robin: bool, finish: int) -> None:
        self.league = Competition.objects.get(pk=self.starts[robin].pk)
        self.finish = finish == 0
        self.remembers = finish % 8 == 1  # whole pictures cost as much as all the rest

    def teardown(self) -> None:
        try:
            self.the_log_knows_every_moment()
            for _step in range(40 if self.finish else 1):
                if not self.go_on():
                    break
            else:
                assert not self.finish, "it never ends"
        finally:
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    # what there is to choose from

    @property
    def stage(self) -> Stage:
        return self.league.stages.exclude(kind=Stage.Kind.KNOCKOUT).get()

    @property
    def bracket(self) -> Stage | None:
        found = self.league.stages.filter(kind=Stage.Kind.KNOCKOUT).first()
        return found if found is not None and seeds_of(found) else None

    def published(self) -> QuerySet[Match]:
        return (
            Match.objects.filter(round__stage__competition=self.league)
            .exclude(round__state=Round.State.DRAFT)
            .order_by("pk")
        )

    def match(self, pick: int) -> Match:
        found = list(self.published())
        return found[pick % len(found)]

    def view(self, match: Match) -> MatchView:
        return load_matches(Match.objects.filter(pk=match.pk), seats=False)[0]

    def entry(self, pick: int) -> Entry:
        found = list(self.league.entries.order_by("pk"))
        return found[pick % len(found)]

    # what people do; what is refused changes nothing, which the invariants see

    @rule(pick=PICK, a=st.integers(0, 3), b=st.integers(0, 3))
    def totals(self, pick: int, a: int, b: int) -> None:
        self.write(self.match(pick), 100 + 10 * a, 95 + 10 * b)

    def write(self, match: Match, a: int, b: int) -> None:
        stamp = stamp_of_totals(self.view(match))
        self.attempt(
            lambda: record_totals(
                match,
                [Totals(number=1, a=a, b=b)],
                stamp=stamp,
                reason="read again",
                played_after_all=True,
                by=self.by,
            )
        )

    @rule(pick=PICK)
    def clear(self, pick: int) -> None:
        match = self.match(pick)
        stamp = stamp_of_totals(self.view(match))
        self.attempt(lambda: record_totals(match, [], stamp=stamp, reason="no", by=self.by))

    @rule(pick=PICK, count=st.sampled_from([0, 20, 60, 96, 130, 162]))
    def hand(self, pick: int, count: int) -> None:
        match = self.match(pick)

        def play() -> None:
            game = begin(match, self.by)
            record_hand(
                match, sheet(count), client_id=uuid4(), game=game.number, number=1, by=self.by
            )

        self.attempt(play)

    @rule(pick=PICK, count=st.sampled_from([0, 20, 60, 96, 130, 162]), void=st.booleans())
    def correct(self, pick: int, count: int, void: bool) -> None:
        hands = list(Hand.objects.filter(game__match__in=self.published()).order_by("pk"))
        if not hands:
            return
        one = hands[pick % len(hands)]
        if void:
            self.attempt(lambda: void_hand(one, revision=one.revision, reason="no", by=self.by))
        else:
            self.attempt(
                lambda: correct_hand(
                    one, sheet(count), revision=one.revision, reason="read again", by=self.by
                )
            )

    @rule(pick=PICK, who=st.sampled_from(["a", "b", "both"]))
    def forfeit(self, pick: int, who: str) -> None:
        match = self.match(pick)
        if match.forfeit:
            self.attempt(lambda: take_forfeit_back(match, by=self.by))
        else:
            self.attempt(lambda: record_forfeit(match, who=who, reason="left", by=self.by))

    @rule(pick=PICK, side=st.sampled_from(["a", "b"]), how=st.sampled_from(["stands", "back"]))
    def dispute_or_settle(self, pick: int, side: str, how: str) -> None:
        match = self.match(pick)
        if not self.view(match).disputed:
            self.attempt(lambda: dispute_match(match, side=side, words="no", by=self.by))
        elif how == "back":
            self.attempt(lambda: withdraw_dispute(match, by=self.by))
        else:
            self.attempt(lambda: settle_dispute(match, how="stands", words="so", by=self.by))

    @rule(pick=PICK, points=st.integers(-3, 3), scored=st.integers(-20, 20))
    def adjust(self, pick: int, points: int, scored: int) -> None:
        standing = list(Adjustment.objects.filter(entry__competition=self.league, removed_at=None))
        if len(standing) > 1:
            self.attempt(lambda: remove_adjustment(standing[pick % len(standing)], by=self.by))
            return
        entry = self.entry(pick)
        self.attempt(
            lambda: add_adjustment(
                self.league, entry, match_points=points, points=scored, reason="late", by=self.by
            )
        )

    @rule(pick=PICK, back=st.booleans())
    def leave_or_return(self, pick: int, back: bool) -> None:
        entry = self.entry(pick)
        if entry.state == Entry.State.PLAYING:
            self.attempt(
                lambda: leave(entry, state=Entry.State.WITHDRAWN, reason="moved", by=self.by)
            )
        else:
            act = put_back if back else come_back
            self.attempt(lambda: act(entry, by=self.by))

    @rule(pick=PICK)
    def close_or_open(self, pick: int) -> None:
        rounds = list(self.stage.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
        one = rounds[pick % len(rounds)]
        if one.state == Round.State.CLOSED:
            self.attempt(lambda: reopen_round(one, by=self.by))
        else:
            self.attempt(lambda: close_round(one, with_missing=True, by=self.by))

    @precondition(lambda self: self.league.pk == self.starts[0].pk)
    @rule(what=st.sampled_from(["draw", "draw", "redraw", "delete"]))
    def draw(self, what: str) -> None:
        state = state_of(self.stage)
        if what == "redraw" and state.draft is not None:
            seen = hash_of(state.draft.draw["seed"])
            self.attempt(lambda: redraw_round(state.draft, seen=seen, by=self.by))
        elif what == "delete" and len(state.rounds) > 1:
            self.attempt(
                lambda: delete_round(state.last, reason="wrong", with_results=True, by=self.by)
            )
        elif state.draft is not None:
            self.attempt(lambda: publish_rounds(self.league, [state.draft], by=self.by))
        elif state.next_number is not None:
            self.attempt(
                lambda: draw_next_round(
                    self.stage, number=state.next_number, with_missing=True, by=self.by
                )
            )

    @rule(places=st.sampled_from([None, 2]), drop=st.booleans())
    def make_or_drop_bracket(self, places: int | None, drop: bool) -> None:
        bracket = self.bracket
        if bracket is None:
            order = "entered" if places is None else "standings"
            plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order=order, places=places)
            lot = CutSettled(how="lot")

            def make() -> None:
                made = make_bracket(self.league, plan, settled=lot, by=self.by)
                publish_rounds(self.league, list(made.rounds.order_by("number")), by=self.by)

            self.attempt(make)
        elif drop:
            self.attempt(lambda: drop_bracket(bracket, reason="wrong", by=self.by))

    @rule(what=st.sampled_from(["competition", "round", "bracket"]))
    def delete_and_restore(self, what: str) -> None:
        """Whatever was played until then, what is deleted comes back as it was."""
        before = everything_stored()
        if what == "competition":
            deleted = self.attempt(lambda: delete_competition(self.league, by=self.by))
        elif what == "bracket":
            bracket = self.bracket
            deleted = bracket is not None and self.attempt(
                lambda: drop_bracket(bracket, reason="wrong", by=self.by)
            )
        else:
            last = self.stage.rounds.order_by("number").last()
            deleted = last is not None and self.attempt(
                lambda: delete_round(last, reason="wrong", with_results=True, by=self.by)
            )
        if deleted:
            kept = Deletion.objects.filter(restored_at=None).latest("pk")
            assert restore_deletion(kept, by=self.by)
            assert everything_stored() == before

    @precondition(lambda self: self.bracket is not None)
    @rule(choice=st.sampled_from(CHOICES))
    def decide(self, choice: str) -> None:
        self.choose(choice)

    def choose(self, choice: str) -> bool:
        held = bracket_state(self.bracket).to_decide
        return bool(held) and self.attempt(
            lambda: decide_held(
                self.bracket, choice=choice, stamp=stamp_of_held(held), reason="so", by=self.by
            )
        )

    def attempt(self, act) -> bool:
        """Do it; False when it was refused, and then nothing of it is stored."""
        try:
            with transaction.atomic():
                act()
        except ActionError:
            return False
        self.changed = True
        return True

    # what always holds

    @invariant()
    def what_was_done_left_table_and_bracket_true(self) -> None:
        """Looked at after every change; what was refused is rolled back, so it left none."""
        if self.changed:
            self.the_table_is_the_one_worked_out_plainly()
            self.the_bracket_is_the_one_worked_out_plainly()
            self.a_moment_is_remembered()
            self.changed = False

    def the_table_is_the_one_worked_out_plainly(self) -> None:
        shown = {
            place.entry.pk: (
                place.row.rank,
                place.row.match_points,
                place.row.points_for,
                place.row.points_against,
                place.row.played,
            )
            for place in standings_of(self.league).rows
        }
        assert shown == table(self.league)

    def the_bracket_is_the_one_worked_out_plainly(self) -> None:
        bracket = self.bracket
        if bracket is None:
            return
        found = list(
            Match.objects.filter(round__stage=bracket)
            .select_related("round", "entry_a", "entry_b")
            .prefetch_related("games__hands", "disputes")
            .order_by("slot")
        )
        semis = [one for one in found if one.round.number == 1]
        final = next((one for one in found if one.round.number == 2), None)
        if len(seeds_of(bracket)) != 4 or len(semis) != 2:
            return
        through = [goes_on(one) for one in semis]
        pair = None if final is None else {final.entry_a_id, final.entry_b_id}
        if final is not None and (final.games.exists() or final.forfeit):
            state = bracket_state(bracket)
            kept = (state.stage.draw.get("kept") or {}) | (state.stage.draw.get("swapped") or {})
            assert pair == set(through) or state.held or kept
        elif final is not None:
            assert pair == set(through)
        else:
            playing = [pk for pk in through if pk]
            left = Entry.objects.filter(pk__in=playing).exclude(state=Entry.State.PLAYING)
            assert len(playing) < 2 or left.exists()

    def a_moment_is_remembered(self) -> None:
        if not self.remembers:
            return
        last = AuditEntry.objects.filter(competition=self.league).order_by("-number")
        number = last.values_list("number", flat=True).first()
        if number is not None:
            self.seen[number] = rows_now(self.league)

    def the_log_knows_every_moment(self) -> None:
        for number, rows in self.seen.items():
            past = state_after(self.league.pk, number)
            assert past is not None
            assert differences(past.rows, rows) == []

    def go_on(self) -> bool:
        """One thing an organizer does to get on; False when all is played. It is never refused."""
        bracket = self.bracket
        if bracket is not None and bracket_state(bracket).to_decide:
            assert self.choose("keep")
            return True
        state = state_of(self.stage)
        if state.draft is not None and self.stage.kind == Stage.Kind.SWISS:
            assert self.attempt(lambda: publish_rounds(self.league, [state.draft], by=self.by))
            return True
        for view in load_matches(self.published(), seats=False):
            match = view.match
            if view.disputed:
                how = "stands" if view.over else "corrected"
                assert self.attempt(
                    lambda m=match, h=how: settle_dispute(m, how=h, words="so", by=self.by)
                )
                return True
            if view.over:
                continue
            if any(game.hands for game in view.games) or (view.games and not view.current.over):
                assert self.attempt(
                    lambda m=match: record_forfeit(m, who="a", reason="not played", by=self.by)
                )
            else:
                stamp = stamp_of_totals(view)
                assert self.attempt(
                    lambda m=match, s=stamp: record_totals(
                        m, [Totals(number=1, a=100, b=62)], stamp=s, reason="so", by=self.by
                    )
                )
            return True
        playing = self.league.entries.filter(state=Entry.State.PLAYING).count()
        number = state.next_number
        if self.stage.kind != Stage.Kind.SWISS or number is None or playing < 2:
            return False
        assert self.attempt(lambda: draw_next_round(self.stage, number=number, by=self.by))
        return True


@pytest.fixture
def starts(make_competition, organizer) -> tuple[Competition, Competition]:
    """Five in Swiss rounds, the first one out; four in a round robin with all rounds out."""
    play = {"mode": "hands", "hands": 1, "minutes": None}
    swiss = make_competition(entries=5, name="Swiss", state="open", match_play=play)
    stage = add_stage(swiss, StagePlan(kind=Stage.Kind.SWISS, rounds=3), by=organizer)
    publish_rounds(swiss, [draw_next_round(stage, number=1, by=organizer)], by=organizer)
    robin = make_competition(entries=4, name="Robin", match_play=play)
    first, second, third, fourth = robin.entries.order_by("pk")
    stage = Stage.objects.create(competition=robin, number=1)
    tables = [
        [(first, fourth), (second, third)],
        [(first, third), (fourth, second)],
        [(first, second), (third, fourth)],
    ]
    for number, pairs in enumerate(tables, 1):
        found = Round.objects.create(stage=stage, number=number, state=Round.State.PUBLISHED)
        for at, (a, b) in enumerate(pairs, 1):
            Match.objects.create(round=found, table=at, entry_a=a, entry_b=b)
    return swiss, robin


@pytest.mark.sqlite
@pytest.mark.parametrize("part", range(PARTS))
def test_random_histories_keep_table_and_bracket_true_and_never_end_nowhere(
    starts, organizer, monkeypatch, part
):
    History.starts, History.by = starts, organizer
    # What pytest's --hypothesis-seed sets: each part its own examples, on every run the same.
    monkeypatch.setattr(hypothesis.core, "global_force_seed", part)
    run_state_machine_as_test(
        History,
        settings=settings(
            max_examples=EXAMPLES // PARTS,
            derandomize=False,
            database=None,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            # A history of five steps is short enough to be read: shrinking it takes minutes.
            phases=(Phase.explicit, Phase.generate),
        ),
    )
