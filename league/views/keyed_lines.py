"""The lines of a sheet keyed from paper: each read, checked on what stands before it, and told."""

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid5

from django.http import QueryDict

from league.actions.keyed_sheets import KeyedHand
from league.forms.hands import HandForm
from league.forms.keyed_sheets import FIELDS, hand_data, line_typed
from league.models import Hand
from league.queries.checks import check_new
from league.queries.games import GameView, dealer_turn, table_side
from league.queries.hands import columns_of, completed, sheet_of
from league.queries.matches import MatchView
from league.queries.score_sheets import names_of
from league.words.calls import compare_rows, sheet_rows
from scoring import HandSheet, Side, judge, score_checked


@dataclass(slots=True, kw_only=True)
class KeyedLine:
    """One line of the page. `typed` as it was typed; `wrong` sentences by field ("" the whole
    line); `warnings` (key, sentence, ticked); `both` rows of what was typed beside `stored`.

    `written` and `totals` (points) stand in the order of the match's sides, None while the line
    is empty or does not add up. `sheet` is None for an empty line and one that cannot be read.
    """

    number: int
    typed: dict[str, str]
    dealer: str = ""
    wrong: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[tuple[str, str, bool]] = field(default_factory=list)
    sheet: HandSheet | None = None
    good: bool = True
    written: tuple[int, int] | None = None
    totals: tuple[int, int] | None = None
    stored: Hand | None = None
    both: list[tuple[str, str, str, bool]] = field(default_factory=list)
    kept: bool = False

    @property
    def empty(self) -> bool:
        return not any(self.typed.values())

    @property
    def let_go(self) -> bool:
        """Whether the stored hand is to stand instead of what was typed."""
        return self.kept and self.stored is not None

    @property
    def problems(self) -> list[tuple[str, str]]:
        """(field, sentence), the field to go to being the first one where it is the whole line."""
        return [(name or "caller", words) for name, said in self.wrong.items() for words in said]


def empty_lines(first: int, count: int) -> list[KeyedLine]:
    return [
        KeyedLine(number=number, typed=dict.fromkeys(FIELDS, ""))
        for number in range(first, first + count)
    ]


def read_lines(
    data: QueryDict, view: MatchView, game: GameView, *, sheet_id: UUID, first: int, count: int
) -> list[KeyedLine]:
    """Every line that was sent, the empty ones behind the last one left unread.

    `game` may be one that has not been stored yet. A line that does not add up keeps its deal,
    scores nothing for the lines below it, and their totals are not known. Asks no database.
    """
    lines = empty_lines(first, count)
    for line in lines:
        line.typed = line_typed(data, line.number)
        line.kept = f"keep-{line.number}" in data
    filled = max((line.number for line in lines if not line.empty), default=0)
    stored = {hand.number: hand for hand in game.hands}
    left = table_side(game.game, "a")
    at = replace(game, hands=tuple(hand for hand in game.hands if hand.number < first))
    known = True
    for line in lines:
        turn = dealer_turn(at, view.rules)
        line.dealer = str(turn) if turn and game.game.first_dealer else ""
        if line.number > filled:
            continue
        there = stored.get(line.number)
        # Without a first dealer nothing is stored; "N" lets the rest of the lines be read.
        dealer = there.dealer if there is not None else str(turn or "N")
        form = _read(line, data, view, game, sheet_id, dealer)
        if there is not None:
            _beside(line, there, view, game, form)
            at = replace(at, hands=(*at.hands, there))
            line.dealer, line.totals = (
                there.dealer,
                _pair(*game.score.running[line.number - 1], left),
            )
            continue
        hand = _next(line, form, view, at, left, dealer)
        if not known:
            line.totals = None
        known = known and hand.status != Hand.Status.VOID
        at = replace(at, hands=(*at.hands, hand))
    return lines


def keyed_hands(lines: list[KeyedLine], sheet_id: UUID) -> list[KeyedHand]:
    """What is to be stored: every line that says something, but those let go for a stored hand."""
    return [
        KeyedHand(line.number, line.sheet, line_id(sheet_id, line.number))
        for line in lines
        if line.sheet is not None and not line.let_go
    ]


def line_id(sheet_id: UUID, number: int) -> UUID:
    """The id under which a line is sent: the same however often its page is."""
    return uuid5(sheet_id, str(number))


def _read(
    line: KeyedLine, data: QueryDict, view: MatchView, game: GameView, sheet_id: UUID, dealer: str
) -> HandForm:
    hidden = {
        "client_id": line_id(sheet_id, line.number),
        "game": game.number,
        "number": line.number,
        "dealer": dealer,
    }
    ticked = data.getlist(f"confirm-{line.number}")
    sent, unread = hand_data(line.typed, view.rules, hidden, ticked)
    form = HandForm(sent, rules=view.rules, names=names_of(view, game))
    if form.is_valid() and not unread:
        line.sheet = form.sheet
    for name, words in unread.items():
        line.wrong.setdefault(name, []).append(words)
    return form


def _next(
    line: KeyedLine, form: HandForm, view: MatchView, at: GameView, left: Side, dealer: str
) -> Hand:
    """The line as the next hand; told in the line, and given for the lines below it."""
    void = Hand(
        game=at.game, number=line.number, dealer=dealer, outcome="played",
        status=Hand.Status.VOID, score_ns=0, score_ew=0, hanging=0,
    )  # fmt: skip
    check = check_new(view, at, line.sheet) if line.sheet is not None else None
    if check is not None:
        line.good = form.add_problems(check.problems)
    line.warnings = form.warnings
    _tell(line, form)
    if check is None or line.sheet is None or check.score is None or check.after is None:
        return void
    line.written = _pair(check.score.ns, check.score.ew, left)
    line.totals = _pair(check.after.ns, check.after.ew, left)
    return Hand(game=at.game, number=line.number, **columns_of(line.sheet, check.score))


def _beside(line: KeyedLine, there: Hand, view: MatchView, game: GameView, form: HandForm) -> None:
    """A line whose hand is on the sheet already: the same, or both to look at."""
    line.stored = there
    if not line.kept:
        _tell(line, form)
    if line.sheet is None:
        return
    mine, theirs = completed(line.sheet, view.rules), completed(sheet_of(there), view.rules)
    if mine == theirs:
        return
    names, left = names_of(view, game), table_side(game.game, "a")
    _problems, score = judge(mine, view.rules)
    line.both = compare_rows(
        sheet_rows(mine, score, names, left),
        sheet_rows(theirs, score_checked(theirs, view.rules), names, left),
    )


def _tell(line: KeyedLine, form: HandForm) -> None:
    for name, said in form.errors.items():
        line.wrong.setdefault(_field_of(name), []).extend(str(words) for words in said)
    line.good = line.good and not line.wrong


def _field_of(name: str) -> str:
    """The line's field for the hand form's; "" where it has none."""
    if name.startswith(("runs", "cards_", "beaten_")):
        return "runs"
    name = {"count_ns": "count", "count_ew": "count", "outcome": "caller"}.get(name, name)
    return name if name in FIELDS else ""


def _pair(ns: int, ew: int, left: Side) -> tuple[int, int]:
    return (ns, ew) if left is Side.NS else (ew, ns)


def cells_of(line: KeyedLine, *, bid: bool) -> list[dict[str, Any]]:
    """The fields of a line in the paper's order, for the template."""
    return [
        {
            "name": name,
            "id": f"{name}-{line.number}",
            "value": line.typed[name],
            "wrong": line.wrong.get(name, [])
            + (line.wrong.get("", []) if name == "caller" else []),
        }
        for name in FIELDS
        if bid or name != "bid"
    ]
