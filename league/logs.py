"""Keeps what opens a door (signed links, one-time links, reset keys) out of the log."""

import logging
import re

# Whatever could be a token: long, without a space, with a digit in it.
_TOKEN = re.compile(r"(?=[\w:.~=-]*\d)[\w:.~=-]{20,}")
# What stands in the address of an invitation or a table link, whatever it looks like: the code of
# an invitation is short enough to be typed.
_CODE = re.compile(r"(?<=/join/)[^/\s\"']+|(?<=/t/)[^/\s\"']+")
_QUERY = re.compile(r"\?[^\s\"']+")


class HideSecrets(logging.Filter):
    """Replaces query strings and token-like pieces of a message before it is written."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = _QUERY.sub("?...", record.getMessage())
        record.msg = _TOKEN.sub("...", _CODE.sub("...", message))
        record.args = None
        return True
