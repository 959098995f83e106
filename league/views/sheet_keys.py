"""Which side's sheet this browser writes, where both sides write theirs blind.

A phone gets a key when it begins a sheet; the sheet keeps the key's digest. Whoever has only the
same table link does not read it.
"""

import hashlib
import secrets

from league.models import Match
from league.queries.games import MatchSide
from league.views.requests import PageRequest

_KEYS = "sheet_keys"
_MOST = 12


def held_keys(request: PageRequest, match: Match) -> dict[str, str]:
    """Side -> digest of the key that this browser holds for its sheet."""
    keys: dict[str, str] = request.session.get(_KEYS, {})
    found = {side: keys.get(f"{match.pk}:{side}") for side in "ab"}
    return {side: _digest(key) for side, key in found.items() if key}


def hold_key(request: PageRequest, match: Match, side: MatchSide) -> str:
    """Give this browser a key for the sheet of a side, if it has none; the key's digest."""
    keys: dict[str, str] = dict(request.session.get(_KEYS, {}))
    name = f"{match.pk}:{side}"
    if name not in keys:
        keys[name] = secrets.token_hex(16)
        request.session[_KEYS] = dict(list(keys.items())[-_MOST:])
    return _digest(keys[name])


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
