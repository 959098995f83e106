"""A table in the tests: a match begun, sheets as they are written, and the form's fields."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from league.actions.games import start_game
from league.actions.hands import record_hand
from league.models import Game, Hand, Match, User
from league.queries.matches import load_match, people_of
from scoring import Bella, HandSheet, Run, Seat, Trump, next_dealer


def begin(
    match: Match, by: User, *, number: int = 1, dealer: str = "W", turned: bool = False
) -> Game:
    """Game `number`: side a at North and South, side b at East and West (`turned`: the other way),
    West deals."""
    people = people_of(match)
    ns, ew = ("b", "a") if turned else ("a", "b")
    seats = dict(zip("NSEW", [p.pk for p in [*people[ns], *people[ew]]], strict=True))
    return start_game(match, number=number, seats=seats, first_dealer=dealer, by=by)


def sheet(ns: int | None = 96, *, caller: str = "N", dealer: str = "W", **fields: Any) -> HandSheet:
    """A plain hand: North called spades, North and South took `ns` points."""
    fields.setdefault("trump", Trump.SPADES)
    run, bella = fields.pop("run", None), fields.pop("bella", None)
    if run:
        fields["runs"] = (Run(seat=Seat(run), twenties=1),)
    if bella:
        fields["bella"] = (Bella(seat=Seat(bella)),)
    return HandSheet(dealer=Seat(dealer), caller=Seat(caller), count_ns=ns, **fields)


def play(match: Match, by: User, *counts: int, caller: str = "N") -> list[Hand]:
    """Record hands with these counts of North and South; the deal goes round."""
    played = []
    for ns in counts:
        view = load_match(match)
        game = view.games[-1]
        last = game.hands[-1].dealer if game.hands else None
        dealer = next_dealer(Seat(last), rules=view.rules) if last else Seat(game.game.first_dealer)
        played.append(
            record_hand(
                match,
                sheet(ns, caller=caller, dealer=dealer),
                client_id=uuid4(),
                game=game.number,
                number=len(game.hands) + 1,
                by=by,
            )
        )
    return played


def typed(number: int = 1, *, game: int = 1, dealer: str = "W", **fields: Any) -> dict[str, Any]:
    """What a phone sends for an ordinary hand: North called spades and counts 96."""
    values: dict[str, Any] = {
        "client_id": str(uuid4()),
        "game": game,
        "number": number,
        "dealer": dealer,
        "caller": "N",
        "trump": "S",
        "outcome": "played",
        "count_ns": "96",
        "bella_call": "last",
    }
    values.update(fields)
    return {name: value for name, value in values.items() if value is not None}


def totals(match: Match) -> tuple[int, int]:
    """The running totals of the game in play, sides a and b."""
    current = load_match(match).current
    assert current is not None
    return current.a, current.b


def figures(match: Match) -> Mapping[int, tuple[str, int, int]]:
    """Hands on the sheet of the last game: number -> status, NS, EW."""
    current = load_match(match).current
    assert current is not None
    return {hand.number: (hand.status, hand.score_ns, hand.score_ew) for hand in current.hands}
