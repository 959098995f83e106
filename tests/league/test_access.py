"""Who is let in to the pages of people, and who is told that there is no such page."""

import pytest
from django.urls import reverse

from league.actions.invitations import show_code
from league.models import Partnership, Player, Role

SIGN_IN, GO, FORBIDDEN, NOTHING = "sign in", 200, 403, 404

ORGANIZERS = {
    "guest": SIGN_IN,
    "stranger": NOTHING,
    "member": FORBIDDEN,
    "scorekeeper": FORBIDDEN,
    "organizer": GO,
    "owner": GO,
    "site_admin": GO,
}
OWNERS = {**ORGANIZERS, "organizer": FORBIDDEN}
EVERYBODY = dict.fromkeys(ORGANIZERS, GO)
FOUNDERS = {**ORGANIZERS, "stranger": GO}

PAGES = [
    ("clubs", "", EVERYBODY),
    ("club_new", "", FOUNDERS),
    ("club_edit", "slug", OWNERS),
    ("people", "slug", ORGANIZERS),
    ("people_paste", "slug", ORGANIZERS),
    ("player_new", "slug", ORGANIZERS),
    ("player_edit", "player", ORGANIZERS),
    ("player_remove", "player", ORGANIZERS),
    ("partnership_new", "slug", ORGANIZERS),
    ("partnership_remove", "pair", ORGANIZERS),
    ("roles", "slug", OWNERS),
    ("role_take", "role", OWNERS),
    ("invitations", "slug", OWNERS),
    ("invitation", "invitation", OWNERS),
    ("join", "", EVERYBODY),
]
LADDER = [
    (page, thing, who, sees) for page, thing, all_see in PAGES for who, sees in all_see.items()
]


@pytest.fixture
def address(club, make_player, make_partnership, personas):
    code = show_code(club, most_uses=5, days=1, by=personas["owner"])
    things = {
        "": [],
        "slug": [club.slug],
        "player": [make_player().pk],
        "invitation": [code.pk],
        "pair": [make_partnership().pk],
        "role": [Role.objects.get(club=club, kind="member").pk],
    }
    return lambda page, thing: reverse(page, args=things[thing])


def seen(answer) -> object:
    if answer.status_code == 302 and answer["Location"].startswith(reverse("account_login")):
        return SIGN_IN
    return answer.status_code


@pytest.mark.parametrize(("page", "thing", "who", "sees"), LADDER)
def test_page_opens_for_those_who_may(page, thing, who, sees, address, personas, client_of):
    assert seen(client_of(personas[who]).get(address(page, thing))) == sees


@pytest.mark.parametrize(
    ("page", "thing", "who"),
    [(page, thing, who) for page, thing, who, sees in LADDER if sees != GO],
)
def test_who_may_not_look_may_not_send_either(page, thing, who, address, personas, client_of):
    before = list(Role.objects.values_list("pk", "kind"))
    answer = client_of(personas[who]).post(
        address(page, thing), {"name": "X", "names": "X & Y", "one": "X", "other": "Y"}
    )
    assert answer.status_code in {302, 403, 404, 405}
    assert not Player.objects.filter(name="X").exists()
    assert (Player.objects.count(), Partnership.objects.count()) == (3, 1)
    assert list(Role.objects.values_list("pk", "kind")) == before


@pytest.mark.parametrize("who", [who for who, sees in OWNERS.items() if sees != GO])
@pytest.mark.parametrize("page", ["role_edit", "role_link"])
def test_roles_are_changed_by_owners_alone(page, who, address, personas, client_of):
    answer = client_of(personas[who]).post(address(page, "role"), {"kind": "owner"})
    assert seen(answer) == OWNERS[who] or who == "guest"
    assert Role.objects.filter(kind="owner").count() == 1
    assert "sign-in-link" not in answer.content.decode()


@pytest.mark.parametrize("page", ["role_edit", "role_link"])
def test_a_link_alone_changes_nothing(page, address, owner, client_of):
    assert client_of(owner).get(address(page, "role")).status_code == 405


def test_address_of_nothing_looks_like_that_of_another_club(stranger, client_of, address):
    browser = client_of(stranger)
    assert browser.get(reverse("people", args=["no-such-club"])).status_code == NOTHING
    assert browser.get(reverse("player_edit", args=[10**9])).status_code == NOTHING
    assert browser.get(reverse("role_take", args=[10**9])).status_code == NOTHING


def test_closed_account_is_a_guest(organizer, client_of, address):
    browser = client_of(organizer)
    organizer.is_active = False
    organizer.save(update_fields=["is_active"])
    assert seen(browser.get(address("people", "slug"))) == SIGN_IN


def test_emails_are_shown_to_owners_alone(club, personas, client_of):
    for who, user in personas.items():
        if who in {"owner", "site_admin"}:
            continue
        for page in (reverse("clubs"), reverse("club", args=[club.slug])):
            assert "@example.com" not in client_of(user).get(page).content.decode()
