"""The score of a hand: what each side writes, the verdict, the sum behind (docs/RULES.md 6)."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.cards import Side
from scoring.checks import check_sheet
from scoring.ordinary import settle_ordinary_sheet
from scoring.problems import Code, Problem
from scoring.rules import RuleSet
from scoring.scores import settle_sheet
from scoring.settling import Settled, Step
from scoring.sheets import HandSheet, Verdict
from scoring.terms import terms_of

__all__ = [
    "HandScore",
    "Step",
    "UnscorableSheet",
    "Verdict",
    "judge",
    "score_checked",
    "score_hand",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """What came of a hand, in points.

    `total` is T (base, counted runs, sets, Bella, coat; 0 when passed out), `half` T/2 where half
    decides, `ns` and `ew` what each side writes, `hanging` what waits for the next hands.
    """

    verdict: Verdict
    total: int
    half: int | None
    ns: int
    ew: int
    hanging: int = 0
    steps: tuple[Step, ...] = ()

    def of(self, side: Side) -> int:
        """What `side` writes."""
        return self.ns if side is Side.NS else self.ew


class UnscorableSheet(ValueError):
    """A sheet with errors cannot be scored; `problems` has all that check_sheet found."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(sorted({p.code for p in problems if not p.warning})))
        self.problems = problems


def _score(settled: Settled) -> HandScore:
    verdict, total, half, ns, ew, hanging, steps = settled
    return HandScore(
        verdict=verdict, total=total, half=half, ns=ns, ew=ew, hanging=hanging, steps=steps
    )


def judge(
    sheet: HandSheet, rules: RuleSet, *, lowered: Collection[Code] = frozenset()
) -> tuple[tuple[Problem, ...], HandScore | None]:
    """Check and score in one go: every problem, and the score unless one of them is an error.

    An ordinary sheet is proved right on a short way; every other is checked wholly.
    """
    settled = settle_ordinary_sheet(sheet, terms_of(rules))
    if settled is not None:
        return (), _score(settled)
    problems = check_sheet(sheet, rules, lowered=lowered)
    if not all(problem.warning for problem in problems):
        return problems, None
    return problems, score_checked(sheet, rules)


def score_hand(sheet: HandSheet, rules: RuleSet) -> HandScore:
    """The score of `sheet`. Raises UnscorableSheet when it has errors, and nothing else ever."""
    problems, score = judge(sheet, rules)
    if score is None:
        raise UnscorableSheet(problems)
    return score


def score_checked(sheet: HandSheet, rules: RuleSet) -> HandScore:
    """The score of a sheet that check_sheet has passed (lowered codes may stand): not checked."""
    return _score(settle_sheet(sheet, terms_of(rules)))
