"""Who signs in. A person at the tables is a `Player`; a `User` is an account."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class UserAccounts(BaseUserManager["User"]):
    """Makes accounts; the e-mail address is the login and is kept in lower case."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Store an account. Without a password nobody can sign in to it until one is set."""
        email = email.strip().lower()
        if not email:
            raise ValueError("An account needs an e-mail address.")
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Store the account of a site admin (`manage.py createsuperuser`)."""
        return self.create_user(
            email, password, **{**fields, "is_superuser": True, "is_staff": True}
        )


class User(AbstractBaseUser, PermissionsMixin):
    """An account: e-mail, name, and whether it is a site admin."""

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=100, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects = UserAccounts()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(email=""), name="user_has_email"),
        ]

    def __str__(self) -> str:
        return self.name or gettext("an account without a name")

    @property
    def called(self) -> str:
        """What a page for everybody calls this account: short where it is the account of a player
        who hides the full name from whoever reads. Never the e-mail address."""
        hiding = (one for one in self.players.all() if one.called != one.own_name)
        return next((one.name for one in hiding), str(self))

    @property
    def address(self) -> str:
        """The name, else the e-mail address: for the pages of owners, which list addresses."""
        return self.name or self.email

    def get_full_name(self) -> str:
        """The name this person goes by."""
        return str(self)

    get_short_name = get_full_name
