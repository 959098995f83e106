"""A person at the tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club


class Player(models.Model):
    """A person who plays, at home in one club; an account is not needed.

    `name` is what everybody may read: the full name, or a short form ("Anne M.") of somebody who
    hides it. Then, and only then, `full_name` holds the full one. Pages write `called`. Of somebody
    who was forgotten, `name` is an alias, for ever.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=100)
    full_name = models.CharField(_("full name"), max_length=100, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
    )
    forgotten_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
        ]

    def __str__(self) -> str:
        return self.called

    @property
    def hidden(self) -> bool:
        """Whether the full name is for people of the club alone."""
        return self.full_name != ""

    @property
    def called(self) -> str:
        """The full name where whoever reads the page may know it, else what everybody may read."""
        return self.full_name if self.hidden and _knows.get()(self) else self.name

    @property
    def own_name(self) -> str:
        """The full name, whoever reads: for comparing and storing, never for a page."""
        return self.full_name or self.name


def _nobody(_player: Player) -> bool:
    return False


# Whom the reader of the page that is being made knows by name. Outside a request: nobody.
_knows: ContextVar[Callable[[Player], bool]] = ContextVar("knows", default=_nobody)


@contextmanager
def read_by(knows: Callable[[Player], bool] = _nobody) -> Iterator[None]:
    """Inside, `Player.called` tells the full names of those whom the reader `knows`."""
    token = _knows.set(knows)
    try:
        yield
    finally:
        _knows.reset(token)
