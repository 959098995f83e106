"""A pasted list set against the people who are known: what each line would store."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import WordsField
from league.forms.pasted_lines import PastedLine, read_lines, too_many
from league.models import Club
from league.queries.people import Known, known_people, name_key, pairs_among

NEW = "new"


class PasteForm(forms.Form):
    """The list as it was pasted."""

    names = WordsField(
        label=_("One partnership or one person a line"),
        max_length=60_000,
        strip=False,
        help_text=_(
            "“Anne & Joe”, “Anne / Joe”, “Anne, Joe”, “Anne et Joe”, "
            "or two columns copied from a spreadsheet."
        ),
        widget=forms.Textarea(
            attrs={"rows": 12, "dir": "auto", "spellcheck": "false", "autocomplete": "off"}
        ),
        error_messages={"required": _("Write or paste at least one name.")},
    )

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        self.lines = read_lines(text)
        if not self.lines:
            raise forms.ValidationError(_("Write or paste at least one name."))
        if problem := too_many(self.lines):
            raise forms.ValidationError(problem)
        return text


@dataclass(slots=True, kw_only=True)
class Place:
    """One name of a line: who it may be, and who was chosen.

    `chosen` is a player's number as text, "new", or "" while the choice is open;
    `choice_name` is the field's name on the page.
    """

    name: str
    choice_name: str
    known: list[Known]
    chosen: str

    @property
    def asks(self) -> bool:
        """Whether there is anything to choose: more than one person, or one of another club."""
        return len(self.known) > 1 or any(not one.here for one in self.known)

    @property
    def who(self) -> Known | None:
        """The known person who was chosen."""
        return next((one for one in self.known if str(one.number) == self.chosen), None)

    @property
    def person(self) -> int | str:
        """As `league.actions.partnerships.store_people` takes it."""
        return self.name if self.chosen == NEW else int(self.chosen)

    @property
    def identity(self) -> int | str:
        """Equal for two places that come to the same person."""
        return name_key(self.name) if self.chosen == NEW else int(self.chosen)


@dataclass(slots=True, kw_only=True)
class Row:
    """A line with its places; `same_as` is the earlier line that says the same."""

    line: PastedLine
    places: list[Place] = field(default_factory=list)
    problem: str = ""
    known_pair: bool = False
    same_as: int | None = None

    @property
    def open(self) -> bool:
        """Whether somebody still has to be chosen."""
        return any(not place.chosen for place in self.places)


@dataclass(slots=True, kw_only=True)
class Reading:
    """The whole list as it would be stored."""

    rows: list[Row]

    @property
    def ready(self) -> bool:
        """Nothing is wrong and nothing is left to choose."""
        return not any(row.problem or row.open for row in self.rows)

    @property
    def problems(self) -> list[Row]:
        return [row for row in self.rows if row.problem]

    @property
    def open_rows(self) -> list[Row]:
        return [row for row in self.rows if row.open and not row.problem]

    @property
    def new_people(self) -> int:
        """How many people would be stored."""
        places = (place for row in self.rows if not row.problem for place in row.places)
        return len({place.identity for place in places if place.chosen == NEW})

    @property
    def new_partnerships(self) -> int:
        """How many partnerships would be stored."""
        return sum(
            len(row.places) == 2
            and not (row.problem or row.open or row.known_pair)
            and row.same_as is None
            for row in self.rows
        )

    @property
    def people(self) -> list[tuple[int | str, ...]]:
        """The lines as `store_people` takes them."""
        return [tuple(place.person for place in row.places) for row in self.rows]

    @property
    def seen(self) -> dict[str, list[int]]:
        """Who bore each name when the list was read, as `store_people` takes it."""
        places = (place for row in self.rows for place in row.places)
        return {name_key(one.name): [known.number for known in one.known] for one in places}


def read_paste(club: Club, lines: list[PastedLine], choices: Mapping[str, str]) -> Reading:
    """Set the lines against the people who are known. Three statements, however many lines.

    `choices` are the fields of the page that asked ("who-<line>-<place>").
    """
    known = known_people(club, [name for line in lines for name in line.names])
    rows = [
        Row(
            line=line,
            problem=line.problem,
            places=[
                _place(name, f"who-{line.number}-{place}", known.get(name_key(name), []), choices)
                for place, name in enumerate(line.names)
            ],
        )
        for line in lines
    ]
    _mark_pairs([row for row in rows if not row.problem and not row.open])
    return Reading(rows=rows)


def _place(name: str, choice_name: str, known: list[Known], choices: Mapping[str, str]) -> Place:
    chosen = choices.get(choice_name, "")
    if chosen not in {NEW, *(str(one.number) for one in known)}:
        here = [str(one.number) for one in known if one.here]
        # Two of that name here, or somebody of another club: only the organizer knows.
        unclear = "" if known else NEW
        chosen = here[0] if len(here) == 1 else unclear
    return Place(name=name, choice_name=choice_name, known=known, chosen=chosen)


def _mark_pairs(rows: list[Row]) -> None:
    seen: dict[frozenset[int | str], int] = {}
    numbers: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        people = frozenset(place.identity for place in row.places)
        if len(people) < len(row.places):
            row.problem = str(
                _("The same name stands twice. For two people of one name, add one of them first.")
            )
            continue
        row.same_as = seen.setdefault(people, row.line.number)
        if row.same_as == row.line.number:
            row.same_as = None
        known = sorted(person for person in people if isinstance(person, int))
        if len(known) == 2:
            numbers.setdefault((known[0], known[1]), []).append(row)
    for pair in pairs_among(numbers):
        for row in numbers[pair]:
            row.known_pair = True
