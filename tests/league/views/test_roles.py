"""The owner says who may do what."""

import re

import pytest
from django.urls import reverse

from league.models import AuditEntry, Role, User


@pytest.fixture
def browser(owner, client_of):
    return client_of(owner)


@pytest.fixture
def give(browser, club):
    def post(email: str, kind: str = "scorekeeper", name: str = ""):
        url = reverse("roles", args=[club.slug])
        return browser.post(url, {"email": email, "kind": kind, "name": name})

    return post


def link_in(page) -> str:
    found = re.search(r"http://testserver(/sign-in-link/[^<\s]+)", page.content.decode())
    return found.group(1) if found else ""


def test_somebody_new_gets_an_account_and_a_link_that_is_kept_nowhere(give, club, browser):
    page = give("Rita@Example.com", "organizer", "Rita Marshall")
    user = User.objects.get(email="rita@example.com")
    assert Role.objects.get(user=user, club=club).kind == "organizer"
    assert not user.has_usable_password()
    assert link_in(page)
    assert "no-store" in page["Cache-Control"]
    assert not link_in(browser.get(reverse("roles", args=[club.slug])))
    token = link_in(page).split("/")[-2]
    assert not any(token in str(entry.__dict__) for entry in AuditEntry.objects.all())


def test_somebody_with_an_account_elsewhere_gets_the_role_and_no_link(give, club, stranger):
    page = give(stranger.email)
    assert page.status_code == 302
    assert Role.objects.get(user=stranger, club=club).kind == "scorekeeper"
    stranger.refresh_from_db()
    assert stranger.has_usable_password()


def test_second_role_for_one_account_is_refused_with_a_hint(give, member):
    page = give(member.email.upper(), "owner")
    assert page.status_code == 422
    assert "has a role here already" in page.content.decode()
    assert Role.objects.get(user=member).kind == "member"


@pytest.mark.parametrize("email", ["", "rita", "rita@", "a b@example.com"])
def test_address_that_is_none_is_refused_and_kept(give, email):
    page = give(email)
    assert page.status_code == 422
    assert f'value="{email}"' in page.content.decode() or not email
    assert Role.objects.count() == 1


def test_role_nobody_knows_is_refused(give):
    assert give("rita@example.com", "king").status_code == 422
    assert User.objects.count() == 1


def test_owner_makes_a_member_scorekeeper_and_it_is_on_record(browser, owner, member):
    role = Role.objects.get(user=member)
    browser.post(reverse("role_edit", args=[role.pk]), {"kind": "scorekeeper"})
    role.refresh_from_db()
    assert role.kind == "scorekeeper"
    entry = AuditEntry.objects.get(verb="change_role")
    assert entry.before == {"user": member.pk, "kind": "member"}
    assert entry.after == {"user": member.pk, "kind": "scorekeeper"}
    assert entry.by == owner


def test_taking_a_role_back_asks_first_then_ends_it_at_once(browser, club, organizer, client_of):
    url = reverse("role_take", args=[Role.objects.get(user=organizer).pk])
    assert "off the list?" in browser.get(url).content.decode()
    assert Role.objects.filter(user=organizer).exists()
    browser.post(url)
    people = client_of(organizer).get(reverse("people", args=[club.slug]))
    assert people.status_code == 404
    assert User.objects.filter(pk=organizer.pk).exists()


def test_last_owner_neither_steps_down_nor_leaves(browser, owner):
    role = Role.objects.get(user=owner)
    for url, data in [("role_edit", {"kind": "member"}), ("role_take", {})]:
        page = browser.post(reverse(url, args=[role.pk]), data)
        assert page.status_code == 422
        assert "A club needs an owner" in page.content.decode()
    role.refresh_from_db()
    assert role.kind == "owner"


def test_owner_steps_down_once_there_is_another(browser, owner, club, make_user):
    make_user("second", club, "owner")
    role = Role.objects.get(user=owner)
    answer = browser.post(reverse("role_edit", args=[role.pk]), {"kind": "member"})
    assert answer["Location"] == reverse("club", args=[club.slug])
    role.refresh_from_db()
    assert role.kind == "member"


def test_forgotten_password_gets_a_new_link(browser, organizer):
    page = browser.post(reverse("role_link", args=[Role.objects.get(user=organizer).pk]))
    assert link_in(page)


def refused_link(browser, user, club) -> bool:
    page = browser.post(reverse("role_link", args=[Role.objects.get(user=user, club=club).pk]))
    return page.status_code == 422 and not link_in(page)


def test_no_link_into_an_account_that_reaches_beyond_the_club(browser, club, stranger):
    Role.objects.create(club=club, user=stranger, kind="member")
    assert refused_link(browser, stranger, club)


def test_no_link_into_an_invited_account_of_another_club(browser, club, other_club):
    invited = User.objects.create_user("new@example.com")
    Role.objects.create(club=other_club, user=invited, kind="owner")
    Role.objects.create(club=club, user=invited, kind="member")
    assert refused_link(browser, invited, club)


def test_no_link_into_a_site_admin_or_another_owner(browser, club, site_admin, make_user):
    Role.objects.create(club=club, user=site_admin, kind="member")
    second = make_user("second", club, "owner")
    assert refused_link(browser, site_admin, club)
    assert refused_link(browser, second, club)


def test_site_admin_hands_a_link_to_an_owner(site_admin, owner, club, client_of):
    role = Role.objects.get(user=owner)
    assert link_in(client_of(site_admin).post(reverse("role_link", args=[role.pk])))


def test_closed_account_gets_no_role(give, make_user):
    closed = make_user("closed", is_active=False)
    page = give(closed.email)
    assert page.status_code == 422
    assert not Role.objects.filter(user=closed).exists()


@pytest.mark.parametrize("many", [1, 12])
def test_list_costs_the_same_queries_however_many_roles(
    browser, club, make_user, django_assert_max_num_queries, many
):
    for number in range(many):
        make_user(f"scorer{number}", club, "scorekeeper")
    with django_assert_max_num_queries(7):
        page = browser.get(reverse("roles", args=[club.slug]))
    assert page.content.decode().count("New sign-in link") == many
