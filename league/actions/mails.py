"""The mails that we write ourselves; those of sign-in are the account library's."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from league.models import Club, Invitation

_log = logging.getLogger(__name__)


def mail_invitation(invitation: Invitation, link: str) -> bool | None:
    """Send the link to the one invited: True when the mail server took it, None without one."""
    subject = _("You are invited: %(club)s") % {"club": invitation.club.name}
    context = {"invitation": invitation, "club": invitation.club, "link": link}
    return _send(invitation.email, subject, "invitations/mail.txt", context)


def mail_join_code(email: str, club: Club, code: str) -> bool | None:
    """Send the code with which whoever reads this address comes in to the club."""
    subject = _("Your code to come in: %(club)s") % {"club": club.name}
    return _send(email, subject, "invitations/mail_code.txt", {"club": club, "code": code})


def mail_email_change(email: str, link: str) -> bool | None:
    """Send the link that makes this address an account's; without a link, that it has one."""
    return _send(email, _("Is this your address?"), "me/mail_email.txt", {"link": link})


def mail_email_changed(email: str) -> bool | None:
    """Tell the old address that it opens the account no more."""
    return _send(email, _("Your address was changed"), "me/mail_email_changed.txt", {})


def _send(to: str, subject: str, template: str, context: dict[str, object]) -> bool | None:
    if not settings.MAIL_ENABLED:
        return None
    try:
        text = render_to_string(template, context)
        return send_mail(" ".join(subject.split()), text, None, [to]) == 1
    except (SMTPException, OSError):
        _log.exception("a mail could not be sent")
        return False
