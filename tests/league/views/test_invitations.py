"""The owner invites; people come in with a link, or with the code on the screen of the hall."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from league.actions.invitations import invite_person, revoke_invitation, show_code
from league.models import AuditEntry, Invitation, Role, User
from league.queries.invitations import invitation_for_secret, secret_of

NEW = "three-quiet-herons"
RITA = {"name": "Rita Marshall", "email": "Rita@example.com", "password": NEW}


@pytest.fixture
def code(club, owner) -> Invitation:
    return show_code(club, most_uses=2, days=1, by=owner)


@pytest.fixture
def link(club, owner) -> Invitation:
    return invite_person(
        club, email="rita@example.com", name="Rita", kind="organizer", days=7, by=owner
    )


@pytest.fixture
def no_mail(settings) -> None:
    """A hall without a mail server: nobody can prove an address."""
    settings.MAIL_ENABLED = False


def door(invitation: Invitation) -> str:
    return reverse("join_with", args=[secret_of(invitation)])


def signed_in(client) -> str | None:
    return client.session.get("_auth_user_id")


def kinds(club) -> dict[str, str]:
    return dict(Role.objects.filter(club=club).values_list("user__email", "kind"))


def test_owner_shows_a_code_and_the_page_has_it_large_with_its_square(owner, club, client_of):
    browser = client_of(owner)
    url = reverse("invitations", args=[club.slug])
    data = {"way": "code", "code-most_uses": "40", "code-days": "1"}
    page = browser.post(url, data, follow=True)
    made = Invitation.objects.get()
    secret = secret_of(made)
    assert (made.kind, made.most_uses, len(secret)) == ("member", 40, 8)
    assert f"{secret[:4]}-{secret[4:]}" in page.text
    assert door(made) in page.text
    assert "data:image/svg" in page.text
    assert "no-store" in page["Cache-Control"]
    assert "0 of 40 came in" in browser.get(url).text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"way": "code", "code-most_uses": "0", "code-days": "1"}, "write 1 to 500"),
        ({"way": "code", "code-most_uses": "", "code-days": "1"}, "how many people"),
        ({"way": "code", "code-most_uses": "4", "code-days": "999"}, "Good for"),
        ({"way": "person", "person-email": "rita@", "person-days": "7"}, "Their e-mail"),
        ({"way": "person", "person-email": "r@x.org", "person-kind": "king"}, "Role"),
    ],
)
def test_what_is_typed_wrong_is_said_at_its_field_and_invites_nobody(
    owner, club, client_of, data, said
):
    page = client_of(owner).post(reverse("invitations", args=[club.slug]), data)
    assert page.status_code == 422
    assert said in page.text
    assert not Invitation.objects.exists()


def test_invitation_to_one_is_mailed_with_its_link(owner, club, client_of):
    data = {"way": "person", "person-email": "Rita@example.com", "person-kind": "organizer"}
    url = reverse("invitations", args=[club.slug])
    page = client_of(owner).post(url, {**data, "person-days": "7"}, follow=True)
    made = Invitation.objects.get()
    assert mail.outbox[0].to == ["rita@example.com"]
    assert door(made) in mail.outbox[0].body
    assert "organizer" in mail.outbox[0].body
    assert door(made) in page.text
    assert len(secret_of(made)) == 26


def test_without_a_mail_server_the_owner_hands_the_link_over(owner, club, client_of, settings):
    settings.MAIL_ENABLED = False
    data = {"way": "person", "person-email": "r@example.com", "person-kind": "member"}
    url = reverse("invitations", args=[club.slug])
    page = client_of(owner).post(url, {**data, "person-days": "7"}, follow=True)
    assert not mail.outbox
    assert door(Invitation.objects.get()) in page.text


def test_secret_is_stored_nowhere(code, link):
    for one in (code, link):
        stored = str(Invitation.objects.filter(pk=one.pk).values().get())
        assert secret_of(one) not in stored
    assert not any(secret_of(code) in str(entry.__dict__) for entry in AuditEntry.objects.all())
    assert "rita" not in "".join(f"{e.before}{e.after}{e.reason}" for e in AuditEntry.objects.all())


@pytest.mark.usefixtures("no_mail")
def test_somebody_new_types_the_code_makes_an_account_and_is_in(client, club, code):
    secret = secret_of(code)
    typed = f" {secret[:4].lower()}-{secret[4:]} ".replace("0", "o").replace("1", "l")
    answer = client.post(reverse("join"), {"code": typed})
    assert answer["Location"] == door(code)
    page = client.get(door(code))
    assert page["Referrer-Policy"] == "strict-origin"
    assert secret not in page.text.split("<body")[0]
    assert not User.objects.filter(email="rita@example.com").exists()
    client.post(door(code), RITA)
    rita = User.objects.get(email="rita@example.com")
    assert (rita.name, signed_in(client)) == ("Rita Marshall", str(rita.pk))
    assert rita.check_password(NEW)
    assert kinds(club)["rita@example.com"] == "member"
    code.refresh_from_db()
    assert code.uses == 1
    entry = AuditEntry.objects.get(verb="join_club")
    assert entry.after == {
        "user": rita.pk,
        "kind": "member",
        "invitation": code.pk,
        "new_account": True,
    }


@pytest.mark.parametrize("field", ["name", "email", "password"])
def test_account_is_not_made_with_a_field_missing_and_nothing_typed_is_lost(client, code, field):
    page = client.post(door(code), {**RITA, field: ""})
    assert page.status_code == 422
    assert signed_in(client) is None
    for other in {"name", "email"} - {field}:
        assert f'value="{RITA[other]}"' in page.text
    assert User.objects.count() == 1


def test_signed_in_person_takes_the_role_with_a_button(stranger, client_of, club, link, other_club):
    browser = client_of(stranger)
    assert "signed in as" in browser.get(door(link)).text
    assert stranger.email not in kinds(club)
    assert browser.post(door(link))["Location"] == reverse("club", args=[club.slug])
    assert kinds(club)[stranger.email] == "organizer"
    assert kinds(other_club)[stranger.email] == "organizer"


def test_invitation_raises_a_role_and_never_lowers_one(member, owner, client_of, club, link, code):
    client_of(member).post(door(link))
    client_of(owner).post(door(code))
    assert kinds(club) == {owner.email: "owner", member.email: "organizer"}
    code.refresh_from_db()
    assert code.uses == 0


@pytest.mark.usefixtures("no_mail")
def test_address_with_an_account_comes_in_with_its_own_password(client, member, other_club, club):
    elsewhere = show_code(other_club, most_uses=5, days=1, by=member)
    data = {"name": "Me", "email": member.email, "password": "a-good-long-password"}
    answer = client.post(door(elsewhere), data)
    assert answer["Location"] == door(elsewhere)
    assert signed_in(client) == str(member.pk)
    assert kinds(other_club) == {}
    client.post(door(elsewhere))
    assert kinds(other_club) == {member.email: "member"}


@pytest.mark.usefixtures("no_mail")
def test_wrong_password_for_an_address_with_an_account_changes_nothing(client, owner, code, club):
    page = client.post(door(code), {**RITA, "email": owner.email})
    assert page.status_code == 422
    assert "do not go together" in page.text
    assert signed_in(client) is None
    owner.refresh_from_db()
    assert owner.check_password("a-good-long-password")


@pytest.mark.usefixtures("no_mail")
def test_passwords_of_others_cannot_be_tried_at_the_door(client, owner, code):
    for _try in range(5):
        client.post(door(code), {**RITA, "email": owner.email})
    right = {**RITA, "email": owner.email, "password": "a-good-long-password"}
    client.post(door(code), right)
    assert signed_in(client) is None


def test_wrong_old_used_and_revoked_get_one_answer(client, client_of, club, owner, member, link):
    used, old, revoked = (show_code(club, most_uses=1, days=1, by=owner) for _one in range(3))
    client_of(owner).get(door(used))
    Invitation.objects.filter(pk=used.pk).update(uses=1)
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    revoke_invitation(revoked, by=owner)
    answers = set()
    for address in [*map(door, (used, old, revoked)), reverse("join_with", args=["ABCD2345"])]:
        page = client.get(address)
        answers.add((page.status_code, page.text))
        assert client.post(address, RITA).status_code == 410
    assert len(answers) == 1
    assert answers.pop()[0] == 410
    typed = {
        client.post(reverse("join"), {"code": secret_of(one)}).status_code for one in (used, old)
    }
    assert typed == {422}
    assert not User.objects.filter(email="rita@example.com").exists()


@pytest.mark.usefixtures("no_mail")
def test_code_lets_in_as_many_as_it_says(client_of, club, code):
    for number in range(3):
        client_of(None).post(door(code), {**RITA, "email": f"r{number}@example.com"})
    assert len(kinds(club)) == 3  # the owner and two
    assert client_of(None).get(door(code)).status_code == 410
    assert User.objects.count() == 3


def test_code_ends_by_itself(client, code):
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert client.get(door(code)).status_code == 410


def test_addresses_of_invitations_long_over_are_forgotten(club, owner, link, code):
    with time_machine.travel(timezone.now() + timedelta(days=32)):
        show_code(club, most_uses=5, days=1, by=owner)
    assert list(club.invitations.filter(pk__in=[link.pk, code.pk])) == [link]
    with time_machine.travel(timezone.now() + timedelta(days=38)):
        show_code(club, most_uses=5, days=1, by=owner)
    assert not club.invitations.filter(pk=link.pk).exists()


@pytest.mark.usefixtures("no_mail")
def test_owner_takes_a_code_back_and_who_came_in_stays(client, client_of, club, owner, code):
    client.post(door(code), RITA)
    browser = client_of(owner)
    said = browser.post(reverse("invitation_revoke", args=[code.pk]), follow=True).text
    assert "Taken back" in said
    assert client_of(None).get(door(code)).status_code == 410
    assert kinds(club)["rita@example.com"] == "member"
    again = browser.post(reverse("invitation_revoke", args=[code.pk]), follow=True).text
    assert "It was over already" in again
    assert AuditEntry.objects.filter(verb="revoke_invitation").count() == 1
    assert "It was taken back" in browser.get(reverse("invitation", args=[code.pk])).text


@pytest.mark.parametrize("how", ["typed", "looked at", "sent"])
def test_codes_cannot_be_tried_one_after_the_other_and_a_right_one_waits_too(client, code, how):
    def attempt(number: int) -> int:
        wrong = f"ABCD{number:04}"
        if how == "typed":
            return client.post(reverse("join"), {"code": wrong}).status_code
        send = client.get if how == "looked at" else client.post
        return send(reverse("join_with", args=[wrong])).status_code

    answers = [attempt(number) for number in range(11)]
    assert answers[-1] == 429
    assert 429 not in answers[:10]
    page = client.get(door(code))
    assert page.status_code == 429
    assert "wait a little" in page.text


def test_right_code_is_not_counted_however_many_scan_it_in_one_hall(client_of, code):
    for _phone in range(30):
        assert client_of(None).get(door(code)).status_code == 200


@pytest.mark.parametrize("typed", ["", "x", "é" * 20, "\x00", "A" * 5000, "../../etc"])
def test_anything_typed_gets_a_sentence(db, client, typed):
    page = client.post(reverse("join"), {"code": typed})
    assert page.status_code == 422


def test_made_up_addresses_are_over_not_broken(db, client):
    for secret in ("x", "é", "A" * 500, "%00", "null"):
        assert client.get(reverse("join_with", args=[secret])).status_code == 410


def test_invitation_of_one_club_does_not_exist_for_the_owner_of_another(
    make_user, other_club, client_of, code
):
    browser = client_of(make_user("other", other_club, "owner"))
    assert browser.get(reverse("invitation", args=[code.pk])).status_code == 404
    assert browser.post(reverse("invitation_revoke", args=[code.pk])).status_code == 404
    assert invitation_for_secret(secret_of(code)) == code


@pytest.mark.parametrize("many", [1, 12])
def test_list_costs_the_same_queries_however_many(
    owner, club, client_of, django_assert_max_num_queries, many
):
    for _one in range(many):
        show_code(club, most_uses=5, days=1, by=owner)
    browser = client_of(owner)
    with django_assert_max_num_queries(7):
        browser.get(reverse("invitations", args=[club.slug]))


def mailed_code() -> str:
    return re.search(r"\n([0-9A-Z]{6})\n", mail.outbox[-1].body)[1]


def test_where_mail_is_sent_the_address_is_proved_before_an_account_is_made(client, club, code):
    answer = client.post(door(code), RITA)
    assert answer["Location"] == reverse("join_confirm", args=[secret_of(code)])
    assert mail.outbox[0].to == ["rita@example.com"]
    assert not User.objects.filter(email="rita@example.com").exists()
    assert NEW not in str(client.session.items())
    client.post(answer["Location"], {"code": f" {mailed_code().lower()} "})
    rita = User.objects.get(email="rita@example.com")
    assert (signed_in(client), rita.name) == (str(rita.pk), "Rita Marshall")
    assert rita.check_password(NEW)
    assert EmailAddress.objects.get(user=rita).verified
    assert kinds(club)["rita@example.com"] == "member"


def test_address_with_and_without_an_account_get_one_answer_and_one_mail(
    client_of, code, member, other_club, owner
):
    elsewhere = show_code(other_club, most_uses=5, days=1, by=owner)
    told = []
    for email in ("free@example.com", member.email):
        phone = client_of(None)
        first = phone.post(door(elsewhere), {**RITA, "email": email})
        page = phone.get(first["Location"])
        wrong = phone.post(first["Location"], {"code": "WRONG1"})
        texts = (
            re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", one.text).replace(email, "X")
            for one in (page, wrong)
        )
        mailed = mail.outbox[-1].body.replace(mailed_code(), "CODE")
        told.append((first.status_code, first["Location"], *texts, mailed))
    assert told[0] == told[1]


def test_code_from_the_mail_opens_the_account_there_is_and_its_password_stays(
    client, member, other_club, owner
):
    elsewhere = show_code(other_club, most_uses=5, days=1, by=owner)
    confirm = client.post(door(elsewhere), {**RITA, "email": member.email})["Location"]
    answer = client.post(confirm, {"code": mailed_code()})
    assert answer["Location"] == door(elsewhere)
    assert signed_in(client) == str(member.pk)
    client.post(door(elsewhere))
    assert kinds(other_club) == {member.email: "member"}
    member.refresh_from_db()
    assert member.check_password("a-good-long-password")
    assert member.name == "member"


def test_mailed_code_dies_after_three_wrong_ones_with_time_and_elsewhere(client, client_of, code):
    confirm = client.post(door(code), RITA)["Location"]
    right = mailed_code()
    assert client_of(None).post(confirm, {"code": right})["Location"] == door(code)
    for _try in range(3):
        assert client.post(confirm, {"code": "WRONG1"}).status_code == 422
    assert client.post(confirm, {"code": right})["Location"] == door(code)
    confirm = client.post(door(code), RITA)["Location"]
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert client.post(confirm, {"code": mailed_code()})["Location"] == door(code)
    assert signed_in(client) is None
    assert not User.objects.filter(email="rita@example.com").exists()


def test_nobodys_mailbox_is_flooded_with_codes_of_a_hall(client_of, code):
    answers = [client_of(None).post(door(code), RITA).status_code for _phone in range(4)]
    assert answers == [302, 302, 302, 429]
    assert len(mail.outbox) == 3


def test_one_invited_by_mail_is_proved_by_the_link(client, club, link):
    client.post(door(link), RITA)
    assert not mail.outbox
    assert kinds(club)["rita@example.com"] == "organizer"
