"""A sheet as the hand form posts it: what a phone sends of it."""

from league.forms.cards import cards_text
from league.forms.sheet_values import run_codes
from scoring import HandSheet, RuleSet, judge


def form_fields(sheet: HandSheet, rules: RuleSet) -> dict[str, str | list[str]]:
    """The fields that are filled in, with a tick for every warning."""
    fields: dict[str, object] = {
        "outcome": sheet.outcome,
        "dealer": sheet.dealer,
        "caller": sheet.caller,
        "trump": sheet.trump,
        "bid": sheet.bid,
        "count_ns": sheet.count_ns,
        "count_ew": sheet.count_ew,
        "last_trick": sheet.last_trick,
        "thrown_by": sheet.thrown_by,
        "forced": "on" if sheet.forced and rules.all_pass == "force_dealer" else None,
    }
    codes = {counts: code for code, counts in run_codes(rules).items()}
    for run in sheet.runs:
        code = codes[run.twenties, run.fifties, run.hundreds]
        if not run.counted:
            fields[f"beaten_{run.seat}"] = code
        elif rules.run_scope == "player":
            fields["runs"] = f"{run.seat}-{code}"
        else:
            fields[f"runs_{run.seat}"] = code
        fields[f"cards_{run.seat}"] = cards_text(run.cards)
    for four in sheet.sets:
        fields[f"set_{four.rank}"] = four.seat
    for bella in sheet.bella:
        fields |= {"bella": bella.seat, "bella_call": bella.call}
    if sheet.claim is not None:
        claim = sheet.claim
        upheld = {True: "yes", False: "no", None: None}[claim.upheld]
        fields |= {"claim_by": claim.by, "claim_upheld": upheld, "claim_trick": claim.trick}
        fields |= {"claim_seat": claim.seat, "claim_card": claim.card}
    written: dict[str, str | list[str]] = {
        name: str(value) for name, value in fields.items() if value not in (None, "")
    }
    problems, _score = judge(sheet, rules)
    warnings = [problem for problem in problems if problem.warning]
    if warnings:
        written["confirm"] = [f"{problem.code}:{problem.field}" for problem in warnings]
    return written
