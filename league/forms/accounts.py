"""The first owner's form, and the password that a one-time link sets."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField
from league.models import User


def password_field() -> forms.CharField:
    """A new password, typed once: a browser can show it and keep it."""
    return forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        help_text=_("10 letters or more. Three or four words in a row are easy to keep."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _("Choose a password.")},
    )


class FirstOwnerForm(forms.Form):
    """Account and club of whoever sets the site up."""

    name = NameField(label=_("Your name"))
    email = forms.EmailField(
        label=_("Your e-mail"),
        max_length=254,
        help_text=_("You sign in with it. Nothing is sent to it without a mail server."),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
        error_messages={"required": _("Write your e-mail address.")},
    )
    password = password_field()
    club_name = NameField(
        label=_("Name of your club"), help_text=_("Such as “Glace Bay Legion”. More can follow.")
    )
    place = NameField(label=_("Town or hall"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        email, password = cleaned.get("email"), cleaned.get("password")
        if email and password:
            check_password_of(self, password, User(email=email, name=cleaned.get("name", "")))
        return cleaned


class PasswordForm(forms.Form):
    """The password of the account a link is for."""

    password = password_field()

    def __init__(self, *args: Any, holder: User, **kwargs: Any) -> None:
        self.holder = holder
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            check_password_of(self, password, self.holder)
        return cleaned


def check_password_of(form: forms.Form, password: str, user: User) -> None:
    """Put on the field "password" whatever makes it too weak for this person."""
    try:
        validate_password(password, user)
    except ValidationError as wrong:
        form.add_error("password", wrong)
