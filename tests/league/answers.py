"""In tests: a match whose result is in, handed in, and answered by the other side."""

from league.actions.acceptance import accept_match, submit_match
from league.models import Actor, Competition, Game, Match
from league.queries.matches import load_match, people_of, stamp_of


def written(match: Match, a: int = 512, b: int = 340, *, number: int = 1) -> Match:
    """The match with its totals on record."""
    Game.objects.create(match=match, number=number, total_a=a, total_b=b)
    return match


def ask(match: Match, **sheets: object) -> None:
    """Store how results are accepted in the competition of this match, also in the object."""
    competition = match.round.stage.competition
    competition.sheets = {**competition.sheets, **sheets}
    Competition.objects.filter(pk=competition.pk).update(sheets=competition.sheets)


def stamp(match: Match) -> str:
    return stamp_of(load_match(match))


def hand_in(match: Match, by: Actor, side: str = "a") -> bool:
    return submit_match(match, side=side, stamp=stamp(match), by=by)


def accept(match: Match, by: Actor, side: str = "b", *, place: int = 0) -> bool:
    player = people_of(match)[side][place].pk
    return accept_match(match, player_id=player, stamp=stamp(match), by=by)
