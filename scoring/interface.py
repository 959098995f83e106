"""One JSON object a line in, one a line out (docs/RULES.md 10); `python -m scoring` runs it.

A line that cannot be answered (no JSON, an unknown kind, option or value, an input of the wrong
shape) gets {"id", "error"}, the others are still answered. A wrong *sheet* is an answer.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO, TextIO

from scoring.answers_cards import answer_bella, answer_card_points, answer_runs
from scoring.answers_deal import answer_deal
from scoring.answers_game import answer_game
from scoring.answers_hand import answer_hand, answer_hand_text
from scoring.answers_standings import answer_standings
from scoring.rules import RuleError, RuleSet
from scoring.sheet_json import ShapeError

# A kind of line: from its input and the rule set to the answer. Raises ShapeError or RuleError.
Kind = Callable[[Any, RuleSet], dict[str, Any]]
KINDS: Mapping[str, Kind] = {
    "hand": answer_hand,
    "runs": answer_runs,
    "card_points": answer_card_points,
    "bella": answer_bella,
    "game": answer_game,
    "deal": answer_deal,
    "standings": answer_standings,
}

LONGEST_ERROR = 500

# Rule sets already made, by preset and options as written; a file of lines has few of them.
_MOST_RULE_SETS = 256
_rule_sets: dict[tuple[object, str], RuleSet] = {}


def _rule_set(line: Mapping[str, Any]) -> RuleSet:
    """The rule set a line asks for. Raises RuleError."""
    preset, options = line.get("preset"), line.get("rule_options")
    # repr keeps 1 and true apart, which compare equal as keys.
    plain = options is None or options == {}
    key = (preset if type(preset) is str else repr(preset), "" if plain else repr(options))
    rules = _rule_sets.get(key)
    if rules is None:
        rules = RuleSet.from_preset("cape-breton" if preset is None else preset, options)
        if len(_rule_sets) >= _MOST_RULE_SETS:
            _rule_sets.clear()
        _rule_sets[key] = rules
    return rules


def answer(line: object) -> dict[str, Any]:
    """The answer to one line already read from JSON: {"id", ...} or {"id", "error"}."""
    if not isinstance(line, dict):
        return {"id": None, "error": "a line must be a JSON object"}
    try:
        return {"id": line.get("id"), **_found(line)}
    except RecursionError:
        return {"id": line.get("id"), "error": "nested too deep"}


def _found(line: Mapping[str, Any]) -> dict[str, Any]:
    """What stands beside the id."""
    try:
        kind = line.get("kind")
        answer_kind = KINDS.get(kind) if isinstance(kind, str) else None
        if answer_kind is None:
            raise ShapeError(f"unknown kind {kind!r}; known: {', '.join(KINDS)}")
        return answer_kind(line.get("input"), _rule_set(line))
    except (ShapeError, RuleError) as wrong:
        return {"error": _shortened(str(wrong))}


def _shortened(text: str) -> str:
    """`text`, cut where a line of megabytes would come back in its own error."""
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}..."


# NaN and Infinity, which Python writes and JSON does not know, are read so that their line gets its
# error under its own id; they are never written.
_decode = json.JSONDecoder().decode
_encode = json.JSONEncoder(allow_nan=False).encode


def answer_text(text: bytes) -> tuple[str, bool]:
    """One line of JSON to one line of JSON, and whether it could be answered."""
    try:
        line = _decode(text.decode("utf-8"))
    except (ValueError, RecursionError):
        return '{"id": null, "error": "no JSON"}', False
    if isinstance(line, dict) and line.get("kind") == "hand":
        # By far the most lines are hands; they are written without a detour through objects.
        try:
            hand = answer_hand_text(line.get("input"), _rule_set(line))
            return f'{{"id": {_encode(line.get("id"))}, {hand[1:]}', True
        except (ValueError, RecursionError):
            pass
    found = answer(line)
    try:
        return _encode(found), "error" not in found
    except (ValueError, RecursionError):
        # Only what comes back as it was can do this: NaN as an id, or one of a thousand brackets.
        return '{"id": null, "error": "an id that cannot be written"}', False


def answer_lines(lines: Iterable[bytes]) -> Iterator[tuple[str, bool]]:
    """`answer_text` for every line, in order."""
    return map(answer_text, lines)


def run(source: BinaryIO, sink: TextIO) -> int:
    """Answer every line of `source` on `sink`; exit status 0, or 2 when a line had an error."""
    status = 0
    block: list[str] = []
    for text, answered in answer_lines(source):
        if not answered:
            status = 2
        block.append(text)
        if len(block) == 1000:
            sink.write("\n".join(block) + "\n")
            block.clear()
    if block:
        sink.write("\n".join(block) + "\n")
    return status
