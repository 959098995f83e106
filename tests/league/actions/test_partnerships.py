"""A pasted list is stored once, however often it is sent."""

from league.actions.partnerships import store_people
from league.forms.pasted_lines import read_lines
from league.forms.pasted_names import Reading, read_paste
from league.models import Club, Partnership, Player, User

TWO = "Zita Petrie & Yann Poirier\n"


def read(club: Club, **choices: str) -> Reading:
    fields = {name.replace("_", "-"): chosen for name, chosen in choices.items()}
    return read_paste(club, read_lines(TWO), fields)


def test_two_taps_that_were_read_before_either_was_stored_make_one_pair(
    club: Club, organizer: User
) -> None:
    taps = [read(club), read(club)]
    stored = [store_people(club, tap.people, seen=tap.seen, by=organizer) for tap in taps]
    assert [one.players for one in stored] == [2, 0]
    assert stored[1].known == stored[0].partnerships
    assert Player.objects.filter(name="Zita Petrie").count() == 1
    assert Partnership.objects.count() == 1


def test_another_person_of_a_known_name_is_stored_once_as_well(club: Club, organizer: User) -> None:
    Player.objects.create(club=club, name="Zita Petrie")
    taps = [read(club, who_1_0="new"), read(club, who_1_0="new")]
    stored = [store_people(club, tap.people, seen=tap.seen, by=organizer) for tap in taps]
    assert [one.players for one in stored] == [2, 0]
    assert Player.objects.filter(name="Zita Petrie").count() == 2
    assert Partnership.objects.count() == 1


def test_somebody_of_another_club_is_nobody_of_this_one(
    club: Club, other_club: Club, organizer: User
) -> None:
    tap = read(club)
    guest = Player.objects.create(club=other_club, name="Zita Petrie")
    (pair,) = store_people(club, tap.people, seen=tap.seen, by=organizer).partnerships
    assert guest.pk not in (pair.first_id, pair.second_id)
