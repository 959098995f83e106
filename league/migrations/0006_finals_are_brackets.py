"""A final set up before there were brackets is a bracket of two."""

from django.db import migrations


def make_brackets(apps, schema_editor):
    Stage = apps.get_model("league", "Stage")
    Match = apps.get_model("league", "Match")
    for stage in Stage.objects.filter(kind="championship"):
        matches = list(Match.objects.filter(round__stage=stage))
        if "seeds" in stage.draw or len(matches) != 1:
            continue
        match = matches[0]
        stage.draw = {
            "method": "by_hand",
            "order": "by_hand",
            "seeds": [match.entry_a_id, match.entry_b_id],
        }
        stage.save(update_fields=["draw"])
        match.slot = "F1-1"
        match.save(update_fields=["slot"])


class Migration(migrations.Migration):
    dependencies = [("league", "0005_substitutes_and_postponed")]

    operations = [migrations.RunPython(make_brackets, migrations.RunPython.noop)]
