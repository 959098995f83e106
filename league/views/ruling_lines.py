"""Rulings as lines of a page: what was claimed and found, why, and the penalty."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from league.models import Hand, Ruling
from league.queries.games import GameView
from league.queries.matches import MatchView
from league.queries.rulings import overtaken, penalties_of
from league.queries.score_sheets import names_of
from league.words.rulings import claim_words, found_words, penalty_words, ruling_words


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine:
    """One ruling; `of` is the game and the number of its hand, None for one on the match."""

    ruling: Ruling
    of: tuple[int, int] | None
    words: SafeString
    penalty: SafeString
    overtaken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLine:
    """A misplay written at the table, on which nobody has ruled."""

    hand: Hand
    of: tuple[int, int]
    who: str
    words: SafeString


def ruling_lines(view: MatchView, rulings: Sequence[Ruling]) -> list[RulingLine]:
    """The rulings of a match in the names of its table; one statement, for their penalties."""
    penalties = penalties_of(rulings)
    games = {game.game.pk: game for game in view.games}
    lines = []
    for one in rulings:
        game = games.get(one.hand.game_id) if one.hand is not None else None
        called = {}
        if game is not None:
            names = names_of(view, game)
            called = {player.pk: names.seats[seat] for seat, player in game.seats.items()}
        lines.append(
            RulingLine(
                ruling=one,
                of=(game.number, one.hand.number) if game and one.hand is not None else None,
                words=ruling_words(one, called),
                penalty=penalty_words(penalties.get(one.pk, ())),
                overtaken=one.ended_at is None and overtaken(one),
            )
        )
    return lines


def claim_line(view: MatchView, game: GameView, hand: Hand) -> ClaimLine:
    """What the table itself wrote about a misplay."""
    names = names_of(view, game)
    claim = hand.claim or {}
    seat = claim.get("seat")
    accused = names.seats[seat] if seat else names.sides[claim["against"]]
    claimed = claim_words(
        names.sides[claim["by"]], accused, claim.get("trick"), claim.get("card") or ""
    )
    found = Ruling.Found.UPHELD if claim["upheld"] else Ruling.Found.WRONG
    return ClaimLine(
        hand=hand, of=(game.number, hand.number), who=found_words(found), words=claimed
    )
