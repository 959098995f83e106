"""A phone of the merging tests: what it believes the sheet to be, and what it has entered."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.league.merging.plain_tables import Figures, Line, Thing, dealer_of

WAITING, DONE, ASKED = "waiting", "stored or already", "conflict"


@dataclass
class Believed:
    """A line of the sheet as the phone shows it."""

    hand: int
    game: int
    number: int
    figures: Figures
    revision: int = 1


@dataclass
class Phone:
    """One browser at a table, by whom (`who`), with its queue: everything it ever entered, and
    what it heard of each."""

    id: int
    who: str
    sheet: list[Believed] = field(default_factory=list)
    game: int = 1
    begun: int = 0
    things: list[Thing] = field(default_factory=list)
    heard: dict[int, str] = field(default_factory=dict)

    def waiting(self) -> list[Thing]:
        return [one for one in self.things if self.heard[one.id] == WAITING]

    def open(self) -> list[Thing]:
        """What it has not let go of: in question as well."""
        return [one for one in self.things if self.heard[one.id] != DONE]

    def look(self, stored: Sequence[Line], game: int) -> None:
        """The page comes anew; what waits is put on top of it again."""
        self.game = max([game, *[one.game for one in self.waiting() if one.begins]])
        self.sheet = [
            Believed(one.id, one.game, one.number, one.figures, one.revision) for one in stored
        ]
        for thing in self.waiting():
            line = next((one for one in self.sheet if one.hand == thing.hand), None)
            if thing.kind == "record" and line is None:
                self.sheet.append(Believed(thing.hand, thing.game, thing.number, thing.figures))
            elif thing.kind == "correct" and line is not None:
                line.figures, line.revision = thing.figures, thing.base + 1
            elif thing.kind == "undo" and line is not None:
                self.sheet.remove(line)

    def lines(self) -> list[Believed]:
        """Those of the game in play, as it believes."""
        return [one for one in self.sheet if one.game == self.game]

    def begin(self) -> None:
        """The next game, in the seats of this one; its first hand will say so."""
        self.game = self.begun = self.game + 1

    def record(self, number: int, figures: Figures) -> Thing:
        lines = self.lines()
        place = lines[-1].number + 1 if lines else 1
        begins = not lines and self.game == self.begun
        figures = figures._replace(dealer=dealer_of(place))
        before = lines or (self.sheet if begins else [])
        after = before[-1].hand if before else 0
        self.sheet.append(Believed(number, self.game, place, figures))
        return self._add(
            Thing(
                number,
                "record",
                self.id,
                len(self.things) + 1,
                number,
                after,
                0,
                self.game,
                place,
                figures,
                begins=figures.dealer if begins else "",
            )
        )

    def correct(self, number: int, line: Believed, figures: Figures, **fields: object) -> Thing:
        figures = figures._replace(dealer=dealer_of(line.number))
        base, line.revision, line.figures = line.revision, line.revision + 1, figures
        return self._add(self._about(number, "correct", line, base, figures=figures, **fields))

    def undo(self, number: int) -> Thing:
        line = self.lines()[-1]
        self.sheet.remove(line)
        return self._add(self._about(number, "undo", line, line.revision))

    def _about(self, number: int, kind: str, line: Believed, base: int, **fields) -> Thing:
        seq = len(self.things) + 1
        return Thing(
            number, kind, self.id, seq, line.hand, 0, base, line.game, line.number, **fields
        )

    def _add(self, thing: Thing) -> Thing:
        self.things.append(thing)
        self.heard[thing.id] = WAITING
        return thing
