"""What other events ran into: a check that holds up the hall, penalties that nobody can add up."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import AuditEntry, Competition, Hand, Match, User
from league.queries.matches import load_match
from league.queries.standings import standings_of
from league.queries.verification import differing_hands, differing_rows
from scoring import LOWERABLE, Code, HandSheet, RuleSet, Seat, Trump, Verdict, judge
from tests.league.evenings import begin, play, totals, typed
from tests.league.ticks import post_seen

ClientOf = Callable[..., Client]

# What the second hand of a game says, that each check refuses. North dealt it, spades are trump.
REFUSED: Mapping[str, Mapping[str, Any]] = {
    "count_unreachable": {"count_ns": "161"},
    "last_trick_mismatch": {"count_ns": "4", "last_trick": "NS"},
    "dealer_out_of_turn": {"dealer": "W"},
    "run_beaten": {"runs": "E-20", "beaten_N": "50"},
    "run_cancelled": {
        "runs": "E-20", "cards_E": "9H 10H JH", "beaten_N": "20", "cards_N": "9D 10D JD",
    },
    "bella_holder_impossible": {"runs": "E-20", "cards_E": "JS QS KS", "bella": "S"},
    "forced_but_not_dealer": {"forced": "on", "caller": "S"},
}  # fmt: skip


@pytest.fixture
def match(make_match: Callable[..., Match], scorekeeper: User) -> Match:
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 90)
    return match


def lower(client: Client, competition: Competition, *codes: str) -> None:
    answer = client.post(
        reverse("strictness_edit", args=[competition.pk]),
        {"lowered": list(codes), "reason": "Holds up the hall"},
    )
    assert answer.status_code == 302


@pytest.mark.parametrize("code", REFUSED)
def test_a_check_that_holds_up_the_hall_is_lowered_to_a_warning_and_raised_again(
    match: Match, scorekeeper: User, organizer: User, client_of: ClientOf, code: str
) -> None:
    competition = match.round.stage.competition
    phone, desk = client_of(scorekeeper), client_of(organizer)
    address = reverse("hand_record", args=[match.pk])
    sheet = typed(2, **{"dealer": "N", "count_ns": "96", **REFUSED[code]})

    refused = phone.post(address, sheet)
    assert refused.status_code == 422
    said = refused.context["form"].errors
    assert said
    assert Hand.objects.count() == 1

    lower(desk, competition, code)
    asked = phone.post(address, sheet)
    assert asked.status_code == 422
    form = asked.context["form"]
    assert not form.errors
    ticks = [key for key, _words, _done in form.warnings]
    assert code in {key.partition(":")[0] for key in ticks}
    assert sheet["count_ns"] in asked.content.decode()
    assert phone.post(address, {**sheet, "confirm": ticks}).status_code == 302
    assert Hand.objects.count() == 2
    stands = totals(match)

    lower(desk, competition)
    turn = {"dealer": "E", "caller": "S" if code == "forced_but_not_dealer" else "N"}
    again = typed(3, **{"count_ns": "96", **REFUSED[code], **turn})
    if code == "dealer_out_of_turn":
        again["dealer"] = "W"
    raised = phone.post(address, again)
    assert raised.status_code == 422
    assert set(raised.context["form"].errors) == set(said)
    # What was saved in between stands, and nothing of it has to be put right.
    assert totals(match) == stands
    assert not list(differing_hands(competition))
    assert not list(differing_rows(competition))
    written = AuditEntry.objects.filter(verb="change_strictness").order_by("pk")
    kept = [(one.by, one.before, one.after, one.reason) for one in written]
    assert kept == [
        (organizer, {"lowered": []}, {"lowered": [code]}, "Holds up the hall"),
        (organizer, {"lowered": [code]}, {"lowered": []}, "Holds up the hall"),
    ]


def test_every_code_that_may_be_lowered_is_tried_here() -> None:
    """A result written on the paper is no field of the phone: the engine alone can meet it."""
    wrong = HandSheet(
        dealer=Seat.W, caller=Seat.N, trump=Trump.SPADES, count_ns=96, claimed_result=Verdict.BAIT
    )
    rules = RuleSet.from_preset("cape-breton")
    (error,), none = judge(wrong, rules, lowered=frozenset())
    assert (error.code, error.warning, none) == (Code.RESULT_MISMATCH, False, None)
    (warning,), score = judge(wrong, rules, lowered=frozenset({Code.RESULT_MISMATCH}))
    assert (warning.code, warning.warning, score is None) == (Code.RESULT_MISMATCH, True, False)
    assert {*REFUSED, "result_mismatch"} == set(LOWERABLE)


def test_only_the_competition_that_was_lowered_lets_the_sheet_pass(
    match: Match,
    make_match: Callable[..., Match],
    make_competition: Callable[..., Competition],
    scorekeeper: User,
    organizer: User,
    client_of: ClientOf,
) -> None:
    lower(client_of(organizer), match.round.stage.competition, "count_unreachable")
    elsewhere = make_match(make_competition(entries=2, name="Another evening"))
    begin(elsewhere, scorekeeper)
    answer = client_of(scorekeeper).post(
        reverse("hand_record", args=[elsewhere.pk]), typed(1, count_ns="161")
    )
    assert answer.status_code == 422
    assert "count_ns" in answer.context["form"].errors


def test_hands_and_penalties_add_up_to_one_total_on_every_page(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    scorekeeper: User,
    organizer: User,
    client_of: ClientOf,
) -> None:
    competition = make_competition(entries=2, options={"target": 300})
    match = make_match(competition)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 60, 90, 100)
    (one, other) = (match.entry_a, match.entry_b)
    desk, guest = client_of(organizer), client_of(None)
    for entry, points in ((one, "-100"), (other, "25")):
        sent = {"entry": entry.pk, "points": points, "match_points": "", "reason": "Late"}
        answer = post_seen(desk, reverse("adjustments", args=[competition.pk]), sent)
        assert answer.status_code == 302

    game = load_match(match).games[0]
    hands = Hand.objects.filter(game=game.game)
    by_hands = [sum(getattr(hand, f"score_{side}") for hand in hands) for side in ("ns", "ew")]
    assert [game.a, game.b] == by_hands == [350, 298]
    scored = {place.entry: place.row.points_for for place in standings_of(competition).rows}
    assert scored == {one: by_hands[0] - 100, other: by_hands[1] + 25} == {one: 250, other: 323}

    def says(name: str, pk: int, *figures: int) -> None:
        text = guest.get(reverse(name, args=[pk])).content.decode().split("<main", 1)[1]
        figured = {int(found) for found in re.findall(r"\d+", re.sub(r"<[^>]+>", " ", text))}
        assert set(figures) <= figured, name

    says("match", match.pk, 350, 298)
    for hand in hands:
        says("hand", hand.pk, max(hand.score_ns, hand.score_ew))
    says("standings", competition.pk, 250, 323, 100, 25)
    says("print_standings", competition.pk, 250, 323, 100, 25)
    says("competition", competition.pk, 350, 298)
