"""The sheet check in the browser says just what the engine says: known cases, and random sheets.

Every problem with its field and figures, every score with its steps, every game with its totals.
"""

import json
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route

from scoring import Code, RuleSet, Seat, Side, judge, next_dealer, score_game
from scoring.answers_hand import problem_to_json
from scoring.games import GameHand, GameMode, GamePlay, GameScore
from scoring.rules import OPTIONS
from scoring.sheet_json import sheet_from_json
from scoring.sheets import Verdict
from tests.scoring.known_answers import known_answers
from tests.scoring.random_sheets import (
    random_game,
    random_lowered,
    random_rules,
    random_sheet,
)

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEETS = 10_000
GAMES = 2_000
A_RULE_SET = 20
ORIGIN = "https://cards.example.org"
# Codes a sheet can have; the others are of games and deal records, or of no JSON at all.
ELSEWHERE = {
    *(Code.DEALER_OUT_OF_TURN, Code.HAND_AFTER_GAME_OVER, Code.GAME_CLOSED_EARLY),
    *(Code.MATCH_ALREADY_OVER, Code.NOT_36_CARDS, Code.CARD_TWICE, Code.WRONG_HAND_SIZE),
    *(Code.NOT_THAT_PLAYERS_TURN, Code.CARD_NOT_HELD, Code.MISPLAY, Code.BAD_VALUE),
}
JUDGE = """async (lines) => {
  const { judge } = await import("/static/js/sheet-check.js");
  return JSON.stringify(JSON.parse(lines).map((asked) => judge(...asked)));
}"""
SCORE_GAME = """async (lines) => {
  const { scoreGame } = await import("/static/js/game-score.js");
  return JSON.stringify(JSON.parse(lines).map((asked) => scoreGame(...asked)));
}"""
NEXT_DEALER = """async (lines) => {
  const { nextDealer } = await import("/static/js/game-score.js");
  return JSON.stringify(JSON.parse(lines).map((asked) => nextDealer(...asked)));
}"""


@pytest.fixture
def page(browser: Browser):
    """An empty page that can load the scripts; nothing of the site runs."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/static/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"))
        else:
            route.fulfill(body="<!DOCTYPE html><title>Cards</title>", content_type="text/html")

    context = browser.new_context()
    context.route("**/*", answer)
    page = context.new_page()
    page.goto(ORIGIN)
    yield page
    context.close()


def in_browser(page: Page, code: str, asked: list) -> list:
    """The answers of the page's script to all that is asked, in one go."""
    return json.loads(page.evaluate(code, json.dumps(asked)))


def judged(sheet: dict, rules: RuleSet, lowered: list[str]) -> dict:
    """The engine's answer, as JSON tells it."""
    codes = frozenset(map(Code, lowered))
    problems, score = judge(sheet_from_json(sheet), rules, lowered=codes)
    told = score and {
        **{name: getattr(score, name) for name in ("verdict", "total", "half", "ns", "ew")},
        "hanging": score.hanging,
        "steps": [step._asdict() for step in score.steps],
    }
    return {
        "problems": [problem_to_json(problem) for problem in problems],
        "score": told,
    }


def plain(answer: object) -> object:
    """Words instead of enumerations, lists instead of tuples."""
    return json.loads(json.dumps(answer))


def differing(asked: list, ours: list, theirs: list) -> list:
    """The first few that differ, with what was asked."""
    triples = zip(asked, ours, theirs, strict=True)
    return [(one, a, b) for one, a, b in triples if plain(a) != b][:3]


def case_rules(case: dict) -> RuleSet:
    return RuleSet.from_preset(case.get("preset", "cape-breton"), case.get("rule_options"))


def test_known_hands_are_answered_in_the_browser_as_expected(page):
    cases = [case for case in known_answers() if case["kind"] == "hand"]
    asked = [(case["input"], case_rules(case).to_json(), []) for case in cases]
    answers = in_browser(page, JUDGE, asked)
    assert len(cases) > 200
    for case, answer in zip(cases, answers, strict=True):
        score, problems = answer["score"], answer["problems"]
        told = {"valid": score is not None, "problems": problems}
        for name, warning in (("errors", False), ("warnings", True)):
            found = {one["code"] for one in problems if ("warning" in one) is warning}
            told[name] = sorted(found)
        if score is not None:
            told |= {"result": score["verdict"], "score": {"NS": score["ns"], "EW": score["ew"]}}
            told |= {name: score[name] for name in ("total", "half", "hanging", "steps")}
        for name, wanted in case["expected"].items():
            assert told[name] == (sorted(wanted) if name == "errors" else wanted), case["why"]
        rules = case_rules(case)
        assert answer == plain(judged(case["input"], rules, [])), case["why"]


def test_known_games_are_answered_in_the_browser_as_expected(page):
    cases = [case for case in known_answers() if case["kind"] == "game"]
    asked = []
    for case in cases:
        game = case["input"]
        hands = [
            {"ns": hand["score"]["NS"], "ew": hand["score"]["EW"], **hand} for hand in game["hands"]
        ]
        told = {name: game.get(name) for name in ("first_dealer", "closed", "forfeit")}
        asked.append((hands, case_rules(case).to_json(), game.get("play") or {}, told))
    answers = in_browser(page, SCORE_GAME, asked)
    assert len(cases) > 40
    for case, answer in zip(cases, answers, strict=True):
        told = answer | {"totals": {"NS": answer["ns"], "EW": answer["ew"]}}
        told["errors"] = sorted({one["code"] for one in answer["problems"]})
        told["valid"] = not answer["problems"]
        for name, wanted in case["expected"].items():
            assert told[name] == wanted, case["why"]


def test_ten_thousand_random_sheets_are_judged_alike(page):
    chance = Random(1_000_003)
    asked, ours = [], []
    codes: Counter = Counter()
    verdicts: Counter = Counter()
    for _ in range(SHEETS // A_RULE_SET):
        rules, lowered = random_rules(chance), random_lowered(chance)
        rules_json = rules.to_json()
        for _ in range(A_RULE_SET):
            sheet = random_sheet(chance, rules)
            answer = judged(sheet, rules, lowered)
            asked.append((sheet, rules_json, lowered))
            ours.append(answer)
            codes.update({problem["code"] for problem in answer["problems"]})
            verdicts[answer["score"] and answer["score"]["verdict"]] += 1
    assert differing(asked, ours, in_browser(page, JUDGE, asked)) == []
    # The sheets are worth it: everything that can come of a hand, and every problem, is among them.
    assert {code for code in Code if codes[code] < 10} == ELSEWHERE, codes
    assert all(verdicts[verdict] >= 5 for verdict in Verdict), verdicts
    assert 3_000 < verdicts[None] < 7_000


def test_random_games_are_read_alike(page):
    chance = Random(7_654_321)
    asked, ours = [], []
    reasons: Counter = Counter()
    for number in range(GAMES):
        if number % 10 == 0:
            rules = random_rules(chance)
        hands, play, told = random_game(chance)
        score = score_game(
            [GameHand(**_seated(hand)) for hand in hands],
            rules,
            GamePlay(**play | {"mode": GameMode(play["mode"])}),
            first_dealer=Seat(told["first_dealer"]) if told["first_dealer"] else None,
            closed=told["closed"],
            forfeit=Side(told["forfeit"]) if told["forfeit"] else None,
            lowered=frozenset(map(Code, told["lowered"])),
        )
        asked.append((hands, rules.to_json(), play, told))
        ours.append(_as_json(score))
        reasons[score.reason] += 1
    assert differing(asked, ours, in_browser(page, SCORE_GAME, asked)) == []
    assert len(reasons) == 9, reasons  # all but a game of totals alone


def test_the_deal_goes_on_alike(page):
    asked = [
        (str(seat), passed, replace(RuleSet(), all_pass=way).to_json())
        for seat in Seat
        for passed in (False, True)
        for way in OPTIONS["all_pass"].choices
    ]
    ours = [
        next_dealer(Seat(seat), passed_out=passed, rules=RuleSet.from_json(rules))
        for seat, passed, rules in asked
    ]
    assert differing(asked, ours, in_browser(page, NEXT_DEALER, asked)) == []


def _seated(hand: dict) -> dict:
    seats = {name: Seat(hand[name]) for name in ("dealer", "caller") if hand[name]}
    return {**hand, **seats}


def _as_json(score: GameScore) -> dict:
    return asdict(score) | {"problems": [problem_to_json(problem) for problem in score.problems]}
