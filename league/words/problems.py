"""What is wrong with a sheet, in the words players use, with the figures (docs/RULES.md 8)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.words.games import listed
from league.words.names import TableNames
from league.words.sheets import run_words, trump_words, verdict_words
from scoring import Code, Problem

Figures = Mapping[str, Any]

# The sentence of a code; where there are several, each has its name behind the code.
SENTENCES: Mapping[str, Any] = {
    Code.COUNT_SUM: gettext_lazy("The two counts make %(sum)s; together they must be %(base)s."),
    Code.COUNT_OUT_OF_RANGE: gettext_lazy(
        "%(side)s cannot have %(count)s: a hand holds %(lowest)s to %(highest)s."
    ),
    Code.COUNT_UNREACHABLE: gettext_lazy(
        "No cards make %(count)s of %(base)s. Count the tricks of %(side)s again."
    ),
    Code.COUNT_MISSING: gettext_lazy("Write the count of one side."),
    Code.LAST_TRICK_MISMATCH: gettext_lazy(
        "%(side)s took the last trick, worth %(last_trick)s, but have only %(count)s."
    ),
    Code.RUNS_MORE_THAN_ONE_PLAYER: gettext_lazy(
        "Only one player counts runs; here it is %(seats)s. Keep the best one's."
    ),
    Code.RUNS_BOTH_SIDES: gettext_lazy(
        "Only one side counts runs; here it is %(seats)s. Keep the side with the best one."
    ),
    Code.RUNS_IMPOSSIBLE_FOR_NINE_CARDS: gettext_lazy(
        "%(seat)s would need %(needed)s cards for these runs; a hand has %(cards)s."
    ),
    Code.RUN_NOT_SHOWN: gettext_lazy(
        "%(seat)s did not show the run in time: the %(points)s do not count."
    ),
    Code.RUN_CARD_TWICE: gettext_lazy("%(cards)s is written twice (%(seats)s)."),
    Code.RUN_BEATEN: gettext_lazy(
        "The run of %(seat)s is beaten by the one %(by)s showed; only the best counts."
    ),
    Code.RUN_CANCELLED: gettext_lazy(
        "The best runs of %(seat)s and %(by)s are equal in plain suits: nobody counts any."
    ),
    Code.SETS_NOT_ALLOWED: gettext_lazy("Four of a kind does not count in this league."),
    Code.BELLA_TWICE: gettext_lazy("There is one Bella in a hand; here are two (%(seats)s)."),
    Code.BELLA_WITHOUT_TRUMP: gettext_lazy("At no trump there is no Bella."),
    Code.BELLA_CALLED_ON_FIRST: gettext_lazy(
        "%(seat)s said Bella on the first card: the 20 are lost."
    ),
    Code.BELLA_NOT_CALLED: gettext_lazy(
        "Bella of %(seat)s was not said as the rules ask, or no shown run holds it: no 20."
    ),
    Code.BELLA_HOLDER_IMPOSSIBLE: gettext_lazy(
        "%(seat)s cannot hold king and queen of trump with the cards written here."
    ),
    Code.NO_TRUMP_NOT_ALLOWED: gettext_lazy("No trump cannot be called in this league."),
    Code.TRUMP_MISSING: gettext_lazy("Say what was trump."),
    Code.FORCED_BUT_NOT_DEALER: gettext_lazy(
        "Only the dealer can be made to call: %(dealer)s dealt, %(caller)s called."
    ),
    Code.PASS_OUT_NOT_ALLOWED: gettext_lazy(
        "In this league a hand cannot be passed out: the dealer must call."
    ),
    Code.PASS_OUT_WITH_TRUMP: gettext_lazy(
        "Everybody passed, so nobody called and nothing was trump."
    ),
    Code.PASS_OUT_WITH_POINTS: gettext_lazy(
        "Everybody passed, so there are no points: take %(written)s off."
    ),
    Code.STOPPED_HAND_WITH_COUNT: gettext_lazy(
        "The hand was stopped, so there is no count: take %(count)s off."
    ),
    Code.BID_MISSING: gettext_lazy("Write the bid; the lowest is %(lowest)s."),
    Code.BID_TOO_LOW: gettext_lazy("A bid of %(bid)s is too low; the lowest is %(lowest)s."),
    Code.EVERY_CARD_POINT: gettext_lazy("%(side)s took every point in the tricks. Is that right?"),
    Code.FORCED_WITHOUT_RULE: gettext_lazy(
        "In this league nobody has to call. Was the dealer really made to?"
    ),
    Code.FIELD_NOT_USED: gettext_lazy(
        "This plays no part in a hand that ended this way. Is that right?"
    ),
    Code.BAD_VALUE: gettext_lazy("This cannot be read: %(value)s."),
    Code.DEALER_OUT_OF_TURN: gettext_lazy("It is the deal of %(expected)s, not of %(dealer)s."),
    Code.HAND_AFTER_GAME_OVER: gettext_lazy(
        "The game was over after hand %(ended)s; hand %(hand)s comes too late."
    ),
    Code.GAME_CLOSED_EARLY: gettext_lazy("At %(ns)s – %(ew)s the game is not over yet."),
    Code.MATCH_ALREADY_OVER: gettext_lazy(
        "The match was over at %(games_a)s – %(games_b)s; game %(game)s is not played."
    ),
    Code.NOT_36_CARDS: gettext_lazy("A deal has 36 cards; here are %(cards)s."),
    Code.CARD_TWICE: gettext_lazy("%(card)s was dealt twice."),
    Code.WRONG_HAND_SIZE: gettext_lazy("%(seat)s has %(cards)s cards; a hand has nine."),
    Code.NOT_THAT_PLAYERS_TURN: gettext_lazy(
        "Trick %(trick)s: it was not the turn of whoever played %(card)s."
    ),
    Code.CARD_NOT_HELD: gettext_lazy("Trick %(trick)s: %(seat)s does not hold %(card)s."),
    Code.MISPLAY: gettext_lazy("Trick %(trick)s: %(seat)s played %(card)s; right were %(legal)s."),
    Code.CALLER_MISSING: gettext_lazy("Say whose say it was."),
    "caller_missing.unlikely": gettext_lazy("Nobody is named who called. Is that right?"),
    Code.RUN_NOT_CONSECUTIVE: gettext_lazy(
        "%(cards)s is no run: a run is three or more cards in sequence."
    ),
    "run_not_consecutive.figures": gettext_lazy(
        "The cards %(cards)s make %(made)s, but %(written)s is written."
    ),
    Code.CLAIM_INCOMPLETE: gettext_lazy(
        "Say which side claimed the misplay, and whether it was proved."
    ),
    "claim_incomplete.thrown_by": gettext_lazy("Say which side threw the hand in."),
    "claim_incomplete.seat": gettext_lazy(
        "%(seat)s does not play for %(side)s, who are said to have misplayed."
    ),
    "claim_incomplete.against": gettext_lazy("Nobody claims a misplay against themselves."),
    Code.RESULT_MISMATCH: gettext_lazy("The paper says %(written)s; by the rules it is %(due)s."),
    Code.SCORE_MISMATCH: gettext_lazy("The paper says %(written)s; by the rules it is %(due)s."),
    "pass_out_with_trump.trump": gettext_lazy(
        "Everybody passed, so nothing was trump: take %(trump)s off."
    ),
}


def problem_words(problem: Problem, names: TableNames) -> str:
    """The sentence for one problem, seats and sides called by the names at the table."""
    special = _SPECIAL.get(problem.code)
    if special is not None:
        return special(problem, names)
    sentence = SENTENCES.get(problem.code)
    if sentence is None:
        return _("The engine refuses this (%(code)s).") % {"code": problem.code}
    return str(sentence) % _Told({name: _tell(v, names) for name, v in problem.params.items()})


class _Told(dict[str, str]):
    """Figures in words; one that the engine did not give is left out of the sentence."""

    def __missing__(self, name: str) -> str:
        return "?"


def _tell(value: object, names: TableNames) -> str:
    if isinstance(value, str):
        return names.seats.get(value) or names.sides.get(value) or _card(value)
    if isinstance(value, Iterable):
        return listed(_tell(part, names) for part in value)
    return str(value)


def _card(text: str) -> str:
    return f"10{text[1]}" if len(text) == 2 and text[0] == "T" else text


def _caller_missing(problem: Problem, names: TableNames) -> str:
    return str(SENTENCES["caller_missing.unlikely" if problem.warning else Code.CALLER_MISSING])


def _not_consecutive(problem: Problem, names: TableNames) -> str:
    params = problem.params
    figures = {
        "seat": _tell(params.get("seat", ""), names),
        "cards": " ".join(_card(card) for card in params.get("cards", ())),  # type: ignore[attr-defined]
    }
    made, written = params.get("cards_make"), params.get("written")
    if made is None or written is None:
        return str(SENTENCES[Code.RUN_NOT_CONSECUTIVE]) % figures
    figures["made"] = run_words(*made) or _("no run")  # type: ignore[misc]
    figures["written"] = run_words(*written) or _("no run")  # type: ignore[misc]
    return str(SENTENCES["run_not_consecutive.figures"]) % figures


def _claim_incomplete(problem: Problem, names: TableNames) -> str:
    if problem.field == "thrown_by":
        return str(SENTENCES["claim_incomplete.thrown_by"])
    seat, against = problem.params.get("seat"), problem.params.get("against")
    if seat and against:
        return str(SENTENCES["claim_incomplete.seat"]) % {
            "seat": _tell(seat, names),
            "side": _tell(against, names),
        }
    return str(SENTENCES["claim_incomplete.against" if against else Code.CLAIM_INCOMPLETE])


def _result_mismatch(problem: Problem, names: TableNames) -> str:
    return str(SENTENCES[Code.RESULT_MISMATCH]) % {
        "written": _verdict(problem.params, "written", "claimed"),
        "due": _verdict(problem.params, "due", "result"),
    }


def _score_mismatch(problem: Problem, names: TableNames) -> str:
    params = _Told({name: _tell(value, names) for name, value in problem.params.items()})
    params.setdefault("written", params["claimed"])
    return str(SENTENCES[Code.SCORE_MISMATCH]) % params


def _verdict(params: Figures, *keys: str) -> str:
    value = next((params[key] for key in keys if params.get(key)), None)
    return verdict_words(str(value)) if value else "?"


def _pass_out_with_trump(problem: Problem, names: TableNames) -> str:
    trump = problem.params.get("trump")
    if trump:
        return str(SENTENCES["pass_out_with_trump.trump"]) % {"trump": trump_words(str(trump))}
    return str(SENTENCES[Code.PASS_OUT_WITH_TRUMP])


_SPECIAL: Mapping[Code, Callable[[Problem, TableNames], str]] = {
    Code.CALLER_MISSING: _caller_missing,
    Code.RUN_NOT_CONSECUTIVE: _not_consecutive,
    Code.CLAIM_INCOMPLETE: _claim_incomplete,
    Code.RESULT_MISMATCH: _result_mismatch,
    Code.SCORE_MISMATCH: _score_mismatch,
    Code.PASS_OUT_WITH_TRUMP: _pass_out_with_trump,
}
