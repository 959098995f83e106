"""A player's full name is hidden from everybody outside the club, or shown again."""

from django.db import transaction
from django.db.models import F, Q

from league.actions.journal import write_entry
from league.models import Club, Competition, Player, User
from league.words.names import hidden_form


def hide_name(player: Player, *, by: User) -> bool:
    """From now on everybody else reads "Anne M."; False when it was hidden before."""
    with transaction.atomic():
        player, club = _locked(player)
        if player.hidden or player.forgotten_at is not None:
            return False
        player.full_name = player.name
        _store(player, hidden_as(player))
        write_entry("hide_name", f"player:{player.pk}", by=by, club=club)
    return True


def show_name(player: Player, *, by: User) -> bool:
    """Everybody reads the full name again; False when it was not hidden."""
    with transaction.atomic():
        player, club = _locked(player)
        if not player.hidden:
            return False
        name, player.full_name = player.full_name, ""
        _store(player, name)
        write_entry("show_name", f"player:{player.pk}", by=by, club=club)
    return True


def hidden_as(player: Player) -> str:
    """The short form of the full name, with a number when somebody else is called that already."""
    short = hidden_form(player.own_name)
    taken = {
        name.casefold()
        for name in Player.objects.filter(name__istartswith=short)
        .exclude(pk=player.pk)
        .values_list("name", flat=True)
    }
    free, number = short, 2
    while free.casefold() in taken:
        free, number = f"{short} ({number})", number + 1
    return free


def shown_anew(player: Player) -> None:
    """Every competition that shows the player is out of date: its version rises."""
    played_in = Q(entries__entrants__player=player) | Q(
        stages__rounds__matches__lineup__player=player
    )
    shown_in = Competition.objects.filter(played_in).values("pk")
    Competition.objects.filter(pk__in=shown_in).update(version=F("version") + 1)


def _locked(player: Player) -> tuple[Player, Club]:
    club = Club.objects.select_for_update().get(pk=player.club_id)
    return Player.objects.get(pk=player.pk), club


def _store(player: Player, name: str) -> None:
    player.name = name
    player.save(update_fields=["name", "full_name"])
    shown_anew(player)
