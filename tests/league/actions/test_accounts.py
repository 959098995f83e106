"""Two people at the same moment: one first owner, one use of a link, one owner left."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from league.actions.accounts import make_first_owner, make_sign_in_link, use_sign_in_link
from league.actions.errors import ActionError
from league.actions.invitations import join, show_code
from league.actions.roles import take_role
from league.models import Club, Role, User
from league.queries.invitations import secret_of


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Run all at the same moment, each on its own connection; "done" or what was said."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], object]) -> str:
        try:
            barrier.wait(timeout=20)
            act()
        except ActionError as refused:
            return refused.message
        else:
            return "done"
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def first_owner(number: int) -> Callable[[], object]:
    return lambda: make_first_owner(
        name="Rita",
        email=f"rita{number}@example.com",
        password="three-quiet-herons",
        club_name=f"Club {number}",
        place="",
    )


@pytest.mark.django_db(transaction=True)
def test_two_who_start_the_site_at_once_make_one_owner_and_one_club():
    for _again in range(5):
        Role.objects.all().delete()
        Club.objects.all().delete()
        User.objects.all().delete()
        said = at_once(*(first_owner(number) for number in range(4)))
        assert said.count("done") == 1
        assert sum("Somebody else has just made" in words for words in said) == 3
        assert (User.objects.count(), Club.objects.count(), Role.objects.count()) == (1, 1, 1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_link_used_twice_at_once_sets_one_password(club, owner, organizer):
    token = make_sign_in_link(organizer, club, by=owner)
    said = at_once(
        lambda: use_sign_in_link(token, password="three-quiet-herons"),
        lambda: use_sign_in_link(token, password="four-loud-herons"),
    )
    assert sorted(words == "done" for words in said) == [False, True]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_leave_one_behind(club, owner, make_user):
    second = make_user("second", club, Role.Kind.OWNER)
    for _again in range(10):
        roles = [
            Role.objects.get_or_create(club=club, user=user, defaults={"kind": "owner"})[0]
            for user in (owner, second)
        ]
        at_once(*(lambda role=role: take_role(role, by=role.user) for role in roles))
        assert Role.objects.filter(club=club, kind="owner").count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_take_the_last_use_of_a_code_at_once_are_one_in(club, owner, make_user):
    two = [make_user(name) for name in ("rita", "stan")]
    for _again in range(5):
        Role.objects.filter(user__in=two).delete()
        secret = secret_of(show_code(club, most_uses=1, days=1, by=owner))
        said = at_once(*(lambda user=user, secret=secret: join(secret, by=user) for user in two))
        assert said.count("done") == 1
        assert Role.objects.filter(user__in=two).count() == 1
