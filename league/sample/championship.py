"""The best four of the Kitchen league, best of three games, with a semi-final put right."""

from random import Random

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.results import Totals, record_totals
from league.actions.rounds import close_round, publish_rounds
from league.models import Competition, Round, Stage, User
from league.sample.evening import play_match
from league.sample.nights import at, at_table, matches_of, night, rounds_of


def play_championship(league: Competition, owner: User, random: Random) -> None:
    """A semi-final was written down for the wrong side; the final is being played."""
    plan = BracketPlan(
        kind=Stage.Kind.CHAMPIONSHIP,
        order="standings",
        places=4,
        best_of=3,
        third_place=True,
        first=night(-1),
        minutes=7 * 24 * 60,
    )
    with at(night(-2, days=1)):
        stage = make_bracket(league, plan, by=owner)
        semis, finals = rounds_of(stage)
        publish_rounds(league, [semis, finals], by=owner)
    with at_table(semis):
        _play_semis(semis, owner, random)
    final = next(match for match in matches_of(finals) if match.slot == "F1-1")
    play_match(final, random, by=owner, hands=11)


def _play_semis(semis: Round, owner: User, random: Random) -> None:
    one, other = matches_of(semis)
    wrong = [Totals(number=1, a=520, b=464), Totals(number=2, a=511, b=380)]
    record_totals(one, wrong, stamp="", by=owner)
    play_match(other, random, by=owner)
    right = [Totals(number=1, a=464, b=520), Totals(number=2, a=380, b=511)]
    stamp, why = "1:520-464;2:511-380", "Both games were written down for the wrong side."
    record_totals(one, right, stamp=stamp, reason=why, by=owner)
    close_round(semis, by=owner)
