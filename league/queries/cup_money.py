"""Who is paid in a cup: it has no table, the places of its bracket and its sheets say so."""

from dataclasses import dataclass

from league.draws.bracket_places import placings
from league.models import Competition, Match, Stage
from league.queries.brackets import bracket_state, brackets_of
from league.queries.counted import result_of
from league.queries.matches import load_matches
from scoring import Adjustment, StandingsRules
from scoring.results import gather
from scoring.side_pots import PotRow


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPlace:
    """An entry, by its id as text, and its place in the bracket; who went out together share it."""

    entry: str
    rank: int


def cup_places(competition: Competition) -> list[CupPlace]:
    """The places of the bracket made last, once all of them are settled and somebody is first;
    before that nobody. The consolation's places are paid nothing of their own."""
    stage = _bracket(competition)
    if stage is None:
        return []
    state = bracket_state(stage)
    found = placings(state.bracket, state.resolved)
    ranks = [one.place for one in found if one.place is not None]
    if len(ranks) < len(found) or 1 not in ranks:
        return []
    return [CupPlace(entry=str(one.entry), rank=one.place or 0) for one in found]


def cup_pot_rows(competition: Competition) -> list[PotRow]:
    """What side pots ask of each entry of the bracket: baits and best game of all its matches."""
    stage = _bracket(competition)
    if stage is None:
        return []
    entries = [str(pk) for pk in bracket_state(stage).entries]
    matches = Match.objects.filter(round__stage=stage).order_by("round__number", "table")
    views = [view for view in load_matches(matches, seats=False) if view.settled]
    results = [result_of(view, view.match.round.number) for view in views]
    rules = StandingsRules.from_json(competition.standings_rules)
    none: list[Adjustment] = []
    ranks = {one.entry: one.rank for one in cup_places(competition)}
    return [
        PotRow(
            entry=one.entry,
            rank=ranks.get(one.entry, len(entries)),
            baits=one.baits,
            best_game=one.best_game,
            played=one.played,
        )
        for one in gather(entries, results, none, rules)
    ]


def _bracket(competition: Competition) -> Stage | None:
    found = brackets_of(competition)
    return found[-1] if found else None
