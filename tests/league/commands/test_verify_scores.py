"""`manage.py verify_scores` says equal, or names what differs."""

import pytest
from django.core.management import CommandError, call_command

from league.actions.corrections import void_hand
from league.models import Competition, Hand
from tests.league.evenings import begin, play


@pytest.fixture
def match(make_match, scorekeeper):
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 60, 91, 162, 162)
    return match


def test_verify_scores_of_an_honest_book_says_equal(match, capsys):
    call_command("verify_scores")
    assert (
        "Equal: 5 hands scored again, the standings of 1 competitions." in capsys.readouterr().out
    )


def test_verify_scores_names_the_hand_whose_score_was_changed(match, capsys):
    Hand.objects.filter(number=2).update(score_ew=462)
    with pytest.raises(CommandError, match="differ"):
        call_command("verify_scores")
    out = capsys.readouterr().out
    assert "table 1, game 1, hand 2: stored bait 0 - 462; the sheet comes to bait 0 - 162" in out
    assert "standings" in out


def test_verify_scores_names_the_figures_of_the_table_that_are_not_the_same(match, capsys):
    Hand.objects.filter(number=2).update(score_ew=462)
    with pytest.raises(CommandError):
        call_command("verify_scores")
    lines = [line for line in capsys.readouterr().out.splitlines() if "standings" in line]
    for line in lines:
        stored, again = line.partition(": stored ")[2].split("; the sheet comes to ")
        assert stored != again, line
    assert any("points_against" in line for line in lines)


def test_verify_scores_names_the_hand_whose_sheet_was_changed(match, capsys):
    Hand.objects.filter(number=1).update(count_ns=100)
    with pytest.raises(CommandError):
        call_command("verify_scores")
    assert (
        "hand 1: stored made 96 - 66; the sheet comes to made 100 - 62" in capsys.readouterr().out
    )


def test_verify_scores_names_a_sheet_that_would_be_refused(match, capsys):
    Hand.objects.filter(number=1).update(count_ns=161)
    with pytest.raises(CommandError):
        call_command("verify_scores")
    assert (
        "hand 1: stored accepted; the sheet comes to count_unreachable" in capsys.readouterr().out
    )


def test_verify_scores_does_not_mind_a_void_hand(match, scorekeeper, capsys):
    hand = Hand.objects.get(number=5)
    void_hand(hand, revision=hand.revision, reason="Dealt with a short pack.", by=scorekeeper)
    call_command("verify_scores")
    assert "Equal" in capsys.readouterr().out


def test_verify_scores_of_an_empty_book_says_equal(db, capsys):
    assert not Competition.objects.exists()
    call_command("verify_scores")
    assert "Equal: 0 hands" in capsys.readouterr().out
