"""`python -m scoring`: one JSON object a line in, one a line out (docs/RULES.md 10)."""

import importlib
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import scoring
from scoring import interface
from scoring.interface import answer, answer_text, run
from tests.scoring.known_answers import differences, known_answers, question

CASES = known_answers()
PLAIN = {"trump": "S", "dealer": "W", "caller": "N", "counted": {"NS": 96, "EW": 66}}


def answered(case):
    """The answer as whoever reads the line gets it."""
    return json.loads(answer_text(json.dumps(question(case)).encode())[0])


def ask(data, kind="hand", **line):
    return answer({"id": 1, "kind": kind, "input": data, **line})


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_known_answer_comes_out(case):
    assert differences(case, answered(case)) == []
    assert case["source"]
    assert case["why"]


def test_a_bare_checkout_answers_line_by_line_with_nothing_installed(tmp_path):
    shutil.copytree(Path(scoring.__file__).parent, tmp_path / "scoring")
    lines = [json.dumps(question(case)) for case in CASES]
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-m", "scoring"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["id"] for a in answers] == [case["id"] for case in CASES]
    assert [d for case, a in zip(CASES, answers, strict=True) for d in differences(case, a)] == []
    assert done.stderr == ""


def test_a_broken_line_gets_its_error_and_the_others_are_still_answered():
    good = json.dumps({"id": "good", "kind": "hand", "input": PLAIN})
    wrong_sheet = json.dumps({"id": "sheet", "kind": "hand", "input": {}})
    source = io.BytesIO(
        b"{no json\n" + good.encode() + b"\n\n\xff\n[1]\n" + b"[" * 100_000 + b"\n"
        b'{"id": 7, "kind": "dance"}\n' + wrong_sheet.encode()
    )
    sink = io.StringIO()
    assert run(source, sink) == 2
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert ["error" in a for a in answers] == [True, False, True, True, True, True, True, False]
    assert [a["id"] for a in answers] == [None, "good", None, None, None, None, 7, "sheet"]


def test_the_exit_status_is_2_when_a_line_had_an_error_and_0_otherwise():
    good = json.dumps({"id": 1, "kind": "hand", "input": PLAIN})
    for lines, status in ((good, 0), (f"{good}\nno json\n{good}\n", 2)):
        done = subprocess.run(
            [sys.executable, "-m", "scoring"],
            input=lines,
            capture_output=True,
            text=True,
            cwd=Path(scoring.__file__).parents[1],
            check=False,
        )
        assert done.returncode == status
        assert len(done.stdout.splitlines()) == len(lines.splitlines())


def test_a_wrong_sheet_is_an_answer_and_no_error():
    sink = io.StringIO()
    assert run(io.BytesIO(b'{"id": 1, "kind": "hand", "input": {}}'), sink) == 0
    found = json.loads(sink.getvalue())
    assert found["valid"] is False
    assert found["errors"] == ["caller_missing", "count_missing", "trump_missing"]
    assert {p["field"] for p in found["problems"]} == {"caller", "count_ns", "trump"}


def test_thousands_of_lines_come_out_in_order():
    lines = [json.dumps({"id": n, "kind": "hand", "input": PLAIN}) for n in range(2500)]
    sink = io.StringIO()
    assert run(io.BytesIO("\n".join(lines).encode()), sink) == 0
    assert [json.loads(line)["id"] for line in sink.getvalue().splitlines()] == list(range(2500))


def test_no_lines_give_no_answers():
    sink = io.StringIO()
    assert run(io.BytesIO(b""), sink) == 0
    assert sink.getvalue() == ""


def test_an_id_of_any_kind_comes_back_and_a_missing_one_is_null():
    for name in ("a", 0, 1.5, None, [1], {"x": "é"}, True):
        assert answer({"id": name, "kind": "hand", "input": PLAIN})["id"] == name
    assert answer({"kind": "hand", "input": PLAIN})["id"] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"kind": None}, "unknown kind"),
        ({"kind": ["hand"]}, "unknown kind"),
        ({"preset": "bridge"}, "unknown_preset: preset"),
        ({"preset": ["long"]}, "unknown_preset: preset"),
        ({"rule_options": {"trumps": 4}}, "unknown_option: trumps"),
        ({"rule_options": {"coat": 50}}, "bad_value: coat"),
        ({"rule_options": {"no_trump": 1}}, "bad_value: no_trump"),
        ({"rule_options": {"coat": False}}, "bad_value: coat"),
        ({"rule_options": []}, "bad_value: rule_options"),
        (
            {"preset": "declared", "rule_options": {"threshold": "fixed_82"}},
            "contradiction: contract",
        ),
    ],
)
def test_an_unknown_kind_option_or_value_is_named(line, said):
    asked = {"id": 1, "kind": "hand", "input": PLAIN, **line}
    found = answer(asked)
    assert set(found) == {"id", "error"}
    assert said.split(":")[0] in found["error"]
    assert said.split(": ")[-1] in found["error"]


def test_true_and_one_are_told_apart_even_when_the_rule_set_is_known():
    assert "error" not in ask(PLAIN, rule_options={"no_trump": True})
    assert "error" in ask(PLAIN, rule_options={"no_trump": 1})
    assert "error" not in ask(PLAIN, rule_options={}, preset=None)
    assert "error" in ask(PLAIN, rule_options=[])


def test_many_rule_sets_do_not_pile_up(monkeypatch):
    monkeypatch.setattr(interface, "_rule_sets", {})
    for target in range(1, 600):
        assert ask(PLAIN, rule_options={"target": target})["valid"]
    assert len(interface._rule_sets) <= 256


def test_the_steps_of_an_answer_leave_out_what_says_nothing():
    steps = ask({**PLAIN, "bella": {"seat": "N"}, "runs": [{"seat": "E", "fifties": 2}]})["steps"]
    assert steps[0] == {"kind": "base", "points": 162}
    assert steps[1] == {"kind": "run", "points": 100, "side": "EW", "seat": "E", "count": 2}
    assert steps[2] == {"kind": "bella", "points": 20, "side": "NS", "seat": "N"}
    assert steps[-1] == {"kind": "written", "points": 282, "side": "EW"}


def test_a_warning_stands_beside_a_valid_answer_with_its_figures():
    found = ask({**PLAIN, "counted": {"NS": 162, "EW": 0}})
    assert found["valid"] is True
    assert found["warnings"] == ["every_card_point"]
    assert found["problems"] == [
        {
            "code": "every_card_point",
            "field": "count_ns",
            "figures": {"side": "NS"},
            "warning": True,
        }
    ]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_line_of_text_says_what_the_answer_says(case):
    asked = question(case) | {"id": 'a "quoted"\\ id'}
    assert answered(asked) == json.loads(json.dumps(answer(asked)))


def test_both_words_for_bella_with_a_run_are_read_on_either_way():
    run_row = {"seat": "N", "twenties": 1, "cards": [["JS", "QS", "KS"]]}
    for word in ("run", "with_run"):
        bella = {"seat": "N", "call": word}
        short = ask({**PLAIN, "runs": [run_row], "bella": bella})
        long = ask({**PLAIN, "runs": [run_row], "bella": bella, "sets": []})
        assert short == long
        assert short["total"] == 202


def test_importing_the_command_runs_nothing():
    assert importlib.import_module("scoring.__main__").run is run


def test_text_goes_out_as_plain_ascii():
    text, answered = answer_text('{"id": "Ó", "kind": "hand", "input": {}}'.encode())
    assert answered
    assert text.isascii()
    assert json.loads(text)["id"] == "Ó"
