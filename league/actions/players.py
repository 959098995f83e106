"""Add a person, change a name."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.actions.deletions import Held, take_away
from league.actions.errors import ActionError
from league.actions.hidden_names import hidden_as, shown_anew
from league.actions.journal import write_entry
from league.models import Club, Deletion, Player, User
from league.queries.people import namesakes_in


def add_player(club: Club, *, name: str, another: bool = False, by: User) -> Player:
    """Store a person. Somebody of that name in the club is another person only if `another`."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if not another and namesakes_in(club, name):
            raise ActionError(
                _("%(name)s is in the club already. Tick the box if this is another person.")
                % {"name": name},
                field="another",
            )
        player = Player.objects.create(club=club, name=name)
        write_entry("add_player", f"player:{player.pk}", by=by, club=club)
    return player


def rename_player(player: Player, *, name: str, by: User) -> None:
    """Change a person's name everywhere: it is stored once. Old results stay with the person, and
    whoever hid the full name hides the new one.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=player.club_id)
        player = Player.objects.get(pk=player.pk)
        if player.forgotten_at is not None:
            raise ActionError(_("This person was forgotten and bears no name any more."))
        if player.hidden:
            player.full_name = name
            player.name = hidden_as(player)
        else:
            player.name = name
        player.save(update_fields=["name", "full_name"])
        shown_anew(player)
        write_entry("rename_player", f"player:{player.pk}", by=by, club=club)


def remove_player(player: Player, *, by: User) -> None:
    """Take a person off the list who was added by mistake: nobody who has a partner or played.

    For thirty days the person can be restored. A second tap changes nothing.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=player.club_id)
        found = Player.objects.filter(pk=player.pk).first()
        if found is None:
            return
        try:
            kept = take_away(
                found, kind=Deletion.Kind.PLAYER, label=found.own_name, club=club, by=by
            )
        except Held:
            raise ActionError(
                _("%(name)s has a partner or has played, and stays in the book.")
                % {"name": found.own_name}
            ) from None
        before = {"deletion": kept.pk}
        write_entry("remove_player", f"player:{player.pk}", by=by, club=club, before=before)
