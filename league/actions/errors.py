"""What an action says when it will not do a thing; views turn these into messages."""

from typing import Any


class ActionError(Exception):
    """Refused, with a sentence for the person who asked; nothing was stored.

    `field` names the form field the sentence belongs to, "" for the whole form.
    """

    def __init__(self, message: object, *, field: str = "") -> None:
        super().__init__(message)
        self.message = str(message)
        self.field = field


class StaleEdit(ActionError):
    """Somebody else saved in between (409): `stored` is what stands, `offered` what was typed."""

    def __init__(self, message: object, *, stored: Any, offered: Any) -> None:
        super().__init__(message)
        self.stored = stored
        self.offered = offered
