"""Fees, prizes and side pots of a competition, read from `Competition.money` and the table.

All money is whole cents. The fund is what was paid in, so that nothing is promised that is not
there. Where partners rotate, players pay and are paid, by the table of players. A cup has no
table: it pays by the places of its bracket.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from league.models import Competition, Entrant, Entry
from league.queries.adjustments import entered_in
from league.queries.brackets import is_cup
from league.queries.cup_money import CupPlace, cup_places, cup_pot_rows
from league.queries.player_standings import PlayerStandings, player_standings_of
from league.queries.stages import rotating
from league.queries.standings import Standings, standings_of
from scoring import Row
from scoring.prizes import (
    Fee,
    Fees,
    Payouts,
    PrizeError,
    PrizeKind,
    Rest,
    collect_fees,
    share_prizes,
)
from scoring.results import gather
from scoring.side_pots import PaidTo, PotResult, PotRow, SidePot, share_pot


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What is agreed: the fee (cents), the prizes from the first place on (percent, or cents),
    what becomes of the rest, and the side pots."""

    fee: int = 0
    kind: PrizeKind = PrizeKind.PERCENT
    prizes: tuple[int, ...] = ()
    rest: Rest = Rest.KEPT
    pots: tuple[SidePot, ...] = ()

    @property
    def anything(self) -> bool:
        return bool(self.fee or self.prizes or self.pots)


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """The money of a competition as it stands. `entries` are who pays: players where they are
    `alone`. `payouts` is None, with `refused`, where the prizes are more than the fund; `pots` are
    filled and paid by the table now."""

    money: Money
    alone: bool
    entries: tuple[Entry | Entrant, ...]
    fees: Fees
    table: Standings | PlayerStandings
    payouts: Payouts | None
    refused: PrizeError | None
    pots: tuple[tuple[SidePot, PotResult], ...]

    @property
    def by_name(self) -> Mapping[str, Entry | Entrant]:
        """Who pays, by the name that the table has for them."""
        return {_name(one): one for one in self.entries}

    @property
    def owing(self) -> Mapping[int, int]:
        """What each of `entries` still owes, in cents, by its id."""
        found = self.by_name
        return {found[name].pk: cents for name, cents in self.fees.owing}


def money_of(competition: Competition) -> Money:
    """What is agreed, as stored; nothing where nothing is stored."""
    stored = competition.money or {}
    prizes = stored.get("prizes") or {}
    return Money(
        fee=int(stored.get("fee") or 0),
        kind=PrizeKind(prizes.get("kind") or PrizeKind.PERCENT),
        prizes=tuple(int(one) for one in prizes.get("places") or ()),
        rest=Rest(prizes.get("rest") or Rest.KEPT),
        pots=tuple(
            SidePot(
                paid_to=PaidTo(one["paid_to"]),
                per_bait=one.get("per_bait") or 0,
                stake=one.get("stake") or 0,
                most=one.get("most"),
            )
            for one in stored.get("pots") or ()
        ),
    )


def till_of(competition: Competition) -> Till:
    """Fees, payouts and pots by the table as it stands now."""
    money = money_of(competition)
    alone = rotating(competition)
    entries = entered_in(competition)
    table = player_standings_of(competition) if alone else standings_of(competition)
    fees = collect_fees(Fee(entry=_name(one), owed=money.fee, paid=one.paid) for one in entries)
    cup = is_cup(competition)
    rows: list[CupPlace] | list[Row] = []
    if cup:
        rows = cup_places(competition)
    elif table.begun:
        rows = [place.row for place in table.rows]
    pot_rows = cup_pot_rows(competition) if cup else _pot_rows(table)
    payouts, refused = None, None
    try:
        payouts = share_prizes(rows, fees.fund, money.prizes, kind=money.kind, rest=money.rest)
    except PrizeError as error:
        refused = error
    return Till(
        money=money,
        alone=alone,
        entries=tuple(entries),
        fees=fees,
        table=table,
        payouts=payouts,
        refused=refused,
        pots=tuple((pot, share_pot(pot_rows, pot)) for pot in money.pots),
    )


def _name(one: Entry | Entrant) -> str:
    """What the table calls them: an entry by its id, a player entered alone by the player's."""
    return str(one.pk if isinstance(one, Entry) else one.player_id)


def _pot_rows(table: Standings | PlayerStandings) -> list[PotRow]:
    facts = table.facts
    ranks = {place.row.entry: place.row.rank for place in table.rows}
    tallies = gather(facts.entries, facts.results, facts.adjustments, table.rules)
    return [
        PotRow(
            entry=one.entry,
            rank=ranks[one.entry],
            baits=one.baits,
            best_game=one.best_game,
            played=one.played,
        )
        for one in tallies
    ]
