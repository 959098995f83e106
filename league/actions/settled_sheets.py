"""Handing a side's own sheet in; when both are, comparing them, and what then is the result."""

from collections.abc import Mapping
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actions.acceptance import figures_of, hand_in
from league.actions.bracket_slots import settle_match
from league.actions.disputes import close_dispute
from league.actions.errors import ActionError, StaleEdit
from league.actions.hands import write_rows
from league.actions.journal import write_entry
from league.actions.locks import lock_match
from league.actions.matches import refuse_finished
from league.actions.results import Totals, store_totals
from league.actions.second_sheets import lock_sheet
from league.models import Actor, Dispute, Game, Hand, Match, Seating, SecondSheet, User, account_of
from league.queries.games import GameView
from league.queries.hands import columns_of, score_of, sheet_of
from league.queries.match_states import open_dispute
from league.queries.matches import MatchSide, MatchView, load_match, people_of
from league.queries.second_sheets import (
    both_in,
    both_write,
    compared,
    sheets_of,
    view_sheet,
)
from league.queries.sheet_rules import chosen_by_rule
from scoring import sheet_to_json

Outcome = Literal["in", "before", "equal", "rule", "differ"]
Sheets = Mapping[MatchSide, SecondSheet]


@transaction.atomic
def hand_in_sheet(
    match: Match, *, side: MatchSide, player_id: int, revision: int, by: Actor
) -> Outcome:
    """Hand the sheet of a side in, signed by one of its players; both in, they are compared.

    "in": the other one is waited for; "before": it was in already, nothing changes; "equal": the
    two agree and the result is accepted; "rule": they differ and the competition's rule chose;
    "differ": an organizer settles it. `revision` is what was read (StaleEdit after a change).
    """
    match = lock_match(match)
    if SecondSheet.objects.filter(match=match, side=side, handed_in_at__isnull=False).exists():
        return "before"
    match, sheet = lock_sheet(match, side, by)
    view = view_sheet(match, sheet.games)
    if sheet.revision != revision:
        raise StaleEdit(
            _("The sheet has changed since you read it. Look at it again."),
            stored=view,
            offered=revision,
        )
    if not view.over:
        raise ActionError(_("The match is not over yet on this sheet."))
    if player_id not in {player.pk for player in people_of(match)[side]}:
        raise ActionError(_("Say which of the players hands it in."), field="player")
    sheet.handed_in_at, sheet.handed_in_by = timezone.now(), account_of(by)
    sheet.signed_by_id = player_id
    sheet.save(update_fields=["handed_in_at", "handed_in_by", "signed_by"])
    if match.submitted_at is None:
        hand_in(match, side=side, by=by)
    write_entry(
        "hand_in_sheet",
        f"sheet:{sheet.pk}",
        by=by,
        match=match,
        after={"side": side, "signed_by": player_id},
    )
    sheets = sheets_of(match)
    return _open(match, sheets, side, by) if both_in(sheets) else "in"


@transaction.atomic
def take_back_sheet(match: Match, *, side: MatchSide, by: Actor) -> bool:
    """Open a handed-in sheet again while the other one is not in; False when it is open."""
    match, sheet = lock_sheet(match, side, by)
    if sheet.handed_in_at is None:
        return False
    sheet.handed_in_at = sheet.handed_in_by = sheet.signed_by = None
    sheet.save(update_fields=["handed_in_at", "handed_in_by", "signed_by"])
    match.submitted_at = match.submitted_side = match.submitted_by = None
    match.save(update_fields=["submitted_at", "submitted_side", "submitted_by"])
    write_entry("take_back_sheet", f"sheet:{sheet.pk}", by=by, match=match, before={"side": side})
    return True


@transaction.atomic
def settle_sheets(match: Match, *, side: MatchSide, words: str, by: User) -> bool:
    """An organizer says which of two sheets that differ is the result; it is accepted.

    False when that is settled already (nothing changes). Raises ActionError without words, and
    while a sheet is missing.
    """
    match = lock_match(match)
    refuse_finished(match.round.stage.competition)
    if not both_write(match):
        return False
    sheets = sheets_of(match)
    if not both_in(sheets):
        raise ActionError(_("One of the two sheets is not in yet."))
    if not words:
        raise ActionError(_("Say how it was settled, in a few words."), field="words")
    _stand(match, sheets, side, SecondSheet.Settled.ORGANIZER, words, by)
    found = open_dispute(match)
    if found is not None:
        close_dispute(match, found, Dispute.Settled.STANDS, words=words, by=by)
    settle_match(match, by=by)
    return True


def _open(match: Match, sheets: Sheets, side: MatchSide, by: Actor) -> Outcome:
    """Both are in: nothing is sealed any more, and the log has the figures of both."""
    both = compared(match, sheets)
    write_entry(
        "open_sheets",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={
            "a": figures_of(both.a)["games"],
            "b": figures_of(both.b)["games"],
            "sheets": {one: sheets[one].games for one in sheets},
            "same": both.same,
        },
    )
    if both.same:
        whole: MatchSide = "b" if any(game.totals_only for game in both.a.games) else "a"
        _stand(match, sheets, whole, SecondSheet.Settled.EQUAL, "", by)
        settle_match(match, by=by)
        return "equal"
    rule = chosen_by_rule(match, both)
    if rule is not None:
        _stand(match, sheets, rule, SecondSheet.Settled.RULE, "", by)
        settle_match(match, by=by)
        return "rule"
    words = _("The two sheets differ.")
    made = Dispute.objects.create(match=match, side=side, words=words, made_by=account_of(by))
    write_entry(
        "dispute_match",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"dispute": made.pk, "side": side},
        reason=words,
    )
    return "differ"


def _stand(
    match: Match,
    sheets: Sheets,
    side: MatchSide,
    how: SecondSheet.Settled,
    words: str,
    by: Actor,
) -> None:
    """Make the sheet of a side the result of its match, and accept it."""
    view = view_sheet(match, sheets[side].games)
    for game in view.games:
        if not game.totals_only:
            _store_game(match, game, view, sheets[side], by)
    _store_totals(match, view, by)
    now = timezone.now()
    match.accepted_at, match.accepted_by = now, account_of(by)
    match.save(update_fields=["accepted_at", "accepted_by"])
    for one in sheets.values():
        one.settled, one.settled_at, one.settled_words = how, now, words
        one.stands = one.side == side or how == SecondSheet.Settled.EQUAL
        one.save(update_fields=["settled", "settled_at", "settled_words", "stands"])
    write_entry(
        "settle_sheets",
        f"match:{match.pk}",
        by=by,
        match=match,
        after={"settled": how.value, "side": side, **figures_of(load_match(match))},
        reason=words,
    )


def _store_game(
    match: Match, game: GameView, view: MatchView, sheet: SecondSheet, by: Actor
) -> None:
    """The game with its seats and hands, as a table would have written it."""
    stored = Game.objects.create(
        match=match,
        number=game.number,
        ns_side=game.game.ns_side,
        first_dealer=game.game.first_dealer,
        bell_after=game.game.bell_after,
    )
    seats = {seat: player.pk for seat, player in game.seats.items()}
    Seating.objects.bulk_create(
        [Seating(game=stored, seat=seat, player_id=pk) for seat, pk in seats.items()]
    )
    told: dict[str, Any] = {
        "number": game.number, "seats": seats, "first_dealer": stored.first_dealer,
    }  # fmt: skip
    write_entry("start_game", f"game:{stored.pk}", by=by, match=match, after=told)
    for hand, totals in zip(game.hands, game.score.running, strict=True):
        written, score = sheet_of(hand), score_of(hand, view.rules)
        made = Hand.objects.create(
            game=stored,
            number=hand.number,
            client_id=hand.client_id,
            recorded_by=sheet.handed_in_by,
            **columns_of(written, score),
        )
        write_rows(written, made)
        write_entry(
            "record_hand",
            f"hand:{made.pk}",
            by=by,
            match=match,
            after={
                "game": game.number,
                "number": hand.number,
                "score": [score.ns, score.ew],
                "verdict": made.verdict,
                "totals": list(totals),
                "sheet": sheet_to_json(written),
            },
        )
    if stored.bell_after is not None:
        told = {"number": game.number, "bell_after": stored.bell_after}
        write_entry("ring_bell", f"game:{stored.pk}", by=by, match=match, after=told)


def _store_totals(match: Match, view: MatchView, by: Actor) -> None:
    totals = [
        Totals(number=game.number, a=game.a, b=game.b, early=game.game.bell_after is not None)
        for game in view.games
        if game.totals_only
    ]
    if not totals:
        return
    before = figures_of(load_match(match))
    store_totals(match, load_match(match), totals, by=by)
    write_entry(
        "record_totals",
        f"match:{match.pk}",
        by=by,
        match=match,
        before=before,
        after=figures_of(load_match(match)),
    )
