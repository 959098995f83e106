"""The hand sheet as a form."""

import pytest
from django.http import QueryDict

from league.forms.cards import CardsField, cards_text
from league.forms.hands import HandForm
from league.forms.sheet_values import run_codes, sheet_from
from league.words.names import table_names
from scoring import BellaCall, Outcome, RuleSet, Seat, Trump
from tests.league.evenings import typed

NAMES = table_names({"N": "Anne", "E": "Joe", "S": "Mairi", "W": "Éloi"})


def filled(rules=None, **fields):
    data = QueryDict(mutable=True)
    data.update(typed(**fields))
    return HandForm(data, rules=rules or RuleSet(), names=NAMES)


def test_an_ordinary_hand_becomes_a_sheet():
    form = filled(runs="E-70", bella="S", bella_call="run")
    assert form.is_valid()
    sheet = form.sheet
    assert (sheet.caller, sheet.trump, sheet.count_ns, sheet.count_ew) == ("N", "S", 96, None)
    assert (sheet.runs[0].seat, sheet.runs[0].twenties, sheet.runs[0].fifties) == (Seat.E, 1, 1)
    assert sheet.bella[0].call is BellaCall.WITH_RUN


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dealer", ""),
        ("dealer", "X"),
        ("caller", "Q"),
        ("trump", "NT"),
        ("runs", "E-30"),
        ("outcome", ""),
        ("claim_trick", "10"),
        ("note", "n" * 201),
        ("number", "0"),
        ("cards_N", "9H " * 60),
    ],
)
def test_what_cannot_be_chosen_is_refused_on_its_field(field, value):
    form = filled(**{field: value})
    assert not form.is_valid()
    assert field in form.errors


def test_passing_out_forgets_the_taps_that_cannot_be_untapped():
    rules = RuleSet.from_preset("cape-breton", {"all_pass": "next_deal"})
    form = filled(rules, outcome="passed_out", count_ns="")
    assert form.is_valid()
    assert form.sheet.outcome is Outcome.PASSED_OUT
    assert (form.sheet.caller, form.sheet.trump) == (None, None)


def test_passing_out_is_offered_only_where_the_rules_have_it():
    assert not filled(outcome="passed_out", count_ns="").is_valid()


def test_a_claim_counts_only_for_a_misplay():
    form = filled(claim_by="NS", thrown_by="EW")
    assert form.is_valid()
    assert (form.sheet.claim, form.sheet.thrown_by) == (None, None)


def test_each_player_has_runs_of_his_own_where_the_side_counts():
    form = filled(
        RuleSet.from_preset("cape-breton", {"run_scope": "side"}), runs_N="20", runs_S="50"
    )
    assert form.is_valid()
    assert [(run.seat, run.points) for run in form.sheet.runs] == [("N", 20), ("S", 50)]


def test_a_hundred_in_five_cards_is_offered_only_where_it_counts():
    assert "h100" not in run_codes(RuleSet())
    rules = RuleSet.from_preset("cape-breton", {"run_long": "quint100"})
    form = filled(rules, runs="E-h120")
    assert form.is_valid()
    assert form.sheet.runs[0].points == 120


def test_every_button_says_its_points():
    rows = list(HandForm(rules=RuleSet(), names=NAMES).run_rows())
    assert [row.name for row in rows] == ["Anne", "Joe", "Mairi", "Éloi"]
    assert [choice.points for choice in rows[0].first] == [20, 40, 50, 70]
    assert [choice.points for choice in rows[0].more] == [60, 100]
    assert 'data-words="Joe 50"' in rows[1].first[2].tag


@pytest.mark.parametrize(
    ("written", "cards"),
    [
        ("9h 10h jh", (("9H", "TH", "JH"),)),
        ("9♥ T♥ J♥, QS KS AS", (("9H", "TH", "JH"), ("QS", "KS", "AS"))),
        (" 6c  7c 8c ;", (("6C", "7C", "8C"),)),
        ("", ()),
    ],
)
def test_cards_are_read_as_people_write_them(written, cards):
    assert CardsField().clean(written) == cards


def test_cards_come_back_as_text():
    assert cards_text([["9H", "TH", "JH"], ["QS", "KS", "AS"]]) == "9H TH JH, QS KS AS"


def test_sheet_from_reads_the_cleaned_values_alone():
    sheet = sheet_from({"outcome": "played", "dealer": "N", "trump": "H"}, RuleSet())
    assert (sheet.trump, sheet.caller, sheet.runs) == (Trump.HEARTS, None, ())
