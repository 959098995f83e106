"""The order of names in a list that is searched by eye."""

import unicodedata


def name_key(name: str) -> tuple[str, str]:
    """Sort key: Étienne stands among the E, whatever the case; equal ones by their spelling."""
    bare = "".join(
        sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign)
    )
    return bare.casefold(), name
