"""Who is found by a name."""

import pytest

from league.queries.people import known_people, name_key, people_of, search_key


@pytest.mark.parametrize(
    ("one", "other"),
    [("ANNE MACNEIL", "Anne MacNeil"), ("D’Arcy", "D'Arcy"), ("Anne‑Marie", "Anne-Marie")],
)
def test_same_name_written_otherwise_is_recognised(one, other):
    assert name_key(one) == name_key(other)


def test_accent_makes_another_name_but_is_not_needed_to_search():
    assert name_key("Léo") != name_key("Leo")
    assert search_key("LEO") in search_key("Léo Samson")


def test_search_finds_by_any_part_whatever_the_capitals(club, make_player):
    for name in ["Léo Samson", "Peigi Bàn", "Noor Haddad"]:
        make_player(name)
    assert [player.name for player in people_of(club, "leo")] == ["Léo Samson"]
    assert [player.name for player in people_of(club, "BAN")] == ["Peigi Bàn"]
    assert len(people_of(club, "")) == 3


def test_people_of_other_clubs_are_known_after_those_of_the_club(
    club, other_club, make_player, make_partnership
):
    there = make_player("Anne MacNeil", club=other_club)
    here = make_player("anne macneil")
    make_partnership(here, make_player("Joe Boudreau"))
    (found,) = known_people(club, ["Anne MacNeil"]).values()
    assert [(one.number, one.here) for one in found] == [(here.pk, True), (there.pk, False)]
    assert found[0].partners == ["Joe Boudreau"]
