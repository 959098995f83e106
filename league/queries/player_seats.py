"""Where partners rotate: who sits where in a round, and what speaks against two changing places."""

from collections.abc import Iterator
from dataclasses import dataclass

from league.models import Entrant, Match, Player, Round

_PEOPLE = tuple(
    f"{side}__partnership__{who}__club"
    for side in ("entry_a", "entry_b")
    for who in ("first", "second")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeat:
    """A player as he was drawn: at a match on side "a" or "b" with a partner against two, or
    sitting out (`match` None)."""

    player: Player
    match: Match | None
    side: str
    partner: Player | None
    opponents: tuple[Player, ...]

    @property
    def who(self) -> Player:
        return self.player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerObjection:
    """`code`: "partners_again" or "opponents_again" (in `rounds`, by number) or "same_club", and
    the two it is about."""

    code: str
    one: Player
    other: Player
    rounds: tuple[int, ...] = ()


def seats_of(round: Round) -> dict[int, PlayerSeat]:
    """Everybody's seat in the round, by the player's id, in order of tables; who sits out last."""
    seats = {}
    for match in round.matches.order_by("table").select_related(*_PEOPLE):
        sides = _sides(match)
        for side, people in sides.items():
            for player, partner in (people, people[::-1]):
                seats[player.pk] = PlayerSeat(
                    player=player,
                    match=match,
                    side=side,
                    partner=partner,
                    opponents=sides["b" if side == "a" else "a"],
                )
    idle = Player.objects.select_related("club").in_bulk(round.draw.get("sitting_out", []))
    for player in sorted(idle.values(), key=lambda one: (one.called, one.pk)):
        seats[player.pk] = PlayerSeat(
            player=player, match=None, side="", partner=None, opponents=()
        )
    return seats


def objections_to_seats(round: Round, here: PlayerSeat, there: PlayerSeat) -> list[PlayerObjection]:
    """What the two new seats would be: partners or opponents of another round again, one club."""
    found: list[tuple[str, Player, Player, tuple[int, ...]]] = []
    partners, opponents = _met(round)
    apart = _several_clubs(round)
    for mover, seat in ((here.player, there), (there.player, here)):
        for mate in _then(mover, seat, (seat.partner,)):
            rounds = partners.get(frozenset((mover.pk, mate.pk)), ())
            found.append(("partners_again", mover, mate, rounds))
        for rival in _then(mover, seat, seat.opponents):
            rounds = opponents.get(frozenset((mover.pk, rival.pk)), ())
            found.append(("opponents_again", mover, rival, rounds))
            if apart and mover.club_id == rival.club_id:
                found.append(("same_club", mover, rival, ()))
    return [
        PlayerObjection(code=code, one=one, other=other, rounds=rounds)
        for code, one, other, rounds in found
        if rounds or code == "same_club"
    ]


def _then(mover: Player, seat: PlayerSeat, people: tuple[Player | None, ...]) -> Iterator[Player]:
    """Who of `people` is there once `mover` has the seat; where he sat, whom he replaced."""
    for one in people:
        if one is not None:
            yield seat.player if one.pk == mover.pk else one


Rounds = dict[frozenset[int], tuple[int, ...]]


def _met(round: Round) -> tuple[Rounds, Rounds]:
    """The other rounds, drafts too, in which two were partners, and those with them opponents."""
    partners: Rounds = {}
    opponents: Rounds = {}
    matches = (
        Match.objects.filter(round__stage=round.stage_id)
        .exclude(round=round)
        .select_related("round", "entry_a__partnership", "entry_b__partnership")
        .order_by("round__number")
    )
    for match in matches:
        pairs = [
            (side.partnership.first_id, side.partnership.second_id)
            for side in (match.entry_a, match.entry_b)
        ]
        number = match.round.number
        for pair in pairs:
            key = frozenset(pair)
            partners[key] = (*partners.get(key, ()), number)
        for a in pairs[0]:
            for b in pairs[1]:
                key = frozenset((a, b))
                opponents[key] = (*opponents.get(key, ()), number)
    return partners, opponents


def _sides(match: Match) -> dict[str, tuple[Player, Player]]:
    a, b = match.entry_a.partnership, match.entry_b.partnership
    return {"a": (a.first, a.second), "b": (b.first, b.second)}


def _several_clubs(round: Round) -> bool:
    entered = Entrant.objects.filter(competition=round.stage.competition_id, entry=None)
    return entered.values("player__club").distinct().count() > 1
