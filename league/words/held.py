"""What is held about somebody, in words."""

from django.apps import apps
from django.utils.text import capfirst


def kind_words(kind: str) -> str:
    """What a kind of row is called: "hand" is "Hands"."""
    for model in apps.get_app_config("league").get_models():
        if model._meta.model_name == kind:
            return str(capfirst(model._meta.verbose_name_plural))
    return capfirst(kind)
