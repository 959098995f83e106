"""The shorthand of a keyed line: the browser reads and scores it as the server does."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from uuid import uuid4

import pytest

from league.forms.hands import HandForm
from league.forms.keyed_sheets import hand_data
from league.queries.checks import check_new
from league.queries.games import dealer_turn
from league.queries.matches import load_match
from league.queries.score_sheets import names_of
from league.views.live_sums import phone_words, reckoned, table_data
from scoring import RuleSet
from tests.league.evenings import begin, play
from tests.scoring.random_sheets import random_rules

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 50
ROWS = 60
READ = """async ([words, tables]) => {
  const { readLine } = await import("/static/js/key-sheet.js");
  const { checkHand, reckoned } = await import("/static/js/hand-sum.js");
  return JSON.parse(tables).flatMap(([told, dealer, rows]) => {
    const table = JSON.parse(told);
    table.rules = { ...words.rules, ...table.rules };
    return rows.map((row) => {
      const sheet = readLine((name) => row[name] ?? "", dealer, table.rules);
      return reckoned(sheet && checkHand(sheet, table));
    });
  });
}"""
RUNS = ["2", "4", "6", "5", "7", "1", "20", "40", "60", "50", "70", "100", "H1", "H2", "H5", "H120"]
NO_RUNS = ["3", "", "H", "H7", "0", "E", "1000", "-2", "2x", "?"]


def random_row(chance: Random, rules: RuleSet) -> dict[str, str]:
    """What somebody keys in a line: ordinary, odd in a field or two, or past reading."""
    trumps = [*"SHDC", *("N" if rules.no_trump else "")]
    row = {"caller": chance.choice("NESW"), "trump": chance.choice(trumps), "bella": ""}
    row["count"] = str(chance.choice([96, 81, 162, chance.randint(0, 162), chance.randint(0, 200)]))
    if chance.random() < 0.4:
        row["bella"] = chance.choice("NESW")
    if chance.random() < 0.5:
        several = chance.choice([1, 1, 1, 2, 3])
        seats = chance.sample("NESW", several)
        between = chance.choice(["", " ", ",", ", "])
        row["runs"] = between.join(seat + chance.choice(RUNS) for seat in seats)
    if rules.contract == "bid":
        row["bid"] = str(chance.choice([rules.min_bid, rules.min_bid + 20, rules.min_bid - 1, 500]))
    if chance.random() < 0.06:
        row = dict.fromkeys(row, "") | {"caller": chance.choice("P-p")}
    if chance.random() < 0.15:
        odd = chance.choice(
            ["caller", "trump", "bella", "count", "runs", *["bid"] * ("bid" in row)]
        )
        wrong = ["", "X", "NN", "١", "1_0", " 9 ", "\N{MINUS SIGN}7", "0096", "99999", "+5", "nt"]
        row[odd] = chance.choice(wrong)
    if chance.random() < 0.05:
        row["runs"] = chance.choice("NESWX") + chance.choice(NO_RUNS)
    if chance.random() < 0.5:
        row = {name: typed.lower() for name, typed in row.items()}
    return {name: chance.choice(["", "", " "]) + typed for name, typed in row.items()}


def servers_figures(view, game, dealer, row) -> str:
    """What the server makes of a line, in the words of `reckoned`."""
    typed = {name: row.get(name, "").strip() for name in
             ("caller", "trump", "bid", "runs", "bella", "count")}  # fmt: skip
    hidden = {"client_id": uuid4(), "game": game.number, "number": 1, "dealer": dealer}
    data, unread = hand_data(typed, view.rules, hidden, [])
    form = HandForm(data, rules=view.rules, names=names_of(view, game))
    if not form.is_valid() or unread:
        return "unread"
    return reckoned(check_new(view, game, form.sheet))


def alike(mine: str, yours: str) -> bool:
    """The same figures; where the form does not even read a line, the browser shows no sum."""
    return mine == yours or (mine == "unread" and " " not in yours)


def test_three_thousand_random_lines_are_read_and_scored_as_the_server_does(
    make_match, scorekeeper, laptop, sign_in
):
    chance = Random(20_261_130)
    match = make_match(best_of=3)
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 72, 81)
    competition = match.round.stage.competition
    own_rules = competition.rule_set
    asked, rows, ours = [], [], []
    for _table in range(TABLES):
        rules = replace(random_rules(chance), target=500)
        competition.rule_set = rules.to_json()
        competition.save()
        view = load_match(match, sheets=True)
        game = view.games[-1]
        dealer = str(dealer_turn(game, view.rules) or "N")
        keyed = [random_row(chance, view.rules) for _row in range(ROWS)]
        asked.append((table_data(view, game, names_of(view, game)), dealer, keyed))
        rows += [(rules, row) for row in keyed]
        ours += [servers_figures(view, game, dealer, row) for row in keyed]
    competition.rule_set = own_rules
    competition.save()
    sign_in(laptop, scorekeeper)
    laptop.goto(f"/matches/{match.pk}/key/")
    theirs = laptop.evaluate(READ, [phone_words(), json.dumps(asked)])
    wrong = [
        (row, rules.run_scope, mine, yours)
        for (rules, row), mine, yours in zip(rows, ours, theirs, strict=True)
        if not alike(mine, yours)
    ]
    assert wrong[:5] == [], len(wrong)
    kinds = Counter(figures.split()[1] if " " in figures else figures for figures in ours)
    assert {"made", "bait", "half_bait", "unread", "passed_out"} <= {
        kind for kind, times in kinds.items() if times >= 20
    }, kinds
