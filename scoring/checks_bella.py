"""Bella: who said it, when, and what the paper gives for it (docs/RULES.md 5)."""

from collections.abc import Iterator

from scoring.cards import Trump
from scoring.problems import Code, Problem
from scoring.sheets import BELLA, Bella, BellaCall, HandSheet
from scoring.terms import Terms


def bella_problems(sheet: HandSheet, terms: Terms) -> Iterator[Problem]:
    """What is wrong with Bella, whoever's cards apart (see checks_cards)."""
    if len(sheet.bella) > 1:
        params = {"seats": tuple(bella.seat for bella in sheet.bella)}
        yield Problem(Code.BELLA_TWICE, "bella", params)
    if sheet.bella and sheet.trump is Trump.NO_TRUMP:
        yield Problem(Code.BELLA_WITHOUT_TRUMP, "bella", {"seat": sheet.bella[0].seat})
    for bella in sheet.bella:
        yield from _said(bella, sheet, terms)


def _said(bella: Bella, sheet: HandSheet, terms: Terms) -> Iterator[Problem]:
    params: dict[str, object] = {"seat": bella.seat, "call": bella.call, "written": bella.points}
    if bella.call in terms.bella_calls:
        # At no trump nothing is due at all, and Bella itself is refused above.
        if bella.points not in (None, BELLA) and sheet.trump is not Trump.NO_TRUMP:
            yield Problem(Code.SCORE_MISMATCH, "bella", params | {"due": BELLA})
        if bella.call is BellaCall.WITH_RUN and _no_such_run(bella, sheet):
            yield Problem(Code.BELLA_NOT_CALLED, "bella", params)
    elif bella.points:
        first = bella.call is BellaCall.FIRST
        yield Problem(
            Code.BELLA_CALLED_ON_FIRST if first else Code.BELLA_NOT_CALLED, "bella", params
        )
    elif bella.call is BellaCall.WITH_RUN:
        # Said where the rules do not hear it: the 20 are not given, and he may wonder why.
        yield Problem(Code.BELLA_NOT_CALLED, "bella", params, warning=True)


def _no_such_run(bella: Bella, sheet: HandSheet) -> bool:
    """Whether the holder's runs stand on the sheet and none that he showed can hold the bells.

    Runs that do not count need not stand there: a holder without a row proves nothing.
    """
    rows = [run for run in sheet.runs if run.seat is bella.seat and (run.points or run.cards)]
    if not rows or sheet.trump in (None, Trump.NO_TRUMP):
        return False
    bells = {f"K{sheet.trump}", f"Q{sheet.trump}"}
    return not any(
        row.shown
        and (
            len(row.cards) < row.twenties + row.fifties + row.hundreds
            or any(bells <= set(cards) for cards in row.cards)
        )
        for row in rows
    )
