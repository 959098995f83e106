"""Hand forms filled in at random, as a browser sends them: right, odd, and unreadable ones."""

from random import Random

from league.forms.sheet_values import SET_RANKS, run_codes
from scoring import RuleSet, Trump

SEATS = "NESW"
SIDES = ("NS", "EW")
TYPED_CARDS = [
    *("9H TH JH", "9h 10h jh", "J♠ Q♠ K♠", "6C 7C 8C, TD JD QD", "AS KS QS JS TS", "6d7d"),
    *("9H TH", "1H 2H", "9H TH JH QH KH AH 8H 7H 6H 6S", "9H, TH JH QH", "KS QS JS / 6D 7D 8D"),
]
ODD_COUNTS = ["1_62", "+5", "-4", "٩٦", "12345", "9" * 12, " 96 ", "\N{MINUS SIGN}7", "0096", ""]


def random_form(chance: Random, rules: RuleSet, dealer: str | None) -> dict[str, str]:
    """The fields of one form by name."""
    trump = chance.choice(["S", "H", "D", "C", "NT" if rules.no_trump else "S"])
    form = {"outcome": "played", "bella_call": "last", "dealer": dealer or "N"}
    form |= {"caller": chance.choice(SEATS), "trump": trump, "bella": "", "runs": ""}
    base = rules.base(Trump(trump))
    ns = chance.choice([base // 2, 96, chance.randint(0, base), chance.randint(0, base), base])
    form |= {"count_ns": str(ns), "count_ew": str(base - ns)}
    if chance.random() < 0.5:
        form |= _runs(chance, rules)
    if chance.random() < 0.4:
        form["bella"] = chance.choice(SEATS)
        form["bella_call"] = chance.choice(["last", "last", "first", "run", "none"])
    if rules.contract == "bid":
        low = rules.no_trump_min_bid if trump == "NT" else rules.min_bid
        form["bid"] = str(chance.choice([low, low, low + 20, low - 1, 500, "x", ""]))
    if chance.random() < 0.3:
        form |= _rare(chance, rules)
    if chance.random() < 0.15:
        form[chance.choice(["count_ns", "count_ew"])] = chance.choice(ODD_COUNTS)
    for name in ("caller", "trump", "dealer", "count_ns", "count_ew"):
        if chance.random() < 0.03:
            form[name] = ""
    if chance.random() < 0.1:
        form |= {"count_ns": "", "count_ew": ""}
    if chance.random() < 0.1:
        form["dealer"] = chance.choice(SEATS)
    return form


def _runs(chance: Random, rules: RuleSet) -> dict[str, str]:
    codes, form = list(run_codes(rules)), {}
    seat = chance.choice(SEATS)
    if rules.run_scope == "player":
        form["runs"] = f"{seat}-{chance.choice(codes)}"
    else:
        form |= {f"runs_{one}": chance.choice(["", "", *codes]) for one in SEATS}
    if chance.random() < 0.25:
        form[f"cards_{chance.choice([seat, *SEATS])}"] = chance.choice(TYPED_CARDS)
    if chance.random() < 0.3:
        form[f"beaten_{chance.choice(SEATS)}"] = chance.choice(codes)
    if rules.sets and chance.random() < 0.4:
        form[f"set_{chance.choice(SET_RANKS)}"] = chance.choice(SEATS)
    return form


def _rare(chance: Random, rules: RuleSet) -> dict[str, str]:
    form = {"last_trick": chance.choice(["", *SIDES])}
    may_pass = rules.all_pass != "force_dealer"
    endings = ["played", "misplay", "thrown_in", *(["passed_out"] * 2 if may_pass else [])]
    form["outcome"] = chance.choice(endings)
    if form["outcome"] == "passed_out" and chance.random() < 0.7:
        form |= dict.fromkeys(("runs", "bella", "bid", *(f"runs_{s}" for s in SEATS)), "")
    if form["outcome"] != "played" and chance.random() < 0.8:
        form |= {"count_ns": "", "count_ew": ""}
    if chance.random() < 0.7:
        form |= {"claim_by": chance.choice(SIDES), "claim_upheld": chance.choice(["yes", "no"])}
        form["thrown_by"] = chance.choice(SIDES)
    if chance.random() < 0.2:
        form |= {"claim_seat": chance.choice(SEATS), "claim_trick": chance.choice("1590x")}
        form["claim_card"] = chance.choice(["", "9H", "10s", "9H TH", "zz"])
    if rules.all_pass == "force_dealer" and chance.random() < 0.4:
        form["forced"] = "on"
    return form
