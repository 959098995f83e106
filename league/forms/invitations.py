"""Whom an owner invites, and what the invited one fills in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.accounts import check_password_of, password_field
from league.forms.fields import NameField, PointsField
from league.forms.roles import KINDS
from league.models import Role, User

_DAYS = [(1, _("until tomorrow")), (7, _("a week")), (30, _("a month"))]


class InvitePersonForm(forms.Form):
    """One person, by e-mail, into any role."""

    prefix = "person"

    email = forms.EmailField(
        label=_("Their e-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write the e-mail address of the one you invite.")},
    )
    name = NameField(label=_("Their name"), required=False)
    kind = forms.ChoiceField(label=_("Role"), choices=KINDS, initial=Role.Kind.SCOREKEEPER)
    days = forms.TypedChoiceField(label=_("Good for"), choices=_DAYS, coerce=int, initial=7)


class ShowCodeForm(forms.Form):
    """A code for the hall, for members alone."""

    prefix = "code"

    most_uses = PointsField(
        label=_("For how many people"),
        min_value=1,
        max_value=500,
        initial=40,
        error_messages={"required": _("Write how many people may use it, such as 40.")},
    )
    days = forms.TypedChoiceField(label=_("Good for"), choices=_DAYS, coerce=int, initial=1)


class CodeForm(forms.Form):
    """The code from the screen, as somebody types it."""

    code = forms.CharField(
        label=_("The code"),
        max_length=60,
        help_text=_("8 letters and digits, as on the screen. Small or large is the same."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
        error_messages={
            "required": _("Type the code from the screen, such as K7QM-2XWD."),
            "max_length": _("That is no code: 8 letters and digits, such as K7QM-2XWD."),
            "null_characters_not_allowed": _("A sign in it cannot be read. Type it again."),
        },
    )


class MailedCodeForm(forms.Form):
    """The code that was mailed."""

    code = forms.CharField(
        label=_("The code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
        error_messages={
            "required": _("Type the code from the mail."),
            "max_length": _("That is not the code from the mail: it has 6 letters and digits."),
            "null_characters_not_allowed": _("A sign in it cannot be read. Type it again."),
        },
    )


class JoinForm(forms.Form):
    """The account of whoever comes in with an invitation: a new one, or their own."""

    name = NameField(label=_("Your name"))
    email = forms.EmailField(
        label=_("Your e-mail"),
        max_length=254,
        help_text=_("You sign in with it. No page shows it to other players."),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
        error_messages={"required": _("Write your e-mail address.")},
    )
    password = password_field()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        email, password = cleaned.get("email"), cleaned.get("password")
        if email and password:
            check_password_of(self, password, User(email=email, name=cleaned.get("name", "")))
        return cleaned
