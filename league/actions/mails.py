"""The mails that we write ourselves; those of sign-in are the account library's."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from league.models import Invitation

_log = logging.getLogger(__name__)


def mail_invitation(invitation: Invitation, link: str) -> bool | None:
    """Send the link to the one invited: True when the mail server took it, None without one."""
    if not settings.MAIL_ENABLED:
        return None
    subject = _("You are invited: %(club)s") % {"club": " ".join(invitation.club.name.split())}
    text = render_to_string(
        "invitations/mail.txt", {"invitation": invitation, "club": invitation.club, "link": link}
    )
    try:
        return send_mail(subject, text, None, [invitation.email]) == 1
    except (SMTPException, OSError):
        _log.exception("an invitation could not be mailed")
        return False
