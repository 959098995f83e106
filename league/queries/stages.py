"""A stage that is drawn round by round: its rounds, what is missing, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Count, Prefetch, Q

from league.models import Bye, Competition, Match, Player, Round, Stage
from league.queries.matches import MatchView, load_matches

_PEOPLE = ("partnership__first", "partnership__second", "partnership__club")


@dataclass(frozen=True, slots=True, kw_only=True)
class StageState:
    """How far a stage is. `rounds` are all its rounds in order, drafts too.

    `missing` are the matches of published and closed rounds that have no result, `put_off` those
    of them that are made up later: nobody waits for these.
    """

    stage: Stage
    rounds: tuple[Round, ...]
    missing: tuple[MatchView, ...]
    put_off: tuple[MatchView, ...]

    @property
    def planned(self) -> int:
        return int(self.stage.draw.get("rounds") or 0)

    @property
    def draft(self) -> Round | None:
        """The round that waits to be published."""
        return next((one for one in self.rounds if one.state == Round.State.DRAFT), None)

    @property
    def last(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def next_number(self) -> int | None:
        """The number of the round to draw now; None while a draft waits or all are drawn."""
        if self.draft is not None or len(self.rounds) >= self.planned:
            return None
        return len(self.rounds) + 1


def hash_of(seed: str) -> str:
    """The SHA-256 of a seed in hex: shown before the draw, so that nobody can change the seed."""
    return sha256(seed.encode()).hexdigest()


def announced_hash(seed: str) -> str:
    """The hash everybody has seen before a draw with `seed`: "abc/3", the third draw with "abc",
    was announced as "abc"."""
    return hash_of(seed.partition("/")[0])


def drawn_again(seed: str) -> str:
    """The seed of the next draw, when the one with `seed` is thrown away as a draft."""
    announced, _stroke, turn = seed.partition("/")
    return f"{announced}/{int(turn or 1) + 1}"


def draft_of(stage: Stage) -> Round | None:
    """The round that waits to be published."""
    return stage.rounds.filter(state=Round.State.DRAFT).order_by("number").first()


def next_hash(stage: Stage, draft: Round | None) -> str:
    """The fingerprint of the next seed, as everybody reads it: a draft, of which nobody is to
    know, is the next draw still."""
    waiting = None if draft is None else draft.draw.get("seed")
    return announced_hash(waiting or stage.draw["next_seed"])


def rotating(competition: Competition) -> bool:
    """Whether players are entered alone and partners rotate."""
    return Stage.objects.filter(competition=competition, kind=Stage.Kind.ROTATING).exists()


def stages_of(competition: Competition) -> list[Stage]:
    """The stages in order, each with `out` and `drafts`: how many of its rounds are which."""
    draft = Q(rounds__state=Round.State.DRAFT)
    return list(
        Stage.objects.filter(competition=competition)
        .annotate(out=Count("rounds", filter=~draft), drafts=Count("rounds", filter=draft))
        .order_by("number")
    )


def state_of(stage: Stage) -> StageState:
    """How far the stage is, in five statements whatever its size."""
    rounds = list(Round.objects.filter(stage=stage).order_by("number"))
    without = _without_result(stage, None)
    return StageState(
        stage=stage,
        rounds=tuple(rounds),
        missing=tuple(view for view in without if not view.match.postponed),
        put_off=tuple(view for view in without if view.match.postponed),
    )


def missing_in(stage: Stage, *, before: int | None = None) -> list[MatchView]:
    """The matches of published rounds without a result, by round and table; what was put off is
    not missing."""
    return [view for view in _without_result(stage, before) if not view.match.postponed]


def drawn_rounds(stage: Stage, *, drafts: bool) -> list[Round]:
    """The rounds, the newest first, with `matches` and `byes`; drafts only when asked for."""
    matches = (
        Match.objects.order_by("table")
        .select_related(
            "made_by", *(f"{side}__{path}" for side in ("entry_a", "entry_b") for path in _PEOPLE)
        )
        .prefetch_related("made_by__players")
    )
    byes = Bye.objects.select_related(*(f"entry__{path}" for path in _PEOPLE))
    rounds = Round.objects.filter(stage=stage).order_by("-number")
    if not drafts:
        rounds = rounds.exclude(state=Round.State.DRAFT)
    return list(
        rounds.prefetch_related(
            Prefetch("matches", queryset=matches), Prefetch("byes", queryset=byes)
        )
    )


def players_sitting_out(rounds: Sequence[Round]) -> dict[int, Player]:
    """Players who sit out a round of rotating partners, by id."""
    return Player.objects.in_bulk(
        {player for one in rounds for player in one.draw.get("sitting_out", [])}
    )


def _without_result(stage: Stage, before: int | None) -> list[MatchView]:
    rounds = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    found = Match.objects.filter(round__in=rounds).order_by("round__number", "table")
    return [view for view in load_matches(found, seats=False) if not view.counts]
