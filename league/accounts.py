"""How the account library behaves here: nobody signs up by themselves."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the first-owner page and by an owner's invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
