"""Everything that is stored, as text; for comparing before and after."""

from typing import Any

from django.apps import apps
from django.core import serializers

# The log only grows, what was deleted is noted, and a version only rises.
BESIDE = ("audit", "loggedrow", "deletion", "merge")
RISING = ("version", "last_login")


def everything_stored() -> dict[str, dict[str, Any]]:
    """The fields of every row of the league by "model:number", but for the log, the list of what
    was deleted, the version of competitions, and when somebody signed in."""
    rows = [
        row
        for model in apps.get_app_config("league").get_models()
        if not model._meta.model_name.startswith(BESIDE)
        for row in serializers.serialize("python", model._base_manager.order_by("pk"))
    ]
    return {
        f"{row['model']}:{row['pk']}": {
            name: value for name, value in row["fields"].items() if name not in RISING
        }
        for row in rows
    }
