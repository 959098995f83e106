"""How the account library behaves here: nobody signs up by themselves; an account is read with SQL
made once."""

from allauth.account import auth_backends
from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from league.models import User
from league.queries.ready import Ready


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the first-owner page and by an owner's invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


class AuthenticationBackend(auth_backends.AuthenticationBackend):
    """The library's own but for the reading of an account by its number."""

    def get_user(self, user_id: int) -> User | None:
        for user in _USER(user_id):
            return user if self.user_can_authenticate(user) else None
        return None


_USER = Ready(lambda pk: User.objects.filter(pk=pk))
