"""Games and matches in sentences: who won and why, and what a correction would move."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import GameReason

# Who won a game that is over, by the reason; "won" where the score alone says it.
ENDS: Mapping[str, Any] = {
    "draw": gettext_lazy("Game over: a draw at %(won)d – %(lost)d."),
    "won": gettext_lazy("Game over: %(winner)s win, %(won)d – %(lost)d."),
    GameReason.TARGET: gettext_lazy(
        "Game over: %(winner)s win, %(won)d – %(lost)d. They reached %(target)d."
    ),
    GameReason.BOTH_OVER: gettext_lazy(
        "Game over: %(winner)s win, %(won)d – %(lost)d. "
        "Both reached %(target)d; the higher total wins."
    ),
    GameReason.CALLER_BOTH_OVER: gettext_lazy(
        "Game over: %(winner)s win, %(won)d – %(lost)d. "
        "Both reached %(target)d; the callers of the last hand win."
    ),
    GameReason.TIE_CALLER: gettext_lazy(
        "Game over: %(winner)s win at %(won)d – %(lost)d. "
        "The totals are equal; the callers of the last hand win."
    ),
    GameReason.HANDS_PLAYED: gettext_lazy(
        "Game over: %(winner)s win, %(won)d – %(lost)d. All hands are played."
    ),
    GameReason.BELL: gettext_lazy(
        "Game over: %(winner)s win, %(won)d – %(lost)d. The bell has gone and they lead."
    ),
    GameReason.TOTALS: gettext_lazy(
        "Game over: %(winner)s win, %(won)d – %(lost)d. Only the totals were handed in."
    ),
}
# Why a correction cannot be made: a later game stands on this one.
BLOCKED: Mapping[str, Any] = {
    "next_game_begun": gettext_lazy(
        "With this game %(number)d would not be over, but game %(next)d has begun. "
        "Undo the hands of game %(next)d and take its start back first."
    ),
    "match_already_over": gettext_lazy(
        "With this the match would have been over before its last game. "
        "Undo the hands of that game and take its start back first."
    ),
}


def listed(items: Iterable[object]) -> str:
    """ "5", "5 and 6", "5, 6 and 7"."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return _("%(most)s and %(last)s") % {"most": ", ".join(texts[:-1]), "last": texts[-1]}


def end_words(
    reason: GameReason, winner: str | None, loser: str, totals: tuple[int, int], target: int
) -> str:
    """Who won a game that is over, and why. `totals` are the winner's and the other's points;
    for a draw `winner` is None and `totals` are equal."""
    figures = {"winner": winner, "loser": loser, "won": totals[0], "lost": totals[1]}
    figures["target"] = target
    if winner is None:
        return str(ENDS["draw"]) % figures
    return str(ENDS.get(reason, ENDS["won"])) % figures


def still_words(
    totals: tuple[int, int], target: int, *, bell_after: int | None, number: int
) -> str:
    """Why a game that might seem over goes on, before hand `number`; "" when it does not seem so.

    `bell_after` is the number of the last hand that counts, once the bell has gone.
    """
    figures = {"total": totals[0], "number": number}
    if totals[0] == totals[1] and (totals[0] >= target or (bell_after and number > bell_after)):
        return _("Both have %(total)d: play another hand.") % figures
    if bell_after is not None and number == bell_after:
        return _("The bell has gone: hand %(number)d is the last one.") % figures
    return ""


def match_words(names: tuple[str, str], games: tuple[int, int], winner: str | None) -> str:
    """The score of a best of N, as a sentence; `names` and `games` of side a and side b, `winner`
    "a", "b" or None while it is not decided."""
    ahead, behind = (0, 1) if games[0] >= games[1] else (1, 0)
    figures = {"name": names[ahead], "more": games[ahead], "less": games[behind]}
    if winner is not None:
        return _("%(name)s win the match, %(more)d – %(less)d in games.") % figures
    if games[0] == games[1]:
        return _("The match stands at %(more)d – %(less)d in games.") % figures
    return _("%(name)s lead the match, %(more)d – %(less)d in games.") % figures


def forfeit_words(forfeit: str, names: tuple[str, str]) -> str:
    """Who forfeited: "a", "b" or "both"."""
    if forfeit == "both":
        return _("Both partnerships forfeited this match.")
    loser, winner = names if forfeit == "a" else (names[1], names[0])
    return _("%(loser)s forfeited; the match goes to %(winner)s.") % {
        "loser": loser,
        "winner": winner,
    }


def after_end_words(numbers: tuple[int, ...]) -> str:
    """What becomes of hands that a correction leaves after the end of the game."""
    return after_end(len(numbers)) % {"hands": listed(numbers)}


def after_end(count: int) -> str:
    """That sentence for one hand or more, its `hands` still open."""
    return ngettext(
        "With this the game was over before hand %(hands)s, which would be struck out.",
        "With this the game was over before hands %(hands)s, which would be struck out.",
        count,
    )


def blocked_words(blocked: str, number: int) -> str:
    """Why a correction cannot be made: a later game stands on this one."""
    return str(BLOCKED[blocked]) % {"number": number, "next": number + 1}
