"""Random sheets and games by a seed, as JSON: made fast, for tests that need ten thousand of them.

Rule sets of every preset, some options changed; sheets from ordinary to odd, right ones and wrong.
"""

from random import Random

from scoring.cards import CARDS, RANKS, SUITS
from scoring.problems import LOWERABLE, Code
from scoring.rules import CONTRADICTIONS, OPTIONS, PRESETS, RuleSet
from scoring.runs import cut
from scoring.sheets import SET_POINTS, BellaCall, Verdict

SEATS = "NESW"
SIDES = ("NS", "EW")
WRITTEN = [(96, 66), (0, 162), (182, 0), (81, 81), (0, 0), (0, 81), (250, 250), (250, 250)]


def random_rules(chance: Random) -> RuleSet:
    """A preset as it is, or with up to eight options changed."""
    preset = chance.choice(list(PRESETS))
    chosen: dict = {name: option.default for name, option in OPTIONS.items()} | dict(
        PRESETS[preset]
    )
    for name in chance.sample(list(OPTIONS), chance.choice([0, 0, 2, 4, 8])):
        option = OPTIONS[name]
        if option.choices is not None:
            chosen[name] = chance.choice(option.choices)
        else:
            chosen[name] = chance.randint(option.minimum, min(option.maximum, 600))
    for (option_name, value), (other, kept) in CONTRADICTIONS:
        if chosen[option_name] == value:
            chosen[other] = kept
    return RuleSet.from_json({"version": 1, "preset": preset, **chosen})


def random_lowered(chance: Random) -> list[str]:
    """The codes that are lowered: mostly none, and one of them may be none of those that can be."""
    codes = [*sorted(LOWERABLE), Code.COUNT_SUM]
    return [str(code) for code in chance.sample(codes, chance.choice([0, 0, 0, 1, 4]))]


def random_sheet(chance: Random, rules: RuleSet) -> dict:
    """One sheet in the shape of docs/RULES.md 10.2; about half of them are right."""
    odd = chance.random() < 0.3
    trump = chance.choice(["C", "D", "H", "S", "S", "NT" if rules.no_trump or odd else "H"])
    sheet = {"trump": trump, "caller": chance.choice(SEATS), "dealer": chance.choice(SEATS)}
    sheet["counted"] = _counts(chance, rules, trump, odd)
    if rules.contract == "bid" or odd:
        sheet["bid"] = chance.choice([rules.min_bid, rules.min_bid + 40, 150, 260, 40])
    if chance.random() < 0.3:
        sheet["last_trick"] = chance.choice(SIDES)
    _melds(chance, sheet, rules, odd)
    if odd:
        _oddities(chance, sheet)
    elif chance.random() < 0.1:
        sheet["counted"] = {"NS": _exact_half(sheet, rules)}
    if chance.random() < 0.2:
        _ending(chance, sheet, rules, odd)
    if chance.random() < 0.12:
        sheet["claimed_result"] = chance.choice(list(Verdict)).value
    if chance.random() < 0.12:
        sheet["claimed_score"] = {chance.choice(SIDES): chance.choice([0, 162, 81, 96])}
    return sheet


def random_game(chance: Random) -> tuple[list[dict], dict, dict]:
    """Hands as written, how the game is played, and what else is known of it."""
    hands, dealer = [], chance.choice(SEATS)
    for _ in range(chance.randint(0, 9)):
        ns, ew = chance.choice(
            [(96, 66), (0, 162), (182, 0), (81, 81), (0, 0), (0, 81), (250, 250), (250, 250)]
        )
        if chance.random() < 0.5:
            ns, ew = ew + chance.randint(0, 9), ns
        hand = {"ns": ns, "ew": ew, "hanging": chance.choice([0, 0, 0, 81])}
        hand["dealer"] = chance.choice([dealer, dealer, dealer, None, chance.choice(SEATS)])
        hand["caller"] = chance.choice([*SEATS, None])
        hand["same_dealer"] = ns == ew == 0 and chance.random() < 0.3
        dealer = SEATS[(SEATS.index(dealer) + 1) % 4]
        hands.append(hand)
    if hands and chance.random() < 0.3:
        # Equal totals in the end, unless points were waiting.
        ahead = sum(hand["ns"] - hand["ew"] for hand in hands)
        hands[-1]["ns"] += max(0, -ahead)
        hands[-1]["ew"] += max(0, ahead)
    play = {"mode": chance.choice(["target", "hands", "bell"]), "hands": chance.randint(1, 9)}
    play["bell_after"] = chance.choice([None, *range(9)])
    told = {"first_dealer": chance.choice([*SEATS, None]), "closed": chance.random() < 0.3}
    told["forfeit"] = chance.choice([None] * 8 + list(SIDES))
    told["lowered"] = random_lowered(chance)
    return hands, play, told


def _counts(chance: Random, rules: RuleSet, trump: str, odd: bool) -> dict:
    base = (120 if trump == "NT" else 152) + rules.last_trick
    # Near the half, where a hand is made or lost, and the figures that are special.
    half = base // 2 + chance.choice([-50, -35, -25, -10, 0, 10, 25, 60]) // 2
    ns = chance.choice([half, half + 1, chance.randint(0, base), chance.randint(0, base)])
    if odd:
        special = [0, 1, 2, 9, 10, 11, base - 11, base - 10, base - 2, base - 1, base, base + 1, -1]
        ns = chance.choice([ns, *special])
    both = {"NS": ns, "EW": base - ns}
    if odd and chance.random() < 0.3:
        both[chance.choice(SIDES)] = chance.choice([None, 0, 66, 161, 163, chance.randint(-2, 165)])
    return chance.choice([both, both, {"NS": ns}, {"NS": None, "EW": base - ns}])


def _cards(chance: Random) -> list[str]:
    length = chance.choice([3, 3, 3, 4, 4, 5, 6, 7, 8, 9])
    low = chance.randint(0, 9 - length)
    suit = chance.choice(SUITS)
    cards = [rank + suit for rank in RANKS[low : low + length]]
    return cards[::-1] if chance.random() < 0.3 else cards


def _melds(chance: Random, sheet: dict, rules: RuleSet, odd: bool) -> None:
    """Runs, sets and Bella."""
    if chance.random() < 0.7:
        rows = chance.choice([1, 1, 1, 2, 3]) if odd or rules.run_scope != "player" else 1
        sheet["runs"] = [_run(chance, rules, odd) for _ in range(rows)]
        if rules.run_scope == "side" and not odd:
            sheet["runs"] = [run | {"seat": chance.choice("NS")} for run in sheet["runs"]]
        if chance.random() < 0.4:
            sheet["runs"].append(_run(chance, rules, odd) | {"counted": False})
    if chance.random() < (0.3 if odd else 0.1) and (rules.sets or odd):
        ranks = chance.sample(list(SET_POINTS), chance.choice([1, 1, 2]))
        sheet["sets"] = [{"seat": chance.choice(SEATS), "rank": rank} for rank in ranks]
    if chance.random() < 0.5 and (sheet["trump"] != "NT" or odd):
        sheet["bella"] = _bella(chance, rules, odd)


def _exact_half(sheet: dict, rules: RuleSet) -> int:
    """North-South's count with which both sides have the same, runs (and no Bella) counted."""
    side = sum(
        (20 * run.get("twenties", 0) + 50 * run.get("fifties", 0) + 100 * run.get("hundreds", 0))
        * (1 if run["seat"] in "NS" else -1)
        for run in sheet.get("runs", [])
        if run.get("counted", True)
    )
    sheet.pop("bella", None)
    base = (120 if sheet["trump"] == "NT" else 152) + rules.last_trick
    return (base - side) // 2


def _run(chance: Random, rules: RuleSet, odd: bool) -> dict:
    run: dict = {"seat": chance.choice(SEATS)}
    lists = [_cards(chance) for _ in range(chance.choice([1, 1, 1, 2]))]
    if sum(map(len, lists)) > 9:
        lists = lists[:1]
    worth = [points for cards in lists for points, _ in cut(len(cards), rules.run_long)]
    run |= {"twenties": worth.count(20), "fifties": worth.count(50)}
    if 100 in worth:
        run["hundreds"] = 1
    if odd and chance.random() < 0.2:
        run = {"seat": run["seat"], "hundreds": chance.choice([0, 1]), "fifties": 1}
    if odd and chance.random() < 0.4:
        run["twenties"] = chance.choice([0, 1, 2, 3, 4, -1])
    if odd and chance.random() < 0.2:
        run["shown"] = False
    if chance.random() < 0.4:
        if odd and chance.random() < 0.3:
            lists[0][chance.randrange(len(lists[0]))] = chance.choice(CARDS)
        run["cards"] = lists
    return run


def _bella(chance: Random, rules: RuleSet, odd: bool) -> object:
    calls = [*BellaCall, "last", "last", "with_run"]
    if rules.first_bella == "lose_hand":
        calls += ["first"] * 4

    def one() -> dict:
        bella = {"seat": chance.choice(SEATS), "call": str(chance.choice(calls))}
        if odd and chance.random() < 0.5:
            bella["points"] = chance.choice([None, 20, 0, 40])
        return bella

    return [one(), one()] if odd and chance.random() < 0.2 else chance.choice([one(), [one()]])


def _oddities(chance: Random, sheet: dict) -> None:
    for name in ("trump", "caller", "dealer", "counted", "bid"):
        if chance.random() < 0.12:
            sheet.pop(name, None)
    if chance.random() < 0.3:
        sheet["forced"] = True
    if chance.random() < 0.15:
        sheet["thrown_by"] = chance.choice(SIDES)
    if chance.random() < 0.15:
        sheet["claim"] = _claim(chance)


def _claim(chance: Random) -> dict:
    by = chance.choice(SIDES)
    against = SIDES[by == "NS"] if chance.random() < 0.9 else by
    claim = {"by": by, "against": against, "upheld": chance.choice([True, False])}
    if chance.random() < 0.4:
        claim |= {"trick": 3, "seat": chance.choice(SEATS), "card": chance.choice(CARDS)}
    if chance.random() < 0.15:
        claim[chance.choice(["by", "against", "upheld"])] = None
    return claim


def _ending(chance: Random, sheet: dict, rules: RuleSet, odd: bool) -> None:
    may_pass = odd or rules.all_pass != "force_dealer"
    outcome = chance.choice(["misplay", "misplay", "thrown_in", "passed_out" if may_pass else ""])
    if not outcome:
        return
    sheet["outcome"] = outcome
    if not odd:
        sheet.pop("counted", None)
    if outcome == "misplay":
        sheet["claim"] = _claim(chance)
    elif outcome == "thrown_in" and chance.random() < 0.8:
        sheet["thrown_by"] = chance.choice(SIDES)
    elif outcome == "passed_out" and not odd:
        for name in ("trump", "caller", "bid", "runs", "sets", "bella"):
            sheet.pop(name, None)
