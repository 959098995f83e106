"""The log has a sentence for everything that can be done to a competition."""

import re
from pathlib import Path

from league.models import AuditEntry
from league.words.audit import SENTENCES, MatchNames, Names, place_of, sentence_of

ACTIONS = Path(__file__).parents[3] / "league" / "actions"
VERB = re.compile(r'(?:write_entry\(|_move\()[^"]*?"([a-z_]+)"')
OTHERWISE = re.compile(r'"([a-z_]+)" if [^\n]+ else "([a-z_]+)",\n\s+f"')


def verbs_written() -> set[str]:
    found: set[str] = set()
    for file in ACTIONS.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        found |= {verb for verb in VERB.findall(text) if "_" in verb}
        found |= {verb for pair in OTHERWISE.findall(text) for verb in pair}
    return found


def test_everything_that_is_written_down_has_a_sentence() -> None:
    verbs = verbs_written()
    assert {"record_hand", "draw_stage", "close_round", "seat_game"} <= verbs
    assert verbs - set(SENTENCES) == set()


def test_figures_and_names_come_out_as_people_read_them() -> None:
    names = Names(
        entries={7: "<bdi>A</bdi>"},  # type: ignore[dict-item]
        matches={3: MatchNames("Round 6, table 4", "A", "B")},  # type: ignore[arg-type]
    )
    penalty = AuditEntry(verb="add_adjustment", after={"entry": 7, "match_points": -2, "points": 0})
    assert "−2 match points" in sentence_of(penalty, names)
    totals = AuditEntry(
        verb="record_totals",
        match_id=3,
        before={"games": [[1, 340, 512]]},
        after={"games": [[1, 512, 340]]},
    )
    assert sentence_of(totals, names) == "Changed the totals from 340–512 to 512–340."
    assert place_of(totals, names) == "Round 6, table 4: A – B"
    moved = AuditEntry(
        verb="edit_round",
        subject="round:9",
        before={"starts_at": "2026-12-08T19:00:00-04:00"},
        after={"starts_at": None},
    )
    assert "Postponed" in sentence_of(moved, Names(rounds={9: "Round 8"}))


def test_a_name_cannot_bring_markup_into_the_log() -> None:
    names = Names(rounds={9: "<script>alert(1)</script>"})
    entry = AuditEntry(verb="reopen_round", subject="round:9")
    assert "<script>" not in sentence_of(entry, names)


def test_what_has_no_sentence_yet_is_still_shown() -> None:
    assert sentence_of(AuditEntry(verb="polish_trophy"), Names()) == "Polish trophy."
