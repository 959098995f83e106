"""What hangs on a thing is found by walking the models: one that comes later is taken along."""

import pytest
from django.apps import apps
from django.db import connection, models

from league.actions.competitions import delete_competition
from league.actions.deletions import restore_deletion
from league.models import Club, Competition, Deletion, Match
from league.queries.hanging import hanging_on, pointing_from

KNOWN = {models.CASCADE, models.PROTECT, models.SET_NULL, models.DO_NOTHING}


def test_every_foreign_key_of_the_league_says_what_becomes_of_it() -> None:
    league = apps.get_app_config("league").get_models()
    for model in league:
        for field in pointing_from(model):
            assert field.remote_field.on_delete in KNOWN, field
            assert field.remote_field.on_delete is not models.DO_NOTHING or not field.db_constraint


def test_everything_of_a_competition_is_reached_from_it() -> None:
    """No model that belongs to a competition is out of reach of the walk."""
    reached: set[type[models.Model]] = set()
    todo: list[type[models.Model]] = [Competition]
    while todo:
        model = todo.pop()
        if model in reached:
            continue
        reached.add(model)
        todo += [
            other
            for other in apps.get_app_config("league").get_models()
            for field in pointing_from(other)
            if field.related_model is model and field.remote_field.on_delete is models.CASCADE
        ]
    for one in ("Match", "Hand", "HandRun", "Lineup", "TableLink", "Dispute", "Adjustment"):
        assert apps.get_model("league", one) in reached


@pytest.mark.django_db(transaction=True)
def test_a_model_that_comes_later_is_taken_along_and_comes_back(make_match, owner) -> None:
    class Lamp(models.Model):
        """A thing that no part of the program knows of."""

        match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="lamps")
        lit_in = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, related_name="+")
        watts = models.DecimalField(max_digits=6, decimal_places=2)
        lit_at = models.DateTimeField(auto_now_add=True)

        class Meta:
            app_label = "league"

        def __str__(self) -> str:
            return "lamp"

    try:
        with connection.schema_editor() as editor:
            editor.create_model(Lamp)
        match = make_match()
        league = match.round.stage.competition
        lamp = Lamp.objects.create(match=match, lit_in=league.club, watts="40.50")
        before = Lamp.objects.values().get()
        assert hanging_on(league).rows[Lamp] == (lamp.pk,)
        delete_competition(league, by=owner)
        assert not Lamp.objects.exists()
        restore_deletion(Deletion.objects.get(), by=owner)
        assert Lamp.objects.values().get() == before
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(Lamp)
        del apps.all_models["league"]["lamp"]
        apps.clear_cache()
        for model in (Match, Club):
            model._meta._expire_cache()
