"""Where somebody sits: tonight, or in the round that comes next."""

import unicodedata
from dataclasses import dataclass
from datetime import date

from league.models import Competition, Entry, Match, Player, Round
from league.queries.boards import rounds_next, rounds_on
from league.queries.matches import table_of
from league.queries.prints import matches_of, sitters_of
from league.queries.stages import players_sitting_out
from league.words.sorting import name_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player's place in a round: the match (None: he sits out) with his side, and the partner
    (None: not known)."""

    player: Player
    round: Round
    match: Match | None
    side: str
    partner: Player | None

    @property
    def table(self) -> int | None:
        return None if self.match is None else table_of(self.match)

    @property
    def others(self) -> Entry | None:
        """Whom they meet."""
        if self.match is None:
            return None
        return self.match.entry_b if self.side == "a" else self.match.entry_a


def rounds_to_sit_in(competition: Competition, today: date) -> list[Round]:
    """The rounds of tonight that are on and those that come next, each once; drafts never."""
    on = [view.round for view in rounds_on(competition, today) if view.day == today]
    found = {one.pk: one for one in (*on, *rounds_next(competition, today))}
    return list(found.values())


def places_of(competition: Competition, today: date, letters: str) -> list[Place]:
    """Everybody of these rounds with a name, first, last or between, that begins with the letters
    (accents and case aside), by name; one letter alone has to be the whole of it. Only names that
    the reader may know are looked at."""
    wanted = bare_letters(letters)
    if not wanted:
        return []
    places: dict[tuple[int, int], Place] = {}
    for one in rounds_to_sit_in(competition, today):
        matches = {match.pk: match for match in matches_of(one)}
        for sitter in sitters_of(one):
            match = matches.get(sitter.match.pk) if sitter.match else None
            key = sitter.player.pk, match.pk if match else -one.pk
            if key not in places and _begins(sitter.player.called, wanted):
                places[key] = Place(
                    player=sitter.player,
                    round=match.round if match else one,
                    match=match,
                    side=sitter.side,
                    partner=sitter.partner,
                )
        for player in players_sitting_out([one]).values():
            if _begins(player.called, wanted):
                places[player.pk, -one.pk] = Place(
                    player=player, round=one, match=None, side="", partner=None
                )
    return sorted(
        places.values(), key=lambda place: (name_key(place.player.called), place.player.pk)
    )


def _begins(name: str, wanted: str) -> bool:
    """Whether the name, or what follows a word of it, begins with these letters."""
    words = bare_letters(name).split()
    if len(wanted) == 1:
        return wanted in words
    return any(" ".join(words[at:]).startswith(wanted) for at in range(len(words)))


def bare_letters(text: str) -> str:
    """Without accents, marks and case: "NicNèill" -> "nicneill", "O'Brien" -> "obrien"."""
    letters = unicodedata.normalize("NFKD", text)
    kept = "".join(one if one.isalnum() else " " if one in " -&" else "" for one in letters)
    return " ".join(kept.casefold().split())
