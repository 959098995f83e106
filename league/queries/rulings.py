"""Rulings and what was claimed: on a hand, at a match, in a whole competition."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from league.models import Adjustment, Competition, Entrant, Entry, Hand, Match, Player, Ruling
from league.queries.games import GameView
from league.queries.matches import MatchView, load_matches, people_of
from league.queries.stages import rotating
from scoring import Claim, HandSheet, Outcome, Seat

STANDS = Ruling.Found.STANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledMatch:
    """A match of the list: its rulings, and the hands that its table settled by itself."""

    view: MatchView
    rulings: tuple[Ruling, ...]
    claims: tuple[tuple[GameView, Hand], ...]


def ruling_in_force(hand: Hand) -> Ruling | None:
    """The ruling on this hand that holds now."""
    return Ruling.objects.filter(hand=hand, ended_at=None).select_related("replaces").first()


def rulings_of_match(match: Match) -> list[Ruling]:
    """All rulings on the match and its hands, in order; those out of force too."""
    return list(_read(Ruling.objects.filter(Q(match=match) | Q(hand__game__match=match))))


def overtaken(ruling: Ruling) -> bool:
    """Whether its hand was corrected after the ruling, so that the ruling's score may be gone."""
    return ruling.hand is not None and ruling.hand.revision != ruling.revision


def ruled_sheet(played: HandSheet, claim: Claim) -> HandSheet:
    """The sheet of a hand that stops with this claim: no count, runs and Bella as they were said
    (RULES 6.11)."""
    return replace(
        played,
        outcome=Outcome.MISPLAY,
        claim=claim,
        count_ns=None,
        count_ew=None,
        last_trick=None,
        thrown_by=None,
    )


def claim_of(game: GameView, claimant: Player, accused: Player) -> Claim | None:
    """Who claims against whom as the sheet has it; None when they are no opponents of the game."""
    seats = {player.pk: Seat(seat) for seat, player in game.seats.items()}
    by, against = seats.get(claimant.pk), seats.get(accused.pk)
    if by is None or against is None or by.side is against.side:
        return None
    return Claim(by=by.side, against=against.side, seat=against)


def penalized(match: Match) -> Sequence[Entry | Entrant]:
    """Who of a match can have a penalty: its two entries or, where partners rotate, its people."""
    if not rotating(match.round.stage.competition):
        return [match.entry_a, match.entry_b]
    people = [player.pk for side in people_of(match).values() for player in side]
    found = Entrant.objects.filter(
        competition=match.round.stage.competition_id, entry=None, player__in=people
    )
    return list(found.select_related("player").order_by("pk"))


def penalties_of(rulings: Iterable[Ruling]) -> dict[int, list[Adjustment]]:
    """Ruling -> the penalties made with it, those taken off too; one statement."""
    of = {number: ruling.pk for ruling in rulings for number in ruling.penalties}
    found: dict[int, list[Adjustment]] = defaultdict(list)
    rows = Adjustment.objects.filter(pk__in=of).select_related(
        "entry__partnership__first", "entry__partnership__second", "entrant__player"
    )
    for one in rows.order_by("pk"):
        found[of[one.pk]].append(one)
    return found


def ruled_matches(competition: Competition) -> list[RuledMatch]:
    """Every match with a ruling, or with a misplay written at the table; in a fixed number of
    statements, those played last first. Nothing of a draft."""
    out = ~Q(round__state="draft")
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for one in _read(
        Ruling.objects.filter(
            Q(match__round__stage__competition=competition)
            | Q(hand__game__match__round__stage__competition=competition)
        )
    ):
        rulings[one.of_match.pk].append(one)
    ruled = {one.hand_id for ones in rulings.values() for one in ones if one.ended_at is None}
    claimed = Hand.objects.filter(
        outcome=Hand.Outcome.MISPLAY,
        status=Hand.Status.RECORDED,
        game__match__round__stage__competition=competition,
    ).exclude(pk__in=[pk for pk in ruled if pk is not None])
    claims = set(claimed.values_list("pk", flat=True))
    wanted = Q(pk__in=list(rulings)) | Q(games__hands__in=claims)
    matches = Match.objects.filter(wanted & out, round__stage__competition=competition).distinct()
    return [
        RuledMatch(
            view=view,
            rulings=tuple(rulings.get(view.match.pk, ())),
            claims=tuple(
                (game, hand) for game in view.games for hand in game.hands if hand.pk in claims
            ),
        )
        for view in load_matches(
            matches.order_by("-round__stage__number", "-round__number", "table")
        )
    ]


def _read(found: QuerySet[Ruling]) -> QuerySet[Ruling]:
    return found.select_related("hand__game__match", "match", "claimant", "accused", "made_by")
