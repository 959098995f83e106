"""Fees, prizes and side pots of the sample, who has paid so far, and which nights count."""

from league.actions.money import change_money, record_payments
from league.actions.seasons import change_season
from league.models import Competition, User
from league.queries.adjustments import entered_in
from league.queries.money import Money
from scoring.prizes import PrizeKind
from scoring.season import Stated
from scoring.side_pots import PaidTo, SidePot

# Twenty dollars a pair, and a quarter a bait for whoever goes bait least.
LEAGUE = Money(
    fee=2000,
    prizes=(50, 30, 20),
    pots=(SidePot(paid_to=PaidTo.FEWEST_BAITS, per_bait=25, most=500),),
)
KITCHEN = Money(fee=1000, prizes=(60, 40))
# Prizes in dollars, and a dollar each for the best game of the evening.
SATURDAY = Money(
    fee=1000,
    kind=PrizeKind.CENTS,
    prizes=(15000, 10000, 6000, 4000),
    pots=(SidePot(paid_to=PaidTo.BEST_GAME, stake=100),),
)
NEW_PARTNERS = Money(fee=500, prizes=(50, 30, 20))


def collect(
    competition: Competition, money: Money, *, owing: int = 0, half: int = 0, by: User
) -> None:
    """Agree on the money; all pay but the last `owing`, of the others the last `half` the half."""
    change_money(competition, money, by=by)
    payers = entered_in(competition)
    paying = payers[: len(payers) - owing]
    paid = {
        one.pk: (0, money.fee // 2 if place >= len(paying) - half else money.fee)
        for place, one in enumerate(paying)
    }
    record_payments(competition, paid, by=by)


def count_best_nights(competition: Competition, nights: int, *, by: User) -> None:
    """So many nights count; a night away scores half of one's own average."""
    absence = {"stated": Stated.OWN_AVERAGE.value, "figure": 0, "percent": 50}
    change_season(competition, {"best_nights": nights, "absence": absence}, by=by)
