"""Two players exchange their seats in a round of rotating partners."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from league.actions.entrants import entries_for
from league.actions.errors import ActionError
from league.models import Competition, Lineup, Match, Round
from league.queries.player_seats import PlayerSeat


def exchange_players(
    locked: Competition, round: Round, here: PlayerSeat, there: PlayerSeat
) -> None:
    """Each takes the other's seat, or sits out for him, with whoever sits in for him.

    The pairs they leave and make are entries of one round, found or made. `round.draw` is changed,
    not saved. The same again gives back exactly what was there, but for whoever sat in for one who
    sits out meanwhile. ActionError where one who sits out sits in for somebody.
    """
    one, other = here.player.pk, there.player.pk
    refuse_sitting_in(round, [seat.player.pk for seat in (here, there) if seat.match is None])
    turned = {one: other, other: one}
    changed: list[tuple[Match, str]] = []
    couples: list[tuple[int, int]] = []
    for seat in (here, there):
        if seat.match is None or seat.partner is None:
            continue
        pair = sorted(turned.get(pk, pk) for pk in (seat.player.pk, seat.partner.pk))
        changed.append((seat.match, seat.side))
        couples.append((pair[0], pair[1]))
    sides: dict[int, dict[str, object]] = {}
    for (match, side), entry in zip(changed, entries_for(locked, couples), strict=True):
        sides.setdefault(match.pk, {})[f"entry_{side}"] = entry
    for pk, entries in sides.items():
        Match.objects.filter(pk=pk).update(**entries)
    _move_people(round, here, there)
    idle = [turned.get(pk, pk) for pk in round.draw.get("sitting_out", [])]
    round.draw = {**round.draw, "sitting_out": idle}


def refuse_sitting_in(round: Round, players: Collection[int]) -> None:
    """ActionError for one of these, who have no place of their own, who sits in for another."""
    found = (
        Lineup.objects.filter(round=round, player__in=players, substitute_for__isnull=False)
        .select_related("player", "substitute_for", "match")
        .first()
    )
    if found is not None and found.substitute_for is not None:
        raise ActionError(
            _("%(name)s sits in for %(other)s at table %(n)d: take that off first.")
            % {
                "name": found.player.called,
                "other": found.substitute_for.name,
                "n": found.match.table,
            },
            field="other",
        )


def _move_people(round: Round, here: PlayerSeat, there: PlayerSeat) -> None:
    """The line-up follows; rows of both are read before either moves."""
    rows = {seat.player.pk: _rows(round, seat) for seat in (here, there)}
    for seat, to in ((here, there), (there, here)):
        mine = Lineup.objects.filter(pk__in=rows[seat.player.pk])
        if to.match is None:
            mine.delete()
        elif seat.match is None:
            Lineup.objects.create(round=round, match=to.match, side=to.side, player=seat.player)
        else:
            mine.update(match=to.match, side=to.side)


def _rows(round: Round, seat: PlayerSeat) -> list[int]:
    found = Lineup.objects.filter(round=round, match=seat.match) if seat.match else Lineup.objects
    own = found.filter(round=round, player=seat.player, substitute_for=None)
    for_him = found.filter(round=round, substitute_for=seat.player)
    return [*own.values_list("pk", flat=True), *for_him.values_list("pk", flat=True)]
