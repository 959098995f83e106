"""Phones, organizers and a bad line at two tables: what they do, and the laws that always hold."""

from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import UUID

from django.db import transaction
from hypothesis import strategies as st

from league.actions.acceptance import accept_match, submit_match, take_back_match
from league.actions.competitions import finish_competition, resume_competition
from league.actions.corrections import correct_hand, void_hand
from league.actions.errors import ActionError
from league.actions.games import take_back_game
from league.actions.hands import record_hand, undo_hand
from league.actions.links import revoke_link
from league.actions.matches import reopen_match
from league.actions.moves import move_sheet, stamp_of_two
from league.actions.rounds import close_round, reopen_round
from league.models import Hand, SentHand
from league.queries.audit_chain import chains
from league.queries.matches import load_match, people_of, stamp_of
from league.queries.sent_hands import open_questions
from league.queries.verification import differing_hands, differing_rows
from tests.league.evenings import begin
from tests.league.merging.phones import ASKED, DONE, Phone
from tests.league.merging.plain_tables import Figures, Line, Row, Table, Thing, Things, points
from tests.league.merging.world import World, sheet_of

FIGURES = st.sampled_from(
    [
        Figures("W", "N", 96),
        Figures("W", "N", 100),
        Figures("W", "E", 66),
        Figures("W", "N", 40),
        Figures("W", "N", 96, "so it is written"),
    ]
)
PICK = st.integers(0, 5)
ENTRY = st.tuples(
    st.sampled_from(["record", "record", "correct", "undo"]), PICK, FIGURES, st.booleans()
)
ENTRIES = st.lists(ENTRY, min_size=1, max_size=5)
# What may happen, each as often as it stands here, and what is drawn for it.
STEPS: list[tuple[str, tuple[st.SearchStrategy[Any], ...]]] = [
    *[("enter", (PICK, st.lists(ENTRY, min_size=1, max_size=3)))] * 3,
    *[("deliver", (PICK, st.lists(PICK, min_size=1, max_size=2), st.booleans()))] * 5,
    ("deliver_again", (PICK, PICK)),
    ("look", (PICK,)),
    *[("settle", (PICK, st.sampled_from(["next", "place", "off", "drop"]), st.booleans()))] * 2,
    ("organizer_writes", (st.sampled_from(["record", "correct", "void", "undo"]), PICK, FIGURES)),
    ("sheet_is_answered", (st.sampled_from(["submit", "accept", "reopen", "take back"]),)),
    (
        "hall_moves_on",
        (st.sampled_from(["close", "finish", "move", "revoke", "start", "start", "unstart"]),),
    ),
]
STEP = st.sampled_from(STEPS).flatmap(lambda step: st.tuples(st.just(step[0]), *step[1]))
WHO = st.lists(st.sampled_from(["scorekeeper", "organizer", "link"]), min_size=1, max_size=3)
EVENINGS = st.fixed_dictionaries(
    {
        "world": st.integers(0, 1),
        "who": WHO,
        "first": st.lists(ENTRY, min_size=1, max_size=3),
        "steps": st.lists(STEP, min_size=3, max_size=6),
        "look_closely": st.integers(0, 15),
    }
)


class Evening:
    """One evening at two tables, of which the first has phones; everything is rolled back."""

    def __init__(self, worlds: tuple[World, ...], *, world: int, who: list[str]) -> None:
        self.world = worlds[world]
        self.ids = count(100)
        self.came: dict[int, str] = {}
        self.undone: set[tuple[int, int]] = set()
        self.dropped: set[int] = set()
        self.touched = True
        self.model = Things(self.world.hands_a_game, self.world.best_of)
        first = Line(self.world.first, 1, 1, Figures("W", "N", 96), by="organizer")
        self.model.tables[0].games = {1: [first]}
        if world:
            self.model.tables[1].games = {1: []}
        self.phones = [Phone(number, one) for number, one in enumerate(["scorekeeper", *who], 11)]
        for phone in self.phones:
            phone.look([first], 1)

    def play(self, first: list[Any], steps: list[Any], look_closely: int) -> None:
        """Two phones enter something, then the steps; the laws are looked at after each."""
        self.enter(0, first)
        self.enter(1, first[::-1])
        for name, *drawn in steps:
            getattr(self, name)(*drawn)
            self.the_sheets_are_those_worked_out_plainly()
        self.all_is_sent()
        self.what_was_acknowledged_is_known(look_closely)
        if look_closely == 0:
            self.scores_and_log_are_whole()

    # what is there

    def phone(self, pick: int) -> Phone:
        return self.phones[pick % len(self.phones)]

    @property
    def table(self) -> Table:
        return self.model.tables[0]

    # phones

    def enter(self, pick: int, entries: list[tuple[str, int, Figures, bool]]) -> None:
        """Hands, corrections and undos without a line."""
        phone = self.phone(pick)
        for kind, which, figures, said in entries:
            if kind == "record":
                believed = [Line(0, 0, 0, one.figures) for one in phone.lines()]
                if self.model.ended(believed):
                    if phone.game == self.world.best_of:
                        continue
                    phone.begin()
                phone.record(next(self.ids), figures)
            elif phone.sheet and kind == "correct":
                line = phone.sheet[-1 - which % len(phone.sheet)]
                why = "read again" if said else ""
                phone.correct(next(self.ids), line, figures, reason=why, end_confirmed=said)
            elif phone.lines() and kind == "undo":
                phone.undo(next(self.ids))

    def deliver(self, pick: int, places: list[int], lost: bool) -> None:
        """The first ones in their order, or any; perhaps the last answer is lost."""
        phone = self.phone(pick)
        for place in places:
            waiting = phone.waiting() if place < 3 else phone.open()
            if waiting:
                thing = waiting[0 if place < 3 else place % len(waiting)]
                self.receive(phone, thing, lost=lost and place == places[-1])

    def deliver_again(self, pick: int, which: int) -> None:
        """Something that came before comes once more."""
        phone = self.phone(pick)
        came = [one for one in phone.things if one.id in self.came]
        if came:
            thing = came[which % len(came)]
            before = self.world.everything()
            self.receive(phone, thing)
            assert self.world.everything() == before

    def look(self, pick: int) -> None:
        phone = self.phone(pick)
        if not self.locked_out(phone):
            phone.look(self.table.lines(), self.table.current or 1)

    def receive(self, phone: Phone, thing: Thing, *, lost: bool = False) -> None:
        ways = self.model.take(self.table, thing, phone.who)
        answer = self.world.send(0, thing, phone.who)
        assert answer in ways, f"{answer}, not {sorted(ways)}"
        ways[answer]()
        self.touched = True
        if answer in ("later", "not_yours"):
            return
        if thing.kind == "undo" and answer == "stored":
            self.undone.add((phone.id, thing.hand))
            self.dropped.add(thing.hand)
        self.came[thing.id] = answer
        if not lost:
            phone.heard[thing.id] = ASKED if answer == "conflict" else DONE

    def locked_out(self, phone: Phone) -> bool:
        model = self.model
        return phone.who == "link" and (model.revoked or model.closed or model.finished)

    # the others in the hall

    def organizer_writes(self, what: str, which: int, figures: Figures) -> None:
        table, model, by = self.table, self.model, self.world.people["organizer"]
        match = self.world.match(0)
        lines = table.lines()
        if what == "record":
            game = table.current
            place = len(table.games.get(game, [])) + 1
            figures = figures._replace(dealer="WNES"[(place - 1) % 4])
            number = next(self.ids)
            if self.attempt(
                lambda: record_hand(
                    match, sheet_of(figures), client_id=UUID(int=number), game=game or 1,
                    number=place, note=figures.note, by=by,
                )
            ):  # fmt: skip
                model.write(table, number, figures, "organizer")
            else:
                assert not game or model.ended(table.games[game]) or model.shut(table, "organizer")
            return
        if not lines:
            return
        line = lines[-1 if what == "undo" else which % len(lines)]
        hand = Hand.objects.select_related("game").get(client_id=UUID(int=line.id))
        if what == "correct":
            figures = figures._replace(dealer=line.figures.dealer)
            if (line.figures != figures or line.status != "recorded") and self.attempt(
                lambda: correct_hand(
                    hand,
                    sheet_of(figures),
                    revision=line.revision,
                    note=figures.note,
                    reason="so",
                    end_confirmed=True,
                    by=by,
                )
            ):
                model.put(table, line, figures, self.after_end(line, figures, "recorded"))
        elif what == "void" and line.status == "recorded":
            if self.attempt(
                lambda: void_hand(
                    hand, revision=line.revision, reason="so", end_confirmed=True, by=by
                )
            ):
                late = self.after_end(line, line.figures, "void")
                model.strike(table, line)
                for one in late:
                    model.strike(table, one)
        elif what == "undo" and self.attempt(lambda: undo_hand(match, hand_id=hand.pk, by=by)):
            model.take_off(table, line)
            self.undone.add((0, line.id))

    def after_end(self, line: Line, figures: Figures, status: str) -> list[Line]:
        """The hands after the end of their game once this one says something else."""
        lines = self.table.games[line.game]
        then = [Line(one.id, 0, 0, figures if one is line else one.figures,
                     status=status if one is line else one.status) for one in lines]  # fmt: skip
        ended = self.model.ended(then)
        late = lines[ended:] if ended else []
        return [one for one in late if one.number > line.number and one.status == "recorded"]

    def sheet_is_answered(self, what: str) -> None:
        table, model, by = self.table, self.model, self.world.people["organizer"]
        match = self.world.match(0)
        if what in ("submit", "accept"):
            stamp = stamp_of(load_match(match))
            signer = people_of(match)["a"][0].pk
            ready = model.over(table) and not model.questions(table) and not model.finished
            done = self.attempt(
                (lambda: submit_match(match, side="a", stamp=stamp, by=by))
                if what == "submit"
                else (lambda: accept_match(match, player_id=signer, stamp=stamp, by=by))
            )
            if table.signed or (what == "submit" and table.handed_in):
                return
            assert done == ready, "a sheet in question was signed" if done else "not signed"
            if done and what == "submit":
                table.handed_in = True
            table.signed |= done and what == "accept"
        elif what == "reopen" and table.signed:
            assert self.attempt(lambda: reopen_match(match, reason="so", by=by)) != model.finished
            table.signed &= model.finished
            table.handed_in &= model.finished
        elif what == "take back" and table.handed_in and not table.signed:
            assert self.attempt(lambda: take_back_match(match, by=by)) != model.finished
            table.handed_in &= model.finished

    def hall_moves_on(self, what: str) -> None:
        model, by = self.model, self.world.people["organizer"]
        match = self.world.match(0)
        if what == "close":
            act = reopen_round if model.closed else close_round
            more = {} if model.closed else {"with_missing": True}
            if self.attempt(lambda: act(match.round, **more, by=by)):
                model.closed = not model.closed
        elif what == "finish":
            act = resume_competition if model.finished else finish_competition
            may = model.finished or not any(map(model.questions, model.tables))
            assert self.attempt(lambda: act(self.world.competition, by=by)) == may
            model.finished ^= may
        elif what == "move":
            self.move()
        elif what == "revoke" and not model.revoked:
            assert self.attempt(lambda: revoke_link(self.world.link, by=by))
            model.revoked = True
        elif what == "start":
            number = self.table.current + 1
            if self.attempt(lambda: begin(match, by, number=number)):
                self.table.games[number] = []
        elif what == "unstart":
            number = self.table.current
            if number and self.attempt(lambda: take_back_game(match, number=number, by=by)):
                self.forget_game(number)

    def forget_game(self, number: int) -> None:
        """A game without hands is gone; what was undone in it stays known."""
        table = self.table
        assert table.games.pop(number) == []
        for line in [one for one in table.gone if one.game == number]:
            table.gone.remove(line)
            self.dropped.add(line.id)
            for row in self.model.rows.values():
                if row.line is line:
                    row.line = None
            if line.id not in self.model.rows:
                thing = Thing(line.id, "record", 0, 0, line.id, 0, 0, number, line.number)
                self.model.rows[line.id] = Row(thing, table, "dropped", None, None)

    def move(self) -> None:
        matches = [self.world.match(at) for at in (0, 1)]
        here, there = self.model.tables
        stamp = stamp_of_two(*(load_match(one) for one in matches))
        if self.attempt(
            lambda: move_sheet(
                *matches, turned=False, exchange=True, stamp=stamp, reason="so",
                by=self.world.people["organizer"],
            )
        ):  # fmt: skip
            assert not self.model.questions(here) + self.model.questions(there)
            here.games, there.games = there.games, here.games
            here.gone, there.gone = there.gone, here.gone
            here.signed = here.handed_in = there.signed = there.handed_in = False

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do it; False when it was refused, and then nothing of it is stored."""
        self.touched = True
        try:
            with transaction.atomic():
                act()
        except ActionError:
            return False
        return True

    # hands in question

    def settle(self, pick: int, step: str, organizes: bool) -> None:
        questions = self.model.questions(self.table)
        if not questions:
            return
        row = questions[pick % len(questions)]
        who = "organizer" if organizes or self.table.signed else "scorekeeper"
        stands = self.stands_beside(row)
        if step == "drop":
            assert self.settled(row, {"step": "drop"}, who)
            self.model.settle(row, "dropped")
            self.dropped.add(row.thing.hand)
        elif step == "next" and row.figures and (row.thing.kind == "record" or stands is None):
            self.settle_as_next(row, who)
        elif step == "place" and row.figures and stands is not None:
            self.settle_in_place(row, stands, who)
        elif step == "off" and row.thing.kind == "undo" and stands is not None:
            self.settle_off(row, stands, who)

    def stands_beside(self, row: Row) -> Line | None:
        if row.line is None:
            return self.table.at(row.thing.game, row.thing.number)
        return row.line if row.line in self.table.lines() else None

    def settled(self, row: Row, fields: dict[str, Any], who: str) -> bool:
        self.touched = True
        kept = SentHand.objects.get(sent_id=UUID(int=row.thing.id))
        before = self.world.everything()
        done = self.world.settle(kept, {"seen": len(row.bases), **fields}, who)
        assert done or self.world.everything() == before
        return done

    def settle_as_next(self, row: Row, who: str) -> None:
        table, model = self.table, self.model
        lines = table.games.get(table.current, [])
        fields = {"step": "next", "game": table.current, "number": len(lines) + 1}
        done = self.settled(row, fields, who)
        own = row.thing.game == table.current
        assert done == (own and not model.ended(lines) and not model.shut(table, who))
        if done:
            new = row.thing.kind == "record" and model.line(row.thing.id) is None
            kept = SentHand.objects.select_related("hand").get(sent_id=UUID(int=row.thing.id))
            number = row.thing.id if new else kept.hand.client_id.int
            dealer = "WNES"[len(lines) % 4]
            line = model.write(table, number, row.figures._replace(dealer=dealer), who)
            self.use(row, line)

    def settle_in_place(self, row: Row, stands: Line, who: str) -> None:
        table, model = self.table, self.model
        fields = {"step": "place", **self.seen(stands), "reason": "so", "end_confirmed": "on"}
        late = self.after_end(stands, row.figures, "recorded")
        same = stands.figures == row.figures and stands.status == "recorded"
        if self.settled(row, fields, who):
            assert not model.shut(table, who, correcting=True)
            if not same:
                model.put(table, stands, row.figures, late)
            self.use(row, stands)
        else:
            doubtful = model.over(table) or stands.game != table.current
            turn = row.figures.dealer != stands.figures.dealer
            assert doubtful or turn or model.shut(table, who, correcting=True)

    def settle_off(self, row: Row, stands: Line, who: str) -> None:
        table, model = self.table, self.model
        last = stands is table.lines()[-1] and not table.signed
        fields = {"step": "off", **self.seen(stands), "reason": "so", "end_confirmed": "on"}
        last = last and stands.game == table.current
        late = self.after_end(stands, stands.figures, "void")
        if self.settled(row, fields, who):
            if last:
                model.take_off(table, stands)
                self.undone.add((0, stands.id))
            elif stands.status != "void":
                model.strike(table, stands)
                for one in late:
                    model.strike(table, one)
            model.settle(row, "used", stands)
        else:
            doubtful = model.over(table) or stands.game != table.current
            assert doubtful or model.shut(table, who, correcting=not last)

    def seen(self, line: Line) -> dict[str, int]:
        pk = Hand.objects.values_list("pk", flat=True).get(client_id=UUID(int=line.id))
        return {"hand": pk, "revision": line.revision}

    def use(self, row: Row, line: Line) -> None:
        line.revision = max(line.revision, max([row.thing.base, *row.bases]) + 1)
        self.model.settle(row, "used", line)

    # what always holds

    def the_sheets_are_those_worked_out_plainly(self) -> None:
        if not self.touched or not self.phones:
            return
        self.touched = False
        stored, rows = self.world.hands(), self.world.rows()
        self.one_hand_a_number(stored)
        self.nothing_is_lost(stored, rows)
        tables = self.model.tables
        hands = {
            (
                one.id,
                at,
                one.game,
                one.number,
                one.status,
                one.revision,
                one.figures,
                points(one.figures),
            )
            for at, table in enumerate(tables)
            for one in (*table.lines(), *table.gone)
        }
        assert stored == hands, f"stored {stored - hands}, not {hands - stored}"
        kept = {
            number: (
                row.outcome,
                tables.index(row.table),
                row.thing.hand,
                row.within and row.within.thing.id,
                row.line and row.line.id,
                row.figures,
            )
            for number, row in self.model.rows.items()
        }
        assert rows == kept, f"stored {set(rows.items()) - set(kept.items())}, not {kept}"

    def one_hand_a_number(self, stored: set[tuple[Any, ...]]) -> None:
        """Each client id once; numbers from 1 without gap or double among what is not undone."""
        assert len(stored) == len({one[0] for one in stored})
        numbers: dict[tuple[int, int], list[int]] = {}
        for _id, table, game, number, status, *_rest in stored:
            if status != "undone":
                numbers.setdefault((table, game), []).append(number)
        for found in numbers.values():
            assert sorted(found) == list(range(1, len(found) + 1))

    def nothing_is_lost(self, stored: set[tuple[Any, ...]], rows: dict[int, Any]) -> None:
        """Whatever came is on the sheet, was undone or let go on purpose, or is in question."""
        hands = {one[0]: one for one in stored}
        entered = {thing.hand: phone.id for phone in self.phones for thing in phone.things
                   if thing.kind == "record"}  # fmt: skip
        for phone in self.phones:
            for thing in phone.things:
                if thing.id in self.came:
                    row = rows.get(thing.id)
                    alias = rows.get(thing.hand)
                    named = hands.get(thing.hand) or (alias and hands.get(alias[4]))
                    self.is_kept(phone, thing, row, named, entered)

    def is_kept(self, phone: Phone, thing: Thing, row: Any, named: Any, entered: Any) -> None:
        if row is not None and row[0] == "kept":
            return
        if thing.kind == "correct":
            assert row is not None, "a correction without receipt"
            assert row[0] != "stored" or named is None or named[5] > thing.base
        elif thing.kind == "undo":
            off = named is None or named[4] == "undone" or (row is not None and row[0] != "stored")
            assert off, "an undo that was not done"
        elif named is None:
            assert thing.id in self.dropped, "a hand that is nowhere"
        elif named[4] == "undone":
            # Its phone took it off itself, perhaps in what is on its way; or it was taken off under
            # its own name, or under another one that is not this phone's for a hand of its own.
            own = any(one.kind == "undo" and one.hand == thing.id for one in phone.things)
            others = any(
                hand == thing.id or who != phone.id or entered.get(hand) != phone.id
                for who, hand in self.undone
            )
            assert own or others, "a hand that nobody took off"

    # what holds in the end

    def all_is_sent(self) -> None:
        """Nothing waits for ever: whoever may send gets rid of everything."""
        for phone in self.phones:
            for _time in phone.things:
                before = len(phone.waiting())
                for thing in phone.waiting():
                    self.receive(phone, thing)
                if len(phone.waiting()) in (0, before):
                    break
            assert not phone.waiting() or self.locked_out(phone), "it waits for ever"
        self.the_sheets_are_those_worked_out_plainly()

    def what_was_acknowledged_is_known(self, which: int) -> None:
        """Whatever was acknowledged is known, and comes again without any effect."""
        before = self.world.everything()
        known = [(phone, one) for phone in self.phones for one in phone.things
                 if phone.heard[one.id] == DONE]  # fmt: skip
        for phone, thing in known if which == 0 else known[which % 4 :: 4]:
            right = "not_yours" if self.locked_out(phone) else "already"
            assert self.world.send(0, thing, phone.who) == right
        assert self.world.everything() == before

    def scores_and_log_are_whole(self) -> None:
        competition = self.world.competition
        assert not [*differing_hands(competition), *differing_rows(competition)]
        assert not [one.fault for one in chains(competition.pk) if one.fault]
        for at, table in enumerate(self.model.tables):
            view = load_match(self.world.match(at))
            assert view.over == self.model.over(table)
            assert [(one.score.ns, one.score.ew) for one in view.games] == [
                self.model.totals(table.games[game]) for game in sorted(table.games)
            ]
            listed = [one.sent_id.int for one in open_questions(view.match)]
            assert listed == [row.thing.id for row in self.model.questions(table)]
