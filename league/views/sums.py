"""The sum line under a hand: live while it is written, and when a form comes back."""

from dataclasses import dataclass, replace

from league.forms.hands import HandForm
from league.queries.checks import Check
from league.queries.games import GameView, table_side
from league.queries.matches import MatchView
from league.words.games import after_end_words, blocked_words, end_words
from league.words.live_sums import ASKED, GOES_ON
from league.words.names import TableNames
from league.words.sheets import (
    bar_words,
    sum_words,
    total_words,
    verdict_words,
    written_words,
)
from scoring import GameScore, HandSheet, Problem, RuleSet, Side, Trump, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """Totals of both columns before and after a change, hand by hand from the changed one on."""

    rows: list[tuple[int, str, str]]
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SumLine:
    """`kind` is the look ("made", "bait", "half-bait", "problem", "" while something is missing);
    `sum` and `verdict` are sentences, `problems` those of the errors, `warnings` (key, words,
    ticked) what wants a tick, `end` what becomes of the game, `moves` for a correction."""

    kind: str
    sum: str = ""
    verdict: str = ""
    problems: tuple[str, ...] = ()
    warnings: tuple[tuple[str, str, bool], ...] = ()
    end: str = ""
    end_question: str = ""
    moves: Moves | None = None


def sum_line(
    form: HandForm,
    check: Check | None,
    view: MatchView,
    game: GameView,
    *,
    correcting: bool = False,
) -> SumLine:
    """The line for a form that was filled in; `check` is None while a field cannot be read."""
    errors = tuple(str(words) for words_list in form.errors.values() for words in words_list)
    if check is None:
        return SumLine(kind="problem", problems=errors)
    asked = [_asked(problem) for problem in check.errors if _is_asked(problem)]
    if asked and len(asked) == len(check.errors):
        return SumLine(kind="", sum=_so_far(form.sheet, view.rules, form.names), verdict=asked[0])
    if check.errors or check.score is None or check.after is None:
        return SumLine(kind="problem", problems=errors)
    score, left = check.score, table_side(game.game, "a")
    written = written_words(score.ns, score.ew, score.hanging, left)
    if check.blocked:
        return SumLine(kind="problem", problems=(blocked_words(check.blocked, game.number),))
    return SumLine(
        kind=str(score.verdict).replace("_", "-"),
        sum=sum_words(score, form.names),
        verdict=f"{verdict_words(score.verdict).capitalize()} · {written}",
        warnings=tuple(form.warnings),
        end=end_sentence(check.after, form.names, view.rules.target) or goes_on(check),
        end_question=after_end_words(check.after_end) if check.after_end else "",
        moves=moves_of(check, left) if correcting else None,
    )


def _is_asked(problem: Problem) -> bool:
    complete = problem.code == "claim_incomplete" and "missing" not in problem.params
    return problem.code in ASKED and not complete


def _asked(problem: Problem) -> str:
    return str(ASKED["thrown_by" if problem.field == "thrown_by" else problem.code])


def empty_sum_line() -> SumLine:
    """The line before anything is filled in."""
    return SumLine(kind="", verdict=str(ASKED["caller_missing"]))


def moves_of(check: Check, left: Side) -> Moves | None:
    """How the running totals move from the changed hand on; None when nothing can be said yet."""
    if check.after is None:
        return None
    rows = []
    for index in range(check.number - 1, len(check.after.running)):
        before = check.before.running[index] if index < len(check.before.running) else None
        rows.append(
            (
                index + 1,
                _pair(before, left) if before else "",
                _pair(check.after.running[index], left),
            )
        )
    return Moves(
        rows=rows,
        before=_pair((check.before.ns, check.before.ew), left),
        after=_pair((check.after.ns, check.after.ew), left),
    )


def end_sentence(score: GameScore, names: TableNames, target: int) -> str:
    """Who wins the game with this, "" while it goes on."""
    if not score.over:
        return ""
    winner = score.winner
    loser = winner.other if winner else Side.EW
    first = winner or Side.NS
    return end_words(
        score.reason,
        names.sides[winner] if winner else None,
        names.sides[loser],
        (score.of(first), score.of(loser)),
        target,
    )


def goes_on(check: Check) -> str:
    """That a game which was over would go on, "" when that is not so."""
    if check.before.over and check.after is not None and not check.after.over:
        return str(GOES_ON)
    return ""


def _so_far(sheet: HandSheet, rules: RuleSet, names: TableNames) -> str:
    """What is in the hand and what the callers need, before the count is known."""
    if sheet.trump is None or sheet.caller is None or sheet.count_ns or sheet.count_ew:
        return ""
    probe = replace(sheet, count_ns=rules.base(Trump(sheet.trump)) // 2, count_ew=None)
    _problems, score = judge(probe, rules)
    if score is None:
        return ""
    return "; ".join(part for part in (total_words(score, names), bar_words(score)) if part)


def _pair(totals: tuple[int, int], left: Side) -> str:
    one, other = totals if left is Side.NS else totals[::-1]
    return f"{one} – {other}"
