"""An organizer keeps the people of a club: the list, and the pasted names."""

import re

import pytest
from django.urls import reverse

from league.models import AuditEntry, Partnership, Player


@pytest.fixture
def browser(organizer, client_of):
    return client_of(organizer)


@pytest.fixture
def paste_url(club):
    return reverse("people_paste", args=[club.slug])


def pairs() -> set[str]:
    return {str(pair) for pair in Partnership.objects.select_related("first", "second")}


def look(browser, url, text, **fields):
    return browser.post(url, {"names": text, **fields})


def save(browser, url, text, **fields):
    return browser.post(url, {"names": text, "confirm": "1", **fields})


def test_list_shows_people_and_partnerships_and_can_be_searched(club, browser, make_partnership):
    make_partnership()
    make_partnership()
    url = reverse("people", args=[club.slug])
    page = browser.get(url).content.decode()
    assert "Anne MacNeil" in page
    assert "Mairi NicNèill" in page
    found = browser.get(url, {"q": "nicneill"}).content.decode()
    assert "Mairi NicNèill" in found
    assert "Anne MacNeil" not in found


def test_search_while_typing_gets_the_lists_alone(club, browser, make_player):
    make_player("Anne MacNeil")
    url = reverse("people", args=[club.slug])
    part = browser.get(url, {"q": "anne"}, headers={"HX-Request": "true"}).content.decode()
    assert "Anne MacNeil" in part
    assert "<html" not in part


def test_empty_club_says_what_to_do_first(club, browser):
    page = browser.get(reverse("people", args=[club.slug])).content.decode()
    assert "Nobody yet" in page
    assert reverse("people_paste", args=[club.slug]) in page


@pytest.mark.parametrize("many", [1, 30])
def test_list_costs_the_same_queries_however_many_people(
    club, browser, make_partnership, django_assert_max_num_queries, many
):
    for _number in range(many):
        make_partnership()
    with django_assert_max_num_queries(8):
        browser.get(reverse("people", args=[club.slug]))


def test_looking_at_a_list_stores_nothing(browser, paste_url):
    page = look(browser, paste_url, "Anne & Joe\nRita")
    assert page.status_code == 200
    text = page.content.decode()
    assert "new partnership" in text
    assert "3 new people" in text
    assert not Player.objects.exists()
    assert not AuditEntry.objects.exists()


def test_confirmed_list_is_stored_whole_with_one_audit_entry_without_names(
    browser, paste_url, organizer, club
):
    answer = save(browser, paste_url, "Anne & Joe\nAnne / Rita\nStan")
    assert answer.status_code == 302
    assert pairs() == {"Anne & Joe", "Anne & Rita"}
    assert Player.objects.filter(club=club).count() == 4
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.by, entry.club) == ("store_people", organizer, club)
    assert "Anne" not in str(entry.after)
    assert len(entry.after["players"]) == 4
    assert len(entry.after["partnerships"]) == 2


def test_list_sent_twice_is_stored_once(browser, paste_url):
    save(browser, paste_url, "Anne & Joe\nRita & Stan")
    save(browser, paste_url, "Joe & Anne\nStan, Rita")
    assert Player.objects.count() == 4
    assert Partnership.objects.count() == 2


def test_pair_in_the_other_order_is_said_to_be_known(browser, paste_url):
    save(browser, paste_url, "Anne & Joe")
    assert "a partnership already" in look(browser, paste_url, "joe & ANNE").content.decode()


def test_same_pair_twice_in_a_list_points_to_the_first_line(browser, paste_url):
    text = "Anne & Joe\nRita & Stan\nJoe, Anne"
    assert "the same as line 1" in look(browser, paste_url, text).content.decode()
    save(browser, paste_url, text)
    assert Partnership.objects.count() == 2


def test_problem_is_named_by_line_and_everything_typed_is_kept(browser, paste_url):
    text = "Anne & Joe\n\nRita & Stan & Léo\n" + "x" * 101
    page = save(browser, paste_url, text)
    assert page.status_code == 422
    said = page.content.decode()
    assert "Line 3" in said
    assert "3 names on one line" in said
    assert "Line 4" in said
    assert "This name has 101 letters; 100 is the most." in said
    kept = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", said, re.DOTALL).group(1)
    assert kept.replace("&amp;", "&") == text
    assert not Player.objects.exists()


def test_name_twice_on_a_line_is_no_partnership(browser, paste_url):
    page = save(browser, paste_url, "Anne MacNeil & anne macneil")
    assert page.status_code == 422
    assert "The same name stands twice" in page.content.decode()
    assert not Player.objects.exists()


def test_name_that_two_people_bear_is_asked_and_nothing_is_guessed(
    browser, paste_url, make_player, make_partnership
):
    senior, junior = make_player("John MacDonald"), make_player("John MacDonald")
    make_partnership(senior, make_player("Joe Boudreau"))
    text = "John MacDonald & Rita"
    page = look(browser, paste_url, text).content.decode()
    assert "Who is “John MacDonald”?" in page
    assert "plays with Joe Boudreau" in page
    unanswered = save(browser, paste_url, text)
    assert unanswered.status_code == 422
    assert not Player.objects.filter(name="Rita").exists()
    save(browser, paste_url, text, **{"who-1-0": str(junior.pk)})
    rita = Player.objects.get(name="Rita")
    assert Partnership.objects.filter(first=junior, second=rita).exists()
    assert Player.objects.filter(name="John MacDonald").count() == 2


def test_father_and_son_of_one_name_can_partner_once_both_are_known(
    browser, paste_url, make_player
):
    senior, junior = make_player("John MacDonald"), make_player("John MacDonald")
    choice = {"who-1-0": str(junior.pk), "who-1-1": str(senior.pk)}
    save(browser, paste_url, "John MacDonald & John MacDonald", **choice)
    assert Partnership.objects.filter(first=senior, second=junior).exists()


def test_person_of_another_club_is_offered_not_assumed(browser, paste_url, make_player, other_club):
    guest = make_player("Léo Samson", club=other_club)
    text = "Léo Samson & Rita"
    assert "Chéticamp Acadian Club" in look(browser, paste_url, text).content.decode()
    assert save(browser, paste_url, text).status_code == 422
    save(browser, paste_url, text, **{"who-1-0": str(guest.pk)})
    assert pairs() == {"Léo Samson & Rita"}
    assert Player.objects.filter(name="Léo Samson").count() == 1


def test_new_person_of_a_known_name_can_be_meant(browser, paste_url, make_player, other_club):
    make_player("Léo Samson", club=other_club)
    save(browser, paste_url, "Léo Samson", **{"who-1-0": "new"})
    assert Player.objects.filter(name="Léo Samson").count() == 2


def test_choice_of_somebody_of_another_name_is_not_taken(browser, paste_url, make_player):
    joe = make_player("Joe Boudreau")
    save(browser, paste_url, "Rita & Anne", **{"who-1-0": str(joe.pk)})
    assert pairs() == {"Rita & Anne"}


def test_names_are_shown_as_text_and_not_as_a_page(browser, paste_url):
    page = look(browser, paste_url, "<script>alert(1)</script> & Joe").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("lines", [2, 200])
def test_two_hundred_lines_cost_as_many_queries_as_two(
    browser, paste_url, django_assert_max_num_queries, lines
):
    text = "\n".join(f"Player {n} & Partner {n}" for n in range(lines))
    with django_assert_max_num_queries(8):
        look(browser, paste_url, text)
    with django_assert_max_num_queries(24):
        save(browser, paste_url, text)
    assert Partnership.objects.count() == lines


def test_empty_list_asks_for_a_name(browser, paste_url):
    page = look(browser, paste_url, " \n ")
    assert page.status_code == 422
    assert "Write or paste at least one name." in page.content.decode()


def test_two_of_one_name_are_told_apart_in_the_list(club, browser, make_player, make_partnership):
    make_partnership(make_player("John MacDonald"), make_player("Joe Boudreau"))
    make_player("John MacDonald")
    page = browser.get(reverse("people", args=[club.slug])).content.decode()
    assert "plays with <bdi>Joe Boudreau</bdi>" in page


def test_accented_names_stand_at_their_letter(club, browser, make_player):
    for name in ["Tanis Paul", "Étienne Boudreau", "Flora Gillis"]:
        make_player(name)
    page = browser.get(reverse("people", args=[club.slug])).content.decode()
    assert page.index("Étienne") < page.index("Flora") < page.index("Tanis")
