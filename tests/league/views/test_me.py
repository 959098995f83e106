"""One's own page: clubs, who one is at the tables, what the account is called."""

import re

import pytest
from django.urls import reverse

from league.actions.claims import claim_player, confirm_claim
from league.models import AuditEntry, Claim, Player, Role, User


@pytest.fixture
def anne(make_player) -> Player:
    return make_player("Anne MacNeil")


@pytest.fixture
def browser(member, client_of):
    return client_of(member)


def said(answer) -> str:
    return answer.text


def test_person_in_two_clubs_sees_both_roles_and_nobody_elses(browser, member, other_club, owner):
    Role.objects.create(club=other_club, user=member, kind="organizer")
    page = browser.get(reverse("me")).text
    assert "Glace Bay Legion" in page
    assert "Chéticamp Acadian Club" in page
    assert "organizer" in page
    assert member.email in page
    assert owner.email not in page


def test_guest_is_asked_to_sign_in_first(client, db):
    assert client.get(reverse("me"))["Location"].startswith(reverse("account_login"))


def test_member_says_who_they_are_and_the_organizer_confirms(browser, anne, member, organizer, club,
                                                             client_of):  # fmt: skip
    page = browser.post(reverse("claim"), {"player": anne.pk}, follow=True).text
    assert "Waits for an organizer" in page
    anne.refresh_from_db()
    assert anne.user is None
    desk = client_of(organizer)
    people = desk.get(reverse("people", args=[club.slug])).text
    assert "says: I am" in people
    claim = Claim.objects.get()
    desk.post(reverse("claim_decide", args=[claim.pk]), {"answer": "confirm"})
    anne.refresh_from_db()
    assert anne.user == member
    assert "says: I am" not in desk.get(reverse("people", args=[club.slug])).text
    assert "Hide my full name" in browser.get(reverse("me")).text
    entry = AuditEntry.objects.get(verb="confirm_claim")
    assert (entry.after, entry.by) == ({"player": anne.pk, "user": member.pk}, organizer)


def test_member_says_it_on_the_players_own_page(browser, anne, client):
    player = reverse("player", args=[anne.pk])
    assert "This is me" in browser.get(player).text
    assert "This is me" not in client.get(player).text
    browser.post(reverse("player_claim", args=[anne.pk]))
    browser.post(reverse("player_claim", args=[anne.pk]))
    assert Claim.objects.get().player == anne
    assert AuditEntry.objects.filter(verb="claim_player").count() == 1


def test_player_of_another_club_cannot_be_claimed(browser, make_player, other_club):
    other = make_player("Flora Gillis", club=other_club)
    assert browser.post(reverse("player_claim", args=[other.pk])).status_code == 404
    page = browser.post(reverse("claim"), {"player": other.pk})
    assert page.status_code == 422
    assert "Choose again" in page.text
    assert not Claim.objects.exists()


def test_organizer_declines_and_the_record_stays_nobodys(browser, anne, organizer, client_of):
    browser.post(reverse("claim"), {"player": anne.pk})
    url = reverse("claim_decide", args=[Claim.objects.get().pk])
    desk = client_of(organizer)
    desk.post(url, {"answer": "decline"})
    page = desk.post(url, {"answer": "confirm"}, follow=True).text
    assert "decided before" in page
    anne.refresh_from_db()
    assert anne.user is None


def test_of_two_who_say_it_one_is_confirmed_and_the_other_declined(anne, member, scorekeeper,
                                                                   organizer):  # fmt: skip
    right, wrong = (claim_player(anne, by=user) for user in (member, scorekeeper))
    confirm_claim(right, by=organizer)
    wrong.refresh_from_db()
    assert wrong.state == "declined"
    anne.refresh_from_db()
    assert anne.user == member


def test_claimer_takes_it_back(browser, anne, organizer, client_of, stranger):
    browser.post(reverse("claim"), {"player": anne.pk})
    url = reverse("claim_withdraw", args=[Claim.objects.get().pk])
    assert client_of(stranger).post(url).status_code == 404
    browser.post(url)
    assert Claim.objects.get().state == "withdrawn"


@pytest.mark.parametrize("who", ["the person", "the organizer"])
def test_account_and_record_are_parted_and_the_record_stays(
    browser, anne, member, organizer, client_of, who
):
    Player.objects.filter(pk=anne.pk).update(user=member)
    acts = browser if who == "the person" else client_of(organizer)
    url = reverse("player_part", args=[anne.pk])
    assert "belongs to no account now" in acts.post(url, follow=True).text
    anne.refresh_from_db()
    assert anne.user is None
    assert AuditEntry.objects.get(verb="part_player").before == {
        "player": anne.pk,
        "user": member.pk,
    }


def test_nobody_else_parts_hides_or_decides(anne, member, scorekeeper, stranger, client_of):
    Player.objects.filter(pk=anne.pk).update(user=member)
    claim = Claim.objects.create(player=anne, user=member)
    urls = [("player_part", anne.pk), ("player_hide", anne.pk), ("claim_decide", claim.pk)]
    for user, status in ((scorekeeper, 403), (stranger, 404)):
        for name, pk in urls:
            answer = client_of(user).post(reverse(name, args=[pk]), {"answer": "confirm"})
            assert answer.status_code == status, name
    anne.refresh_from_db()
    assert (anne.user, anne.hidden) == (member, False)


def test_member_leaves_the_club_after_a_page_that_asks(browser, member, club, anne):
    claim_player(anne, by=member)
    role = Role.objects.get(user=member)
    url = reverse("role_leave", args=[role.pk])
    assert "Leave" in browser.get(url).text
    assert Role.objects.filter(pk=role.pk).exists()
    browser.post(url)
    assert not Role.objects.filter(pk=role.pk).exists()
    assert Claim.objects.get().state == "withdrawn"
    assert User.objects.filter(pk=member.pk).exists()
    assert "You left before" in browser.post(url, follow=True).text
    assert AuditEntry.objects.filter(verb="leave_club").count() == 1


def test_last_owner_cannot_leave_and_nobody_leaves_for_another(owner, member, client_of):
    role = Role.objects.get(user=owner)
    page = client_of(owner).post(reverse("role_leave", args=[role.pk]))
    assert page.status_code == 422
    assert "A club needs an owner" in page.text
    assert client_of(member).post(reverse("role_leave", args=[role.pk])).status_code == 404
    assert Role.objects.filter(pk=role.pk).exists()


def test_log_of_the_club_says_in_words_who_is_whom(
    browser, anne, member, organizer, client_of, club
):
    Player.objects.filter(pk=anne.pk).update(user=None)
    browser.post(reverse("claim"), {"player": anne.pk})
    desk = client_of(organizer)
    desk.post(reverse("claim_decide", args=[Claim.objects.get().pk]), {"answer": "confirm"})
    desk.post(reverse("player_hide", args=[anne.pk]))
    desk.post(reverse("player_part", args=[anne.pk]))
    page = re.sub(r"<[^>]+>", "", desk.get(reverse("club_audit", args=[club.slug])).text)
    for said in (
        "member says: I am Anne MacNeil.",
        "Confirmed that member is Anne MacNeil.",
        "Hid the full name of Anne MacNeil.",
        "Parted Anne MacNeil from the account of member.",
    ):
        assert said in page


def test_account_gets_another_name(browser, member):
    assert browser.post(reverse("me_name"), {"name": " "}).status_code == 422
    browser.post(reverse("me_name"), {"name": "Mary  Member"})
    member.refresh_from_db()
    assert member.name == "Mary Member"


def test_account_without_a_name_is_never_called_by_its_address(member):
    member.name = ""
    assert "@" not in str(member)
    assert "@" not in member.called


@pytest.mark.parametrize("many", [1, 20])
def test_page_costs_the_same_queries_however_many_players(
    browser, member, make_player, django_assert_max_num_queries, many
):
    for _one in range(many):
        make_player()
    Player.objects.filter(pk=make_player("Anne MacNeil").pk).update(user=member)
    with django_assert_max_num_queries(10):
        browser.get(reverse("me"))
