"""Entering partnerships: ticked, found, pasted; nobody twice; taken off before the draw is out."""

from collections.abc import Callable

import pytest
from django.test import Client

from league.models import (
    AuditEntry,
    Club,
    Competition,
    Entrant,
    Entry,
    Partnership,
    Player,
    Round,
    User,
)

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def league(make_competition: Make) -> Competition:
    return make_competition(entries=0, state="draft")


def page(league: Competition, query: str = "") -> str:
    return f"/competitions/{league.pk}/entries/edit/{query}"


def offered(desk: Client, url: str) -> list[Partnership]:
    return list(desk.get(url).context["partnerships"])


def test_ticked_partnerships_are_entered_with_their_people(
    desk: Client, league: Competition, make_partnership: Callable[..., Partnership]
) -> None:
    pairs = [make_partnership() for _ in range(3)]
    answer = desk.post(page(league), {"partnerships": [pairs[0].pk, pairs[2].pk]})
    assert answer.status_code == 302
    assert {entry.partnership for entry in league.entries.all()} == {pairs[0], pairs[2]}
    assert Entrant.objects.filter(competition=league).count() == 4
    assert offered(desk, page(league)) == [pairs[1]]
    assert AuditEntry.objects.filter(verb="add_entry").count() == 2


def test_guests_of_other_clubs_are_found_and_entered(
    desk: Client,
    league: Competition,
    other_club: Club,
    make_partnership: Callable[..., Partnership],
) -> None:
    make_partnership()
    guests = make_partnership(club=other_club)
    assert offered(desk, page(league, "?guests=1")) == [guests]
    assert offered(desk, page(league, f"?guests=1&q={guests.first.name}")) == [guests]
    assert offered(desk, page(league, "?guests=1&q=Nobody")) == []
    desk.post(page(league, "?guests=1"), {"partnerships": [guests.pk]})
    assert league.entries.get().partnership == guests


def test_a_search_finds_either_name(
    desk: Client,
    league: Competition,
    make_player: Callable[..., Player],
    make_partnership: Callable[..., Partnership],
) -> None:
    wanted = make_partnership(make_player("Mairi NicNèill"), make_player("Éloi à Joseph"))
    make_partnership(make_player("Tom Sylliboy"), make_player("Ida Gouthro"))
    for word in ("nicn", "Joseph", "mairi joseph"):
        assert offered(desk, page(league, f"?q={word}")) == [wanted]


def test_nobody_plays_for_two_entries(
    desk: Client,
    league: Competition,
    make_player: Callable[..., Player],
    make_partnership: Callable[..., Partnership],
) -> None:
    anne = make_player("Anne MacNeil")
    one, other = make_partnership(anne), make_partnership(anne)
    answer = desk.post(page(league), {"partnerships": [one.pk, other.pk]})
    assert answer.status_code == 422
    assert "Anne MacNeil cannot play twice" in answer.content.decode()
    assert f'value="{one.pk}" checked' in answer.content.decode()
    assert league.entries.count() == 0

    desk.post(page(league), {"partnerships": [one.pk]})
    assert [pair.busy for pair in offered(desk, page(league))] == [True]
    assert desk.post(page(league), {"partnerships": [other.pk]}).status_code == 422
    assert league.entries.count() == 1


def test_a_second_click_enters_nobody_twice(
    desk: Client, league: Competition, make_partnership: Callable[..., Partnership]
) -> None:
    pair = make_partnership()
    for _ in range(2):
        assert desk.post(page(league), {"partnerships": [pair.pk]}).status_code == 302
    assert league.entries.count() == 1
    assert AuditEntry.objects.filter(verb="add_entry").count() == 1


def test_nothing_ticked_is_said(desk: Client, league: Competition) -> None:
    answer = desk.post(page(league), {})
    assert answer.status_code == 422
    assert "Tick at least one partnership." in answer.content.decode() or (
        not answer.context["partnerships"]
    )


def test_a_pasted_list_makes_people_and_knows_the_known_ones(
    desk: Client,
    league: Competition,
    make_player: Callable[..., Player],
    make_partnership: Callable[..., Partnership],
) -> None:
    known = make_partnership(make_player("Anne MacNeil"), make_player("Joe Boudreau"))
    answer = desk.post(
        page(league), {"names": "Joe Boudreau & Anne MacNeil\n2. Mairi Bàn / Tom Sylliboy\n"}
    )
    assert answer.status_code == 302
    assert league.entries.count() == 2
    assert known.pk in league.entries.values_list("partnership_id", flat=True)
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("", "Write or paste at least one partnership."),
        ("Anne MacNeil", "Line 1 has one name; a partnership takes two."),
        ("Anne & Joe\nA & B & C", "Line 2: 3 names on one line"),
        ("Anne &", "Line 1:"),
        ("Anne & Anne", "Line 1:"),
    ],
)
def test_a_list_that_cannot_be_read_stores_nobody_and_is_kept(
    desk: Client, league: Competition, names: str, said: str
) -> None:
    answer = desk.post(page(league), {"names": names})
    assert answer.status_code == 422
    assert said in str(answer.context["paste"].errors["names"])
    assert answer.context["paste"]["names"].value() == names
    assert not Player.objects.exists()


def test_a_person_twice_in_a_list_stores_nothing_at_all(desk: Client, league: Competition) -> None:
    answer = desk.post(page(league), {"names": "Anne M & Joe B\nAnne M & Ida G"})
    assert answer.status_code == 422
    assert "Anne M cannot play twice" in answer.content.decode()
    assert not Player.objects.exists()
    assert not league.entries.exists()


def test_an_entry_is_taken_off_before_the_draw(
    desk: Client, make_competition: Make, client_of: Callable[..., Client], stranger: User
) -> None:
    league = make_competition(entries=3)
    entry = league.entries.first()
    assert client_of(stranger).post(f"/entries/{entry.pk}/remove/").status_code == 404
    desk.post(f"/entries/{entry.pk}/remove/")
    assert league.entries.count() == 2
    assert not Entrant.objects.filter(entry=entry.pk).exists()
    assert Partnership.objects.filter(pk=entry.partnership_id).exists()


def test_entering_somebody_drops_the_draft_of_the_draw(
    desk: Client,
    make_competition: Make,
    make_round: Callable[..., Round],
    make_partnership: Callable[..., Partnership],
) -> None:
    league = make_competition(entries=4)
    make_round(league, state="draft")
    assert "drops it" in desk.get(page(league)).content.decode()
    desk.post(page(league), {"partnerships": [make_partnership().pk]})
    assert not Round.objects.exists()
    assert AuditEntry.objects.filter(verb="drop_draft").count() == 1


def test_entries_are_settled_once_a_round_is_published(
    desk: Client,
    make_competition: Make,
    make_round: Callable[..., Round],
    make_partnership: Callable[..., Partnership],
) -> None:
    league = make_competition(entries=4)
    make_round(league)
    answer = desk.post(page(league), {"partnerships": [make_partnership().pk]})
    assert answer.status_code == 422
    desk.post(f"/entries/{Entry.objects.first().pk}/remove/")
    assert league.entries.count() == 4


def test_the_page_asks_as_much_for_thirty_entries_as_for_three(
    desk: Client,
    make_competition: Make,
    make_partnership: Callable[..., Partnership],
    django_assert_num_queries: Callable[..., object],
) -> None:
    counts = []
    for entries in (3, 30):
        league = make_competition(entries=entries, name=f"League {entries}")
        for _ in range(entries):
            make_partnership()
        with django_assert_num_queries(11) as asked:
            desk.get(page(league))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_ticked_number_that_no_row_can_have_is_refused(
    desk: Client, league: Competition, make_partnership: Callable[..., Partnership]
) -> None:
    pair = make_partnership()
    for number in ("9" * 21, "9" * 5000):
        answer = desk.post(page(league), {"partnerships": [pair.pk, number]})
        assert answer.status_code == 422
    assert league.entries.count() == 0
