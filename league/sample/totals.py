"""Matches of which only the totals were handed in: played in memory, hand by hand, all the same."""

from random import Random

from league.actions.results import Totals, record_totals
from league.models import Competition, Match, User
from league.sample.hands import Table, next_sheet
from scoring import GameHand, GameMode, GamePlay, RuleSet, Seat, next_dealer, score_game, score_hand

BELL = (7, 10)  # so many hands are played when the bell rings


def write_totals(match: Match, random: Random, *, by: User, reason: str = "") -> None:
    """Play a match to its end in memory and write down what its games came to."""
    competition = match.round.stage.competition
    needed = match.round.stage.best_of // 2 + 1
    won = {"a": 0, "b": 0}
    games: list[Totals] = []
    while max(won.values()) < needed:
        one = play_totals(competition, random, number=len(games) + 1)
        won["a" if one.a > one.b else "b"] += 1
        games.append(one)
    record_totals(match, games, stamp="", reason=reason, by=by)


def play_totals(competition: Competition, random: Random, *, number: int = 1) -> Totals:
    """The totals of one game, side a at North and South; the bell ends it where there is one."""
    rules = RuleSet.from_json(competition.rule_set)
    told = competition.match_play
    mode = GameMode(told["mode"])
    bell = random.randint(*BELL) if mode is GameMode.BELL else None
    play = GamePlay(mode=mode, hands=told.get("hands"), bell_after=bell)
    table = Table(random=random, rules=rules)
    dealer = random.choice(tuple(Seat))
    hands: list[GameHand] = []
    while True:
        sheet = next_sheet(table, dealer)
        score = score_hand(sheet, rules)
        hands.append(
            GameHand(
                ns=score.ns,
                ew=score.ew,
                dealer=dealer,
                caller=sheet.caller,
                hanging=score.hanging,
            )
        )
        game = score_game(hands, rules, play)
        if game.over:
            early = mode is GameMode.BELL and max(game.ns, game.ew) < rules.target
            return Totals(number=number, a=game.ns, b=game.ew, early=early)
        dealer = next_dealer(dealer, rules=rules)
