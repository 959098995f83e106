"""A player's matches, and what they come to.

Where partners or substitutes change, each person keeps what was done from his own chair.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from league.models import Competition, Lineup, Match, Partnership, Player, Round, Seating
from league.queries.drawn_pairs import without_drawn_pairs
from league.queries.games import match_side
from league.queries.matches import MatchView, load_matches, starts_of
from league.queries.records import Played, Record, record_of
from league.queries.substitutes import covered_games
from scoring import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All that is known of a player or a partnership at the tables.

    `total` over everything, `by_competition` in the order of the newest first; `matches` that are
    over, newest first; `playing` in play, not counted yet; `coming` published and not begun.
    """

    total: Record
    by_competition: tuple[tuple[Competition, Record], ...]
    matches: tuple[MatchView, ...]
    playing: tuple[MatchView, ...]
    coming: tuple[MatchView, ...]


def history_of_player(player: Player) -> History:
    """The player's history; the number of statements does not depend on its length."""
    found = Match.objects.filter(
        Q(pk__in=Lineup.objects.filter(player=player).values("match"))
        | Q(pk__in=Seating.objects.filter(player=player).values("game__match"))
    )
    views = load_matches(published(found), sheets=True)
    chairs: dict[int, list[Lineup]] = defaultdict(list)
    for one in Lineup.objects.filter(Q(player=player) | Q(substitute_for=player)):
        chairs[one.match_id].append(one)
    played = [_from_his_chair(view, player.pk, chairs[view.match.pk]) for view in views]
    return history([one for one in played if one is not None])


def published(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Without drafts and rehearsals, newest round first; those without a day at the end."""
    return (
        matches.exclude(round__state=Round.State.DRAFT)
        .exclude(round__stage__competition__state=Competition.State.DRAFT)
        .exclude(round__stage__competition__rehearsal=True)
        .order_by(
            F("round__starts_at").desc(nulls_last=True),
            "-round__stage__number",
            "-round__number",
            "table",
        )
    )


def history(played: Sequence[Played]) -> History:
    """Sort matches (newest first) into what is over, in play and to come, and add up."""
    competitions: dict[int, Competition] = {}
    grouped: dict[int, list[Played]] = {}
    for one in played:
        competition = one.view.match.round.stage.competition
        competitions.setdefault(competition.pk, competition)
        grouped.setdefault(competition.pk, []).append(one)
    views = [one.view for one in played]
    return History(
        total=record_of(played),
        by_competition=tuple((competitions[pk], record_of(group)) for pk, group in grouped.items()),
        matches=tuple(view for view in views if view.over),
        playing=tuple(view for view in views if view.state == "playing" and not view.over),
        coming=tuple(sorted(_open_waiting(views), key=_by_day)),
    )


def partnerships_of(player: Player) -> list[Partnership]:
    """The partnerships this player is one of, but for pairs that only a draw has made."""
    found = Partnership.objects.filter(Q(first=player) | Q(second=player))
    return list(without_drawn_pairs(found).select_related("first", "second", "club"))


def _open_waiting(views: Iterable[MatchView]) -> list[MatchView]:
    return [
        view
        for view in views
        if view.state == "waiting"
        and (view.match.postponed or view.match.round.state != Round.State.CLOSED)
    ]


def _by_day(view: MatchView) -> tuple[bool, float, int]:
    found = view.match.round
    starts_at = starts_of(view.match)
    day = starts_at.timestamp() if starts_at else 0.0
    return starts_at is None, day, found.number


def _from_his_chair(view: MatchView, player: int, lineup: Sequence[Lineup]) -> Played | None:
    """None when somebody else sat in for him in every game. `lineup`: his own row, and those of
    whoever sat in for him; where no seats are known they say who played which game."""
    games = []
    own = next((one for one in lineup if one.player_id == player), None)
    covered, all_of_it = covered_games(lineup, player)
    side = own.side if own and not all_of_it else None
    for game in view.games:
        if not game.seats:
            his = own is not None and own.game in (None, game.number)
            if his and not all_of_it and game.number not in covered:
                games.append((game, frozenset[str]()))
            continue
        chairs = frozenset(seat for seat, sitting in game.seats.items() if sitting.pk == player)
        if chairs:
            side = match_side(game.game, Seat(next(iter(chairs))).side)
            games.append((game, chairs))
    if side not in ("a", "b") or (view.games and view.state != "forfeit" and not games):
        return None
    return Played(view=view, side="a" if side == "a" else "b", games=tuple(games))
