"""More invented people: given names and family names of Cape Breton, put together by lot.

None is meant to be anybody.
"""

from collections.abc import Collection
from random import Random

GIVEN = (
    "Aidan Alasdair Alma Annabel Annette Archie Barbara Benoît Bernadette Brìghde Calum Camille "
    "Carmella Cecil Charlie Claudette Colin Cora Daisy Delphine Dougald Earl Edna Eileen Elmer "
    "Emilienne Ewen Fabien Finlay Florrie Gérard Giorsal Gladys Hélène Ishbel Jarvis Jeannette "
    "Kateri Kenzie Léandre Lorraine Mabel Marcella Mélanie Mick Mollie Mùirne Murdock Neilina "
    "Noël Norman Olive Otis Paulette Raghnall Raymond Régis Sadie Seonag Stella Stephan Theresa "
    "Thérèse Tobias Urbain Vera Viola Wally Yvon"
)
FAMILY = (
    "Arsenault Bagnell Barrington Beaver Benoit Bonaparte Boutilier Burke Chisholm Christmas "
    "Cormier Cotton Deveau Dixon Doucette Dunphy Farrell Fortune Francis Fraser Gale Gerro Gould "
    "Grezel Gwinn Handrahan Herney Jessome Johnson Kehoe Keagan Kyte Lafford LeBlond LeFort "
    "LeLièvre Lewis Livingstone MacAulay MacCuish MacDougall MacFadyen MacInnis MacKillop MacLeod "
    "MacPhee MacQuarrie MacVicar Marche Matheson Mauger Morin Mullins Nardocchio Nickerson "
    "Pastore Phalen Poulette Prosper Pyke Rideout Roach Romard Rudderham Saccary Steele Stephens "
    "Tobin Urquhart Wawrzynczyk Wilmot Young"
)


def invent_pairs(count: int, random: Random, taken: Collection[str] = ()) -> list[tuple[str, str]]:
    """`count` pairs of names, none twice and none of `taken`."""
    given, family = GIVEN.split(), FAMILY.split()
    used = set(taken)
    names: list[str] = []
    while len(names) < 2 * count:
        name = f"{random.choice(given)} {random.choice(family)}"
        if name not in used:
            used.add(name)
            names.append(name)
    return list(zip(names[::2], names[1::2], strict=True))
