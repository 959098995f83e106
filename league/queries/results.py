"""What an organizer sees of a round, and whether totals can be the result of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Bye, Competition, Match, Round, Stage
from league.queries.games import MatchSide
from league.queries.match_states import sheet_state
from league.queries.matches import MatchView, load_matches
from scoring import GameMode, GamePlay, MatchGame, Side, score_match, score_totals


class TotalsProblem(ValueError):
    """Totals that cannot be: the sentence, and the field it belongs to ("a1", "b1", ...)."""

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table at a glance.

    `mood`: waiting, postponed, playing, unsigned (hands say that it is over, nobody has signed),
    done (totals were written down), submitted (the other side has to accept), disputed, signed or
    forfeit. `by_hands`: its totals come from hands.
    """

    view: MatchView
    mood: str
    by_hands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """A round at a glance: its tables, what needs somebody first, and who has the bye."""

    round: Round
    tiles: tuple[Tile, ...]
    byes: tuple[Bye, ...]

    @property
    def not_over(self) -> list[MatchView]:
        """The tables without a result, in order; one that was put off is not waited for."""
        missing = [
            tile.view
            for tile in self.tiles
            if not tile.view.stands and not (tile.view.match.postponed and not tile.view.over)
        ]
        return sorted(missing, key=lambda view: view.match.table)

    @property
    def all_in(self) -> bool:
        return not self.not_over

    def overdue(self, now: datetime, grace: int) -> list[MatchView]:
        """Tables that have not begun `grace` minutes after the start, in order."""
        starts_at = self.round.starts_at
        if starts_at is None or now < starts_at + timedelta(minutes=grace):
            return []
        waiting = [tile.view for tile in self.tiles if tile.mood == "waiting"]
        return sorted(waiting, key=lambda view: view.match.table)

    def count(self, mood: str) -> int:
        """How many tables are in this mood."""
        return sum(tile.mood == mood for tile in self.tiles)


_URGENCY = {"disputed": 0, "submitted": 1, "unsigned": 2, "playing": 3, "waiting": 4}


def _tile(view: MatchView, now: datetime) -> Tile:
    by_hands = any(game.hands for game in view.games)
    over = "unsigned" if by_hands else "done"
    mood = {"over": over, "accepted": "signed"}.get(view.state, view.state)
    if mood == "waiting" and view.match.postponed:
        mood = "postponed"
    state = sheet_state(view, now)
    if state == "disputed" or (state == "submitted" and view.acceptance != "one"):
        mood = state
    elif state in ("provisional", "final"):
        mood = "signed"
    return Tile(view=view, mood=mood, by_hands=by_hands)


def hall_of(round: Round) -> Hall:
    """The round with all its matches, in a fixed number of statements."""
    byes = Bye.objects.filter(round=round).select_related(
        "entry__partnership__first", "entry__partnership__second"
    )
    views = load_matches(Match.objects.filter(round=round).order_by("table"), seats=False)
    now = timezone.now()
    tiles = sorted(
        (_tile(view, now) for view in views), key=lambda tile: _URGENCY.get(tile.mood, 5)
    )
    return Hall(round=round, tiles=tuple(tiles), byes=tuple(byes))


def current_round(competition: Competition) -> Round | None:
    """The round that is on: the first published one that is not closed, where rounds are drawn one
    by one the last; else the last closed."""
    rounds = Round.objects.filter(stage__competition=competition).select_related("stage")
    in_order = rounds.order_by("stage__number", "number")
    found = in_order.filter(state=Round.State.PUBLISHED).first()
    if found is None:
        return in_order.filter(state=Round.State.CLOSED).last()
    if found.stage.kind in Stage.DRAWN_ROUND_BY_ROUND:
        return in_order.filter(state=Round.State.PUBLISHED, stage=found.stage_id).last()
    return found


def stamp_of_totals(view: MatchView) -> str:
    """The totals that stand, as a short text that changes when they do: "1:512-340;2:..."."""
    return ";".join(
        f"{game.number}:{game.a}-{game.b}" + ("*" if game.game.bell_after is not None else "")
        for game in view.games
        if game.totals_only
    )


def check_totals(view: MatchView, totals: Sequence[tuple[int, int, int, bool]]) -> None:
    """Raise TotalsProblem when these totals cannot end the games of this match.

    `totals`: (number of the game, total of a, total of b, ended early). Games with hands count
    as they stand on their sheets.
    """
    play = view.match.round.stage.competition.match_play
    games = {
        game.number: MatchGame(a=game.a, b=game.b, over=game.over, winner=game.winner)
        for game in view.games
        if game.hands
    }
    for number, a, b, early in totals:
        mode = GameMode.BELL if early else GameMode(play.get("mode") or "target")
        score = score_totals(a, b, view.rules, GamePlay(mode=mode, hands=play.get("hands")))
        if not score.over:
            raise TotalsProblem(_not_over(number, a, b, view), f"a{number}")
        games[number] = MatchGame(a=a, b=b, over=True, winner=_side(score.winner))
    numbers = sorted(games)
    if numbers != list(range(1, len(numbers) + 1)):
        gap = next(n for n in range(1, max(numbers) + 1) if n not in games)
        raise TotalsProblem(_("Game %(n)d is missing.") % {"n": gap}, f"a{gap}")
    score_of_match = score_match(tuple(games[number] for number in numbers), best_of=view.best_of)
    if score_of_match.problems:
        figures = score_of_match.problems[0].params
        raise TotalsProblem(
            _("It was %(a)s – %(b)s in games before game %(game)s: the match was over.")
            % {"a": figures["games_a"], "b": figures["games_b"], "game": figures["game"]},
            f"a{figures['game']}",
        )


def _side(winner: Side | None) -> MatchSide | None:
    """Totals are given as if side a sat North and South."""
    if winner is None:
        return None
    return "a" if winner is Side.NS else "b"


def _not_over(number: int, a: int, b: int, view: MatchView) -> str:
    if a == b:
        return _("%(a)d – %(b)d is level: another hand decides. Write what it came to.") % {
            "a": a,
            "b": b,
        }
    return _(
        "%(a)d – %(b)d: nobody has %(target)d. Finish game %(n)d, or tick that it ended early."
    ) % {"a": a, "b": b, "target": view.rules.target, "n": number}
