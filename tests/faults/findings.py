"""What is stored, against what the server has promised to the phones."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.phones import Phone


@dataclass(slots=True)
class Findings:
    """How many hands were lost (missing, or not as they were acknowledged), how many doubled
    (stored, corrected or taken off more often than somebody did it), how many totals are wrong;
    `faults` says each, and whatever else is not as it should be."""

    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    faults: list[str] = field(default_factory=list)


def look(phones: Sequence[Phone], stored: dict[str, Any]) -> Findings:
    """Compare. What was never acknowledged may be there or not, and is told as stuck."""
    found = Findings()
    for phone in phones:
        if phone.left:
            found.faults.append(f"{len(phone.left)} things stuck, the first {phone.left[0].fields}")
        if phone.questions:
            found.faults.append(f"{len(phone.questions)} things in question: {phone.questions[0]}")
        _look_for_lost(phone, stored, found)
        _look_for_doubled(phone, stored, found)
        _add_up(phone, stored, found)
    if stored["kept"]:
        found.faults.append(f"{stored['kept']} hands in question")
    found.faults += [f"{name}: {told}" for name, told in stored["proofs"].items() if told]
    return found


def _open(phone: Phone) -> set[str]:
    """The hands of which something was not acknowledged."""
    return {thing.line.id for thing in (*phone.left, *phone.questions)}


def _look_for_lost(phone: Phone, stored: dict[str, Any], found: Findings) -> None:
    for own, (sheet, line) in phone.promised.items():
        if own in _open(phone):
            continue
        should = {
            "match": sheet.match,
            "number": line.number,
            "revision": line.revision,
            "status": "undone" if line.undone else "recorded",
            "note": line.note,
            "sheet": sheet.figures(line),
        }
        there = stored["hands"].get(own)
        if there != should:
            found.lost += 1
            found.faults.append(f"promised {should}, stored {there}")


def _look_for_doubled(phone: Phone, stored: dict[str, Any], found: Findings) -> None:
    matches = {sheet.match for sheet in phone.sheets}
    known = phone.promised.keys() | _open(phone)
    for own, there in stored["hands"].items():
        if there["match"] in matches and own not in known:
            found.doubled += 1
            found.faults.append(f"nobody wrote {own}: {there}")
    for own, (_sheet, line) in phone.promised.items():
        if own in _open(phone):
            continue
        most = {"record_hand": 1, "correct_hand": line.revision - 1, "undo_hand": int(line.undone)}
        for verb, times in most.items():
            done = stored["done"].get(f"{verb} {own}", 0)
            if done > times:
                found.doubled += 1
                found.faults.append(f"{verb} {own}: {done} times, not {times}")


def _add_up(phone: Phone, stored: dict[str, Any], found: Findings) -> None:
    """The totals of each match that was written to its end: the engine's own of the phone's sheet,
    the server's, and those that the phone heard last."""
    unsent = {thing.match for thing in (*phone.left, *phone.questions)}
    for sheet in phone.sheets:
        if len(sheet.standing) < sheet.hands or sheet.match in unsent:
            continue
        should = sheet.totals()
        there = stored["totals"].get(str(sheet.match))
        heard = phone.totals_heard.get(sheet.match)
        if not should == there == heard:
            found.wrong += 1
            told = f"match {sheet.match}: {should}, stored {there}, told the phone {heard}"
            found.faults.append(told)
