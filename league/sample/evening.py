"""Matches of the sample league, played out and signed, through the same actions as on a phone."""

from dataclasses import replace
from random import Random
from uuid import UUID

from league.actions.acceptance import accept_match, submit_match
from league.actions.corrections import correct_hand
from league.actions.games import start_game
from league.actions.hands import record_hand
from league.models import Game, Match, User
from league.queries.matches import load_match, people_of, stamp_of
from league.sample.hands import Table, next_sheet
from scoring import HandSheet, Outcome, RuleSet, Seat, next_dealer


def play_match(
    match: Match, random: Random, *, by: User, hands: int | None = None, sign: bool = True
) -> None:
    """Play a match to its end (or for so many hands); one side hands the sheet in where that is
    asked, and a player of the other side signs."""
    rules = RuleSet.from_json(match.round.stage.competition.rule_set)
    table = Table(random=random, rules=rules)
    left = hands
    while left is None or left > 0:
        number = load_match(match).next_game
        if number is None:
            break
        game = _seat(match, number, random, by)
        left = _play_game(match, game, table, by, left)
    view = load_match(match)
    if not view.over:
        return
    if view.acceptance == "other":
        submit_match(match, side="a", stamp=stamp_of(view), by=by)
    if sign:
        signer = random.choice(people_of(match)["b"])
        accept_match(match, player_id=signer.pk, stamp=stamp_of(view), by=by)


def _seat(match: Match, number: int, random: Random, by: User) -> Game:
    people = people_of(match)
    a, b = list(people["a"]), list(people["b"])
    random.shuffle(b)
    seats = {"N": a[0].pk, "E": b[0].pk, "S": a[1].pk, "W": b[1].pk}
    return start_game(match, number=number, seats=seats, first_dealer=random.choice("NESW"), by=by)


def _play_game(match: Match, game: Game, table: Table, by: User, left: int | None) -> int | None:
    dealer = Seat(game.first_dealer or "N")
    number = 0
    slip: HandSheet | None = None
    while left is None or left > 0:
        number += 1
        sheet = next_sheet(table, dealer)
        written = sheet
        if number == 2 and table.random.randrange(14) == 0:
            written = _slipped(sheet)
            slip = sheet if written is not sheet else None
        record_hand(
            match,
            written,
            client_id=UUID(int=table.random.getrandbits(128), version=4),
            game=game.number,
            number=number,
            by=by,
        )
        if number == 3 and slip is not None:
            _correct(game, slip, by)
            slip = None
        dealer = next_dealer(dealer, rules=table.rules)
        left = None if left is None else left - 1
        current = load_match(match).current
        if current is None or current.over:
            break
    return left


def _slipped(sheet: HandSheet) -> HandSheet:
    """The same sheet with ten points counted to the wrong side, where that can be."""
    if sheet.outcome != Outcome.PLAYED or sheet.count_ns is None:
        return sheet
    if not 20 <= sheet.count_ns <= 140:
        return sheet
    return replace(sheet, count_ns=sheet.count_ns - 10, count_ew=None, last_trick=None)


def _correct(game: Game, sheet: HandSheet, by: User) -> None:
    hand = game.hands.get(number=2)
    correct_hand(
        hand,
        sheet,
        revision=hand.revision,
        reason="The last trick was counted to the wrong side.",
        end_confirmed=True,
        by=by,
    )
