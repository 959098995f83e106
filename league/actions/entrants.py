"""Players entered alone, where partners rotate, and the pairs they make for one round."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.deletions import take_away
from league.actions.errors import ActionError
from league.actions.journal import write_entry
from league.actions.locks import lock_competition
from league.actions.stages import drop_locked_rounds
from league.draws.one_round import OneRound
from league.models import (
    Competition,
    Deletion,
    Entrant,
    Entry,
    Lineup,
    Partnership,
    Player,
    Round,
    User,
)
from league.queries.stages import rotating


@transaction.atomic
def add_players(competition: Competition, players: Sequence[Player], *, by: User) -> list[Entrant]:
    """Enter players one by one; those that are in stay. They are drawn from the next round on.

    Gives the new ones. A draft of a round is dropped. Raises ActionError where partners do not
    rotate.
    """
    locked = lock_competition(competition)
    if not rotating(locked):
        raise ActionError(_("Partnerships play here: enter two players together."))
    entered = set(Entrant.objects.filter(competition=locked).values_list("player", flat=True))
    new = {player.pk: player for player in players if player.pk not in entered}
    if not new:
        return []
    drop_locked_rounds(locked, by=by)
    entrants = [Entrant.objects.create(competition=locked, player=one) for one in new.values()]
    write_entry(
        "add_players",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        after={"players": sorted(new)},
    )
    return entrants


@transaction.atomic
def remove_player(entrant: Entrant, *, by: User) -> None:
    """Take a player off who was in no published draw; one who played or sat out leaves instead:
    from now on he is in no draw, and what he has won stays."""
    locked = lock_competition(entrant.competition)
    found = Entrant.objects.filter(pk=entrant.pk, entry=None).first()
    if found is None:
        return
    drop_locked_rounds(locked, by=by)
    last = _last_drawn(found)
    played = last is not None
    if played and found.left_after is not None:
        return
    before = {"player": found.player_id}
    if played:
        found.left_after = last
        found.save(update_fields=["left_after"])
    else:
        kept = take_away(
            found,
            kind=Deletion.Kind.ENTRANT,
            label=str(found),
            club=locked.club,
            competition=locked,
            about={"drawn": Round.objects.filter(stage__competition=locked).count()},
            by=by,
        )
        before["deletion"] = kept.pk
    write_entry(
        "leave_player" if played else "remove_player",
        f"entrant:{entrant.pk}",
        by=by,
        competition=locked,
        before=before,
    )


@transaction.atomic
def bring_player_back(entrant: Entrant, *, by: User) -> None:
    """A player who has left is drawn again from the next round on."""
    locked = lock_competition(entrant.competition)
    found = Entrant.objects.filter(pk=entrant.pk, left_after__isnull=False).first()
    if found is None:
        return
    drop_locked_rounds(locked, by=by)
    found.left_after = None
    found.save(update_fields=["left_after"])
    write_entry(
        "bring_player_back",
        f"competition:{locked.pk}",
        by=by,
        competition=locked,
        after={"player": found.player_id},
    )


def _last_drawn(found: Entrant) -> int | None:
    """The last round that is out, when this player played or sat out in any; drafts are none."""
    out = list(
        Round.objects.filter(stage__competition=found.competition_id)
        .exclude(state=Round.State.DRAFT)
        .order_by("number")
    )
    own = Lineup.objects.filter(round__in=out, player=found.player_id, substitute_for=None)
    sat_out = any(found.player_id in one.draw.get("sitting_out", []) for one in out)
    return out[-1].number if sat_out or own.exists() else None


def pair_players(competition: Competition, drawn: OneRound) -> list[tuple[Entry, Entry]]:
    """The entries of one round for tables of four players: found, or made, partnerships."""
    couples = [
        (one, other)
        for table in drawn.tables
        for one, other in ((table.a, table.a2), (table.b, table.b2))
        if other is not None
    ]
    found = entries_for(competition, couples)
    return list(zip(found[::2], found[1::2], strict=True))


def entries_for(competition: Competition, couples: Sequence[tuple[int, int]]) -> list[Entry]:
    """The entry of one round for each two players, the lower id first; made where there is none."""
    ids = {player for couple in couples for player in couple}
    known = Partnership.objects.filter(first__in=ids, second__in=ids)
    pairs = {(pair.first_id, pair.second_id): pair for pair in known}
    new = [couple for couple in couples if couple not in pairs]
    # Somebody may enter the same two as a partnership elsewhere at this moment.
    Partnership.objects.bulk_create(
        [Partnership(club=competition.club, first_id=one, second_id=other) for one, other in new],
        ignore_conflicts=True,
    )
    pairs |= {(pair.first_id, pair.second_id): pair for pair in known.all()}
    entries = {
        entry.partnership_id: entry
        for entry in Entry.objects.filter(
            competition=competition, partnership__in=[pairs[one].pk for one in couples]
        )
    }
    lacking = [pairs[one] for one in couples if pairs[one].pk not in entries]
    for entry in Entry.objects.bulk_create(
        Entry(competition=competition, partnership=pair, for_one_round=True) for pair in lacking
    ):
        entries[entry.partnership_id] = entry
    found = []
    for couple in couples:
        entry = entries[pairs[couple].pk]
        entry.partnership = pairs[couple]
        found.append(entry)
    return found
