"""The phones write what the form can say, and know their own answer from any other."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict

from league.forms.sent_hands import read_sent
from league.queries.hands import completed
from scoring import RuleSet, check_sheet
from tests.faults.phones import Sheet, write_match


@pytest.mark.parametrize("preset", ["cape-breton", "kitchen"])
def test_what_a_phone_sends_is_read_as_it_was_written(preset: str) -> None:
    rules = RuleSet.from_preset(preset)
    kinds = []
    for seed in range(3):
        sheet = Sheet(match=1, rules=rules, hands=20)
        for fields in write_match(sheet, Random(seed)):
            kinds.append(fields["kind"])
            sent = read_sent(QueryDict(urlencode(fields, doseq=True)), rules)
            assert sent is not None
            assert sent.unread == ""
            line = next(line for line in sheet.lines if line.id == str(sent.hand))
            if sent.kind == "undo":
                assert line.undone
                continue
            assert sent.sheet is not None
            assert sheet.lines[-1].undone or completed(sent.sheet, rules) == completed(
                line.sheet, rules
            )
            assert (sent.number, sent.note) == (line.number, line.note)
            problems = check_sheet(sent.sheet, rules)
            assert {f"{one.code}:{one.field}" for one in problems} == sent.ticked
        assert [line.number for line in sheet.standing] == list(range(1, 21))
        assert sum(sheet.totals()) > 20 * 100
    assert kinds.count("record") > 3 * 20
    assert kinds.count("correct") > 3
    assert kinds.count("undo") > 3
