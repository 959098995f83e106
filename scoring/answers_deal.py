"""Lines of the kind `deal` (docs/RULES.md 10)."""

from typing import Any

from scoring.answers_problems import problems_answer
from scoring.cards import Seat, Side, Trump
from scoring.deal_records import SEATS, Deal, DealReading, Misplay
from scoring.deals import read_deal
from scoring.rules import RuleSet
from scoring.sheet_json import needed, shaped_card, shaped_list, shaped_object, shaped_word
from scoring.sheets import Run


def _cards(value: object, where: str) -> tuple[str, ...]:
    return tuple([shaped_card(card, where) for card in shaped_list(value, where)])


def _deal(data: object) -> Deal:
    record = shaped_object(data, "input", ("trump", "dealer", "caller", "hands", "plays"))
    hands = shaped_object(record.get("hands"), "hands", SEATS)
    dealer = needed(shaped_word(Seat, record.get("dealer"), "dealer"), "dealer")
    return Deal(
        trump=needed(shaped_word(Trump, record.get("trump"), "trump"), "trump"),
        dealer=dealer,
        # Who called does not touch the play; nobody named: the dealer had to.
        caller=shaped_word(Seat, record.get("caller"), "caller") or dealer,
        hands={seat: _cards(hands.get(seat), f"hands.{seat}") for seat in SEATS},
        plays=_cards(needed(record.get("plays"), "plays"), "plays"),
    )


def _run(run: Run) -> dict[str, Any]:
    shown = {"seat": run.seat, "twenties": run.twenties, "fifties": run.fifties}
    return shown | ({"hundreds": run.hundreds} if run.hundreds else {})


def _misplay(misplay: Misplay) -> dict[str, Any]:
    return {
        "trick": misplay.trick,
        "seat": misplay.seat,
        "card": misplay.card,
        "legal": misplay.legal,
    }


def _shown(reading: DealReading) -> dict[str, Any]:
    return {
        "complete": reading.complete,
        "counted": {Side.NS: reading.counted_ns, Side.EW: reading.counted_ew},
        "last_trick": reading.last_trick,
        "winners": reading.winners,
        "bella": reading.bella,
        "runs": [_run(run) for run in reading.runs],
    }


def answer_deal(data: object, rules: RuleSet) -> dict[str, Any]:
    """A deal record: {"valid", "complete", "counted", "last_trick", "winners", "bella", "runs"}.

    Not valid: "errors", "problems" and "misplays" too; the problem of a misplay names the rule.
    """
    reading = read_deal(_deal(data), rules)
    answer = problems_answer(reading.problems) | _shown(reading)
    if reading.problems:
        answer["misplays"] = [_misplay(misplay) for misplay in reading.misplays]
    return answer
