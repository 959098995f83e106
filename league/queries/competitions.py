"""What an organizer needs to know of a competition: how far it is, and what is settled."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from league.models import (
    Competition,
    Entrant,
    Entry,
    Game,
    Hand,
    Match,
    Partnership,
    Round,
    Stage,
)
from league.queries.drawn_pairs import without_drawn_pairs
from league.queries.hands import rules_of
from league.words.points import summary as points_summary
from league.words.rules import describe_match_play
from league.words.rules import summary as rules_summary
from scoring import StandingsRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What is on record at the tables: hands, games of totals alone, forfeits, games started."""

    hands: int
    totals: int
    forfeits: int
    games: int

    @property
    def anything(self) -> bool:
        return bool(self.hands or self.totals or self.forfeits or self.games)

    @property
    def scored(self) -> bool:
        """Whether the rules of the hands and games have been played by."""
        return bool(self.hands or self.totals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How far a competition is. `rounds`, `drafts`, `open`, `closed` count rounds of no bracket.

    `stage` is the one whose rounds are drawn one by one, `planned` how many it shall have;
    `brackets` are knockout stages, drawn or still to be drawn. Where partners rotate, `entries`
    counts players.
    """

    competition: Competition
    entries: int
    rules: str
    match_play: str
    points: str
    rounds: int
    drafts: int
    open: int
    closed: int
    finals: int
    begun: Begun
    stage: Stage | None = None
    planned: int = 0
    brackets: tuple[Stage, ...] = ()

    @property
    def published(self) -> int:
        """How many rounds everybody can see."""
        return self.open + self.closed

    @property
    def cup(self) -> bool:
        """Whether it is played in brackets alone."""
        return bool(self.brackets) and not self.rounds and self.stage is None


def begun_of(competition: Competition) -> Begun:
    """What has been written down so far, in the whole competition."""
    here = {"round__stage__competition": competition}
    games = Game.objects.filter(match__round__stage__competition=competition)
    counts = games.aggregate(all=Count("pk"), totals=Count("total_a"))
    return Begun(
        hands=Hand.objects.filter(game__match__round__stage__competition=competition)
        .exclude(status=Hand.Status.UNDONE)
        .count(),
        totals=counts["totals"],
        forfeits=Match.objects.filter(**here, forfeit__isnull=False).count(),
        games=counts["all"],
    )


def setup_of(competition: Competition) -> Setup:
    """Everything the hub shows, in a fixed number of statements."""
    rules = rules_of(competition)
    in_table = ~Q(stage__kind__in=Stage.BRACKETS)
    stages = list(Stage.objects.filter(competition=competition))
    one_by_one = [one for one in stages if one.kind in Stage.DRAWN_ROUND_BY_ROUND]
    stage = one_by_one[-1] if one_by_one else None
    alone = stage is not None and stage.kind == Stage.Kind.ROTATING
    entered = Entrant if alone else Entry
    counted = {"entry": None} if alone else {"for_one_round": False}
    rounds = Round.objects.filter(stage__competition=competition).aggregate(
        all=Count("pk", filter=in_table),
        drafts=Count("pk", filter=in_table & Q(state=Round.State.DRAFT)),
        open=Count("pk", filter=in_table & Q(state=Round.State.PUBLISHED)),
        closed=Count("pk", filter=in_table & Q(state=Round.State.CLOSED)),
        finals=Count("pk", filter=Q(stage__kind=Stage.Kind.CHAMPIONSHIP)),
    )
    return Setup(
        competition=competition,
        entries=entered.objects.filter(competition=competition, **counted).count(),
        rules=rules_summary(rules),
        match_play=describe_match_play(competition.match_play, rules),
        points=points_summary(StandingsRules.from_json(competition.standings_rules)),
        rounds=rounds["all"],
        drafts=rounds["drafts"],
        open=rounds["open"],
        closed=rounds["closed"],
        finals=rounds["finals"],
        begun=begun_of(competition),
        stage=stage,
        planned=sum(int(one.draw.get("rounds") or 0) for one in one_by_one),
        brackets=tuple(one for one in stages if one.kind in Stage.BRACKETS),
    )


def entries_of_competition(competition: Competition) -> list[Entry]:
    """The entries by the names of their people, with partnership, people and club."""
    found = Entry.objects.filter(competition=competition, for_one_round=False).select_related(
        "partnership__first", "partnership__second", "partnership__club"
    )
    return sorted(
        found,
        key=lambda entry: (
            entry.partnership.first.called.casefold(),
            entry.partnership.second.called.casefold(),
            entry.pk,
        ),
    )


def partnerships_to_enter(
    competition: Competition, *, search: str = "", guests: bool = False, most: int = 200
) -> list[Partnership]:
    """Partnerships that are not entered yet: the host club's, or (guests) those of other clubs.

    `search` is looked for in both names and the club's; at most `most` of them, by name.
    Each has `busy`: whether one of its two people already plays for another entry.
    """
    found = without_drawn_pairs(Partnership.objects.exclude(entries__competition=competition))
    host = Q(club=competition.club)
    found = found.exclude(host) if guests else found.filter(host)
    # Full names that are hidden are looked through for their own club alone.
    paths = ["first__name", "second__name", "club__name"]
    paths += [] if guests else ["first__full_name", "second__full_name"]
    for word in search.split():
        found = found.filter(reduce(or_, (Q((f"{path}__icontains", word)) for path in paths)))
    busy = Entrant.objects.filter(
        Q(player=OuterRef("first")) | Q(player=OuterRef("second")), competition=competition
    )
    return list(
        found.select_related("first", "second", "club")
        .annotate(busy=Exists(busy))
        .order_by("first__name", "second__name", "pk")[:most]
    )


def stage_of(competition: Competition) -> Stage | None:
    """The round robin of a competition, once it is drawn."""
    return Stage.objects.filter(competition=competition, kind=Stage.Kind.ROUND_ROBIN).first()


def rounds_drawn(competition: Competition) -> QuerySet[Round]:
    """All rounds with the number of their matches; what they need comes in one statement."""
    return (
        Round.objects.filter(stage__competition=competition)
        .select_related("stage")
        .annotate(tables=Count("matches", distinct=True))
        .order_by("stage__number", "number")
    )
