"""Who gets which role in a club."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.fields import NameField
from league.models import Role

# Each role with what it opens, the highest first; the page shows the sentences.
WHAT_ROLES_DO = [
    (Role.Kind.OWNER, _("everything, and who may do what")),
    (Role.Kind.ORGANIZER, _("people, competitions, draws, results and corrections")),
    (Role.Kind.SCOREKEEPER, _("enters and corrects hands at any table")),
    (Role.Kind.MEMBER, _("is on the list, changes nothing")),
]
KINDS = [(kind.value, kind.label) for kind, _does in WHAT_ROLES_DO]


class RoleForm(forms.Form):
    """An account by its e-mail, and the role it gets."""

    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write the e-mail address they sign in with.")},
    )
    name = NameField(label=_("Name"), required=False, help_text=_("For somebody who is new here."))
    kind = forms.ChoiceField(label=_("Role"), choices=KINDS, initial=Role.Kind.SCOREKEEPER)


class RoleKindForm(forms.Form):
    """Another role for an account that has one."""

    kind = forms.ChoiceField(label=_("Role"), choices=KINDS)
