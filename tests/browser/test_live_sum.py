"""The live sum made on the phone: word for word the server's, without a line as well."""

import json
import logging
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import pytest
from django.http import QueryDict
from django.urls import reverse
from playwright.sync_api import expect

from league.actions.corrections import void_hand
from league.actions.second_sheets import seat_own_game
from league.forms.hands import HandForm
from league.queries.checks import check_correction, check_new
from league.queries.games import dealer_turn
from league.queries.matches import load_match, people_of
from league.queries.score_sheets import names_of
from league.views.live_sums import phone_words, reckoned, table_data
from league.views.sums import sum_line
from tests.browser.hand_entry import Thumb, expect_sent, open_entry
from tests.browser.random_forms import random_form
from tests.league.evenings import begin, figures, play
from tests.scoring.random_sheets import random_lowered, random_rules

pytestmark = pytest.mark.django_db(transaction=True)

STATIC = Path(__file__).resolve().parents[2] / "static"
TABLES = 40
FORMS = 40
SUMS = """async ([words, tables]) => {
  const { readFields } = await import("/static/js/hand-fields.js");
  const { checkHand, reckoned } = await import("/static/js/hand-sum.js");
  const { sumLine } = await import("/static/js/sum-words.js");
  const answers = [];
  for (const [told, forms] of JSON.parse(tables)) {
    const table = JSON.parse(told);
    table.rules = { ...words.rules, ...table.rules };
    for (const form of forms) {
      const fields = new FormData();
      for (const [name, value] of Object.entries(form)) fields.set(name, value);
      const read = readFields(fields, table.rules, words.fields);
      const check = read.sheet && checkHand(read.sheet, table);
      const line = sumLine(read, check, table, words, fields.getAll("confirm"));
      answers.push({ ...line, stamp: reckoned(check) });
    }
  }
  return JSON.stringify(answers);
}"""
# What the forms are to show for the test to be worth it.
KINDS = [
    *("made", "bait", "half-bait", "misplay", "thrown-in", "passed-out", "problem", ""),
    *("moves", "warned", "ended", "struck", "unread"),
]
PLAYS = [
    {"mode": "target"},
    {"mode": "target"},
    {"mode": "hands", "hands": 4},
    {"mode": "bell"},
]


def entry(match):
    return f"/matches/{match.pk}/score/"


def servers_line(view, game, hand, form_data):
    """What the server says of a form: the line, and the figures in short."""
    data = QueryDict(mutable=True)
    data.update(form_data | {"game": game.number, "number": 1, "client_id": ""})
    form = HandForm(data, rules=view.rules, names=names_of(view, game))
    check = None
    if form.is_valid():
        check = (
            check_correction(view, game, hand, form.sheet)
            if hand
            else check_new(view, game, form.sheet)
        )
        form.add_problems(check.problems)
    line = sum_line(form, check, view, game, correcting=hand is not None)
    rows = line.moves and line.moves.rows
    told = {**asdict(replace(line, moves=None)), "moves": rows, "stamp": reckoned(check)}
    told["endQuestion"] = told.pop("end_question")
    return json.loads(json.dumps(told))


@pytest.fixture
def tables(make_match, scorekeeper):
    """The page of a new hand or of a correction, in games of every kind, under random rules."""
    chance = Random(20_261_130)
    match = make_match(best_of=3)
    begin(match, scorekeeper)
    hands = play(match, scorekeeper, 96, 72, 81, 150, 96)
    void_hand(hands[1], revision=hands[1].revision, reason="dealt twice", by=scorekeeper)
    competition = match.round.stage.competition
    other = make_match(best_of=3)
    begin(other, scorekeeper)
    play(other, scorekeeper, 160, 160, 160, 160)
    begin(other, scorekeeper, number=2, dealer="E")
    play(other, scorekeeper, 70)

    def make(number):
        rules = random_rules(chance)
        if number % 4 == 0:
            rules = replace(rules, target=500)
        competition.rule_set = rules.to_json()
        competition.match_play = chance.choice(PLAYS)
        competition.lowered = random_lowered(chance)
        competition.save()
        bell = 6 if chance.random() < 0.5 else None
        match.games.update(bell_after=bell)
        view = load_match(chance.choice([match, match, other]), sheets=True)
        game = chance.choice(view.games)
        new = game is view.games[-1] and chance.random() < 0.6
        hand = None if new else chance.choice(game.hands)
        return chance, view, game, hand

    return make


def test_the_phone_says_word_for_word_what_the_server_says(tables, phone, live_server):
    asked, ours = [], []
    kinds: Counter = Counter()
    for number in range(TABLES):
        chance, view, game, hand = tables(number)
        dealer = hand.dealer if hand else dealer_turn(game, view.rules)
        forms = [random_form(chance, view.rules, dealer) for _ in range(FORMS)]
        asked.append((table_data(view, game, names_of(view, game), hand), forms))
        lines = [servers_line(view, game, hand, form) for form in forms]
        kinds.update(line["kind"] for line in lines)
        kinds.update("moves" for line in lines if line["moves"])
        kinds.update("warned" for line in lines if line["warnings"])
        kinds.update("ended" for line in lines if line["end"])
        kinds.update("struck" for line in lines if line["endQuestion"])
        kinds.update("unread" for line in lines if line["stamp"] == "unread")
        ours += lines
    phone.goto("/")
    theirs = json.loads(phone.evaluate(SUMS, [phone_words(), json.dumps(asked)]))
    every = [form for _, forms in asked for form in forms]
    wrong = [
        (form, {name: (mine[name], yours[name]) for name in mine if mine[name] != yours[name]})
        for form, mine, yours in zip(every, ours, theirs, strict=True)
        if mine != yours
    ]
    assert wrong[:3] == []
    assert all(kinds[kind] >= 10 for kind in KINDS), kinds


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    return match


@pytest.fixture
def thumb(match, phone, sign_in, scorekeeper):
    sign_in(phone, scorekeeper)
    open_entry(phone, entry(match))
    return Thumb(phone)


def test_without_a_line_the_sum_and_its_questions_stand_there_all_the_same(thumb):
    page, line = thumb.page, thumb.page.locator("#sum-line")
    page.context.set_offline(True)
    thumb.say("Anne", "hearts")
    thumb.run("Mairi", 20)
    expect(line).to_contain_text("162 + 20 (run, Mairi) = 182; half is 91")
    thumb.count(90)
    expect(line).to_contain_text("= 182; half is 91; callers have 90: bait")
    thumb.see("Bait · 0 – 182")
    expect(line).to_contain_text("No line just now: this sum is the phone’s own.")
    expect(page.locator("#notices")).to_be_empty()
    thumb.count(161)
    expect(line).to_contain_text("No cards make 161 of 162")
    thumb.count(162)
    line.get_by_role("checkbox").check()
    thumb.something_else(("Last trick", "Anne & Joe"))
    expect(line).to_contain_text("Is that right?")
    expect(line.get_by_role("checkbox")).to_be_checked()
    page.context.set_offline(False)
    thumb.count(96)
    thumb.see("Made · 96 – 86")
    expect(line).not_to_contain_text("phone’s own")


def test_a_sheet_that_a_side_writes_of_its_own_has_its_sum_without_a_line_too(
    make_competition, make_match, phone, sign_in, scorekeeper
):
    match = make_match(make_competition(entries=2, sheets={"acceptance": "blind"}))
    sign_in(phone, scorekeeper)
    phone.goto(reverse("own_sheets", args=[match.pk]))
    phone.get_by_role("button", name="Write this one").first.tap()
    phone.wait_for_url("**/own/a/**")
    people = people_of(match)
    seats = dict(zip("NSEW", [p.pk for p in people["a"] + people["b"]], strict=True))
    seat_own_game(match, side="a", number=1, seats=seats, first_dealer="W", by=scorekeeper)
    phone.goto(reverse("own_sheet", args=[match.pk, "a"]))
    phone.context.set_offline(True)
    thumb = Thumb(phone)
    thumb.say("Anne", "hearts")
    thumb.count(70)
    thumb.see("Bait · 0 – 162")
    expect(phone.locator("#sum-line")).to_contain_text("this sum is the phone’s own")


def test_a_correction_shows_what_moves_before_the_server_has_answered(
    match, phone, sign_in, scorekeeper
):
    hands = play(match, scorekeeper, 96, 90)
    sign_in(phone, scorekeeper)
    phone.goto(f"/hands/{hands[0].pk}/correct/")
    phone.route("**/hands/check/**", lambda route: None)
    phone.locator("#id_count_ns").fill("70")
    expect(phone.locator(".sum-line__verdict")).to_have_text("Bait · 0 – 162")
    expect(phone.locator(".moves tbody tr").last).to_have_text("2186 – 13890 – 234")


def test_the_servers_sum_stands_where_the_phones_own_differs_and_the_log_says_so(
    match, phone, sign_in, scorekeeper, caplog, monkeypatch
):
    monkeypatch.setattr(logging.getLogger("league"), "propagate", True)
    script = (STATIC / "js/sheet-score.js").read_text()
    assert script.count("compared > half") == 1
    phone.route(
        "**/sheet-score.js",
        lambda route: route.fulfill(
            body=script.replace("compared > half", "compared >= half"),
            content_type="text/javascript",
        ),
    )
    sign_in(phone, scorekeeper)
    phone.goto(entry(match))
    thumb = Thumb(phone)
    thumb.say("Anne", "hearts")
    thumb.count(81)
    thumb.see("Made · 81 – 81")
    thumb.save(1)
    expect(phone.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect_sent(phone)
    expect(phone.locator("#hand-1-1")).to_contain_text("half-bait")
    assert figures(match) == {1: ("recorded", 0, 81)}
    expect(phone.locator(".scorebar__total")).to_have_text(["0", "81"])
    told = [record.getMessage() for record in caplog.records if "reckons" in record.getMessage()]
    assert "half_bait 162 0 81" in told[0]
    assert "made 162 81 81" in told[0]


def test_ordinary_hands_are_reckoned_alike_and_nothing_is_logged(thumb, match, caplog, monkeypatch):
    monkeypatch.setattr(logging.getLogger("league"), "propagate", True)
    asked = []
    thumb.page.on("request", lambda request: asked.append(request.post_data or ""))
    thumb.say("Anne", "hearts")
    thumb.run("Mairi", 20)
    thumb.bella("Anne")
    thumb.count(96)
    thumb.see("Made · 116 – 86")
    thumb.save(1)
    expect(thumb.page.get_by_role("button", name="Save hand 2")).to_be_visible()
    thumb.say("Mairi", "spades")
    thumb.count(90)
    thumb.see("Bait · 162 – 0")
    thumb.save(2)
    expect(thumb.page.get_by_role("button", name="Save hand 3")).to_be_visible()
    expect_sent(thumb.page)
    assert sum("reckoned=" in sent for sent in asked) == 2
    assert not [record for record in caplog.records if "reckons" in record.getMessage()]


def test_a_page_in_place_of_the_words_leaves_the_sum_to_the_server(
    match, phone, sign_in, scorekeeper
):
    sign_in(phone, scorekeeper)
    answers = iter(["<!DOCTYPE html><title>Hotel network: please sign in</title>"])

    def first_a_page(route):
        page = next(answers, None)
        route.fulfill(body=page, content_type="text/html") if page else route.fallback()

    phone.route("**/words/**", first_a_page)
    phone.goto(entry(match))
    thumb = Thumb(phone)
    thumb.say("Anne", "hearts")
    thumb.count(70)
    thumb.see("Bait · 0 – 162")
    phone.context.set_offline(True)
    thumb.count(96)
    thumb.see("Made · 96 – 66")
