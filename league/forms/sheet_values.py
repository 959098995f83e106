"""From the cleaned values of the hand form to `scoring.HandSheet`, and from a stored hand back."""

from collections.abc import Mapping
from typing import Any

from league.forms.cards import Runs, cards_text
from league.models import Hand
from scoring import (
    Bella,
    BellaCall,
    Claim,
    FourOfAKind,
    HandSheet,
    Outcome,
    RuleSet,
    Run,
    Seat,
    Side,
    Trump,
    find_runs,
)

SEATS = "NESW"
SET_RANKS = "J9ATKQ"
# What one player's runs can be: name of the button -> twenties, fifties, hundreds.
RUNS: Mapping[str, tuple[int, int, int]] = {
    "20": (1, 0, 0),
    "40": (2, 0, 0),
    "60": (3, 0, 0),
    "50": (0, 1, 0),
    "70": (1, 1, 0),
    "100": (0, 2, 0),
}
# Only where five in a row are a hundred (option run_long quint100).
QUINT_RUNS: Mapping[str, tuple[int, int, int]] = {
    "h100": (0, 0, 1),
    "h120": (1, 0, 1),
    "h150": (0, 1, 1),
}
_EVERY_RUN = {**RUNS, **QUINT_RUNS}


def run_codes(rules: RuleSet) -> dict[str, tuple[int, int, int]]:
    """What nine cards can hold under these rules, by the button's name."""
    return dict(_EVERY_RUN if rules.run_long == "quint100" else RUNS)


def sheet_from(data: Mapping[str, Any], rules: RuleSet) -> HandSheet:
    """The sheet that these values say. Nothing is refused here: that is `check_sheet`'s part.

    Where everybody passed, caller and trump are left out: a tapped button cannot be untapped.
    """
    outcome = Outcome(data["outcome"])
    called = outcome is not Outcome.PASSED_OUT
    bella = data.get("bella")
    return HandSheet(
        outcome=outcome,
        dealer=Seat(data["dealer"]),
        caller=Seat(data["caller"]) if called and data.get("caller") else None,
        trump=Trump(data["trump"]) if called and data.get("trump") else None,
        forced=bool(called and data.get("forced")),
        bid=data.get("bid"),
        count_ns=data.get("count_ns"),
        count_ew=data.get("count_ew"),
        last_trick=Side(data["last_trick"]) if data.get("last_trick") else None,
        runs=_runs(data, rules),
        sets=tuple(
            FourOfAKind(seat=Seat(data[f"set_{rank}"]), rank=rank)
            for rank in SET_RANKS
            if data.get(f"set_{rank}")
        ),
        bella=(Bella(seat=Seat(bella), call=BellaCall(data.get("bella_call") or "last")),)
        if bella
        else (),
        claim=_claim(data) if outcome is Outcome.MISPLAY else None,
        thrown_by=Side(data["thrown_by"])
        if outcome is Outcome.THROWN_IN and data.get("thrown_by")
        else None,
    )


def values_of(hand: Hand, *, one_runner: bool) -> dict[str, Any]:
    """What the form shows for a stored hand. Reads `hand.runs` and `hand.sets`: prefetch them."""
    values: dict[str, Any] = {
        name: getattr(hand, name)
        for name in (
            "outcome", "dealer", "caller", "trump", "forced", "bid", "count_ns", "count_ew",
            "last_trick", "thrown_by", "note",
        )
    }  # fmt: skip
    values["bella"] = hand.bella_seat or ""
    values["bella_call"] = hand.bella_call or "last"
    claim = hand.claim or {}
    values["claim_by"] = claim.get("by")
    if claim.get("upheld") is not None:
        values["claim_upheld"] = "yes" if claim["upheld"] else "no"
    for name in ("trick", "seat", "card"):
        values[f"claim_{name}"] = claim.get(name)
    for run in hand.runs.all():
        counts = (run.twenties, run.fifties, run.hundreds)
        code = next((code for code, these in _EVERY_RUN.items() if these == counts), "")
        if not run.counted:
            values[f"beaten_{run.seat}"] = code
        elif one_runner:
            values["runs"] = f"{run.seat}-{code}"
        else:
            values[f"runs_{run.seat}"] = code
        values[f"cards_{run.seat}"] = cards_text(run.cards)
    for four in hand.sets.all():
        values[f"set_{four.rank}"] = four.seat
    return values


def _runs(data: Mapping[str, Any], rules: RuleSet) -> tuple[Run, ...]:
    chosen = data.get("runs") or ""
    runs = []
    for letter in SEATS:
        code = data.get(f"runs_{letter}") or ""
        if chosen.startswith(f"{letter}-"):
            code = chosen.partition("-")[2]
        beaten = data.get(f"beaten_{letter}") or ""
        cards: Runs = data.get(f"cards_{letter}") or ()
        if not (code or beaten or cards):
            continue
        twenties, fifties, hundreds = _EVERY_RUN.get(code or beaten) or _counts(cards, rules)
        runs.append(
            Run(
                seat=Seat(letter),
                twenties=twenties,
                fifties=fifties,
                hundreds=hundreds,
                counted=bool(code) or not beaten,
                cards=cards,
            )
        )
    return tuple(runs)


def _counts(cards: Runs, rules: RuleSet) -> tuple[int, int, int]:
    """Twenties, fifties and hundreds of runs of which only the cards were written."""
    found = [run.points for one in cards for run in find_runs(one, rules)]
    return found.count(20), found.count(50), found.count(100)


def _claim(data: Mapping[str, Any]) -> Claim:
    by = Side(data["claim_by"]) if data.get("claim_by") else None
    upheld = {"yes": True, "no": False}.get(data.get("claim_upheld") or "")
    return Claim(
        by=by,
        against=by.other if by else None,
        upheld=upheld,
        trick=data.get("claim_trick"),
        seat=Seat(data["claim_seat"]) if data.get("claim_seat") else None,
        card=data.get("claim_card") or None,
    )
