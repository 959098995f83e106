"""Where do I sit: two letters find a table, and nothing that is not out."""

from html import unescape

import pytest
from django.urls import reverse

from league.actions.hidden_names import hide_name
from league.models import Bye, Lineup, Round


@pytest.fixture
def evening(make_competition, make_round, make_match, make_player, make_partnership, make_entry):
    """Two tables and a bye, of people with names of every kind."""
    league = make_competition(entries=0)
    names = [
        ("Anne MacNeil", "Joe O'Brien"),
        ("Mairi NicNèill", "Éloi à Joseph"),
        ("Donna Paul", "Mary-Ann van der Berg"),
        ("Sandy Denny", "Annie Mombourquette"),
        ("Flora Gillis", "Q Sylliboy"),
    ]
    entries = [make_entry(league, make_partnership(*map(make_player, pair))) for pair in names]
    found = make_round(league)
    for table in (0, 1):
        one, other = entries[2 * table : 2 * table + 2]
        make_match(league, round=found, entry_a=one, entry_b=other, table=table + 7)
    Bye.objects.create(round=found, entry=entries[4])
    return found


@pytest.fixture
def ask(client_of, evening):
    def find(letters: str, user=None, **headers) -> str:
        address = reverse("where", args=[evening.stage.competition_id])
        answer = client_of(user).get(address, {"q": letters}, headers=headers)
        assert answer.status_code == 200
        return answer.text

    return find


def found_in(page: str) -> list[str]:
    page = unescape(page)
    return [part.partition("</bdi>")[0] for part in page.split('__name"><bdi class="name">')[1:]]


@pytest.mark.parametrize(
    ("letters", "who"),
    [
        ("an", ["Anne MacNeil", "Annie Mombourquette", "Mary-Ann van der Berg"]),
        ("MAC", ["Anne MacNeil"]),
        ("nicne", ["Mairi NicNèill"]),
        ("él", ["Éloi à Joseph"]),
        ("el", ["Éloi à Joseph"]),
        ("obr", ["Joe O'Brien"]),
        ("o'b", ["Joe O'Brien"]),
        ("o’b", ["Joe O'Brien"]),
        ("van der", ["Mary-Ann van der Berg"]),
        ("  donna   pa ", ["Donna Paul"]),
        ("zz", []),
        ("n", []),
        ("à", ["Éloi à Joseph"]),
        ("q", ["Q Sylliboy"]),
        ("", []),
        ("--", []),
        ("%", []),
        ("nne", []),
        ("x" * 500, []),
    ],
)
def test_first_letters_of_any_name_find_who_it_is(ask, letters, who):
    assert found_in(ask(letters)) == who


def test_a_seat_is_told_with_table_partner_and_others(ask):
    page = ask("donn")
    assert "Table 8" in page
    assert "Mary-Ann van der Berg" in page
    assert "Sandy Denny" in page


def test_who_sits_out_is_told_so(ask):
    assert "Sits out" in ask("flo")


def test_too_few_letters_and_nobody_are_said(ask):
    assert "One letter more" in ask("n")
    assert "Nobody of these rounds" in ask("<xy>")
    assert "<xy>" not in ask("<xy>")


def test_with_htmx_the_list_alone_comes(ask):
    part = ask("an", **{"HX-Request": "true"})
    assert "<html" not in part
    assert len(found_in(part)) == 3


def test_a_substitute_is_found_in_the_place_of_whom_he_sits_in_for(ask, evening, make_player):
    match = evening.matches.get(table=7)
    out = match.entry_a.partnership.first
    sub = make_player("Zita Aucoin")
    Lineup.objects.create(round=evening, match=match, side="a", player=sub, substitute_for=out)
    assert "Table 7" in ask("zita")
    assert found_in(ask(out.name)) == []


def test_a_draft_seats_nobody_not_even_for_organizers(ask, evening, organizer):
    Round.objects.filter(pk=evening.pk).update(state=Round.State.DRAFT)
    for user in (None, organizer):
        page = ask("an", user)
        assert found_in(page) == []
        assert "No seats yet" in page


def test_a_hidden_name_is_not_found_by_what_it_hides(ask, evening, organizer):
    player = evening.matches.get(table=7).entry_a.partnership.first
    hide_name(player, by=organizer)
    assert found_in(ask("macn")) == []
    assert found_in(ask("ann"))[0] == "Anne M."
    assert found_in(ask("macn", organizer)) == ["Anne MacNeil"]


def test_the_round_that_comes_next_is_told_too(ask, evening, make_round, make_match, organizer):
    league = evening.stage.competition
    later = make_round(league, number=2)
    match = evening.matches.get(table=7)
    make_match(league, round=later, entry_a=match.entry_a, entry_b=match.entry_b, table=3)
    evening.matches.update(forfeit="a")
    page = ask("joe")
    assert "Table 7" in page
    assert "Table 3" in page
    assert page.index("Table 7") < page.index("Table 3")
