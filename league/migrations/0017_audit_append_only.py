"""From here on the database refuses to change or delete an entry of the log."""

from django.db import migrations, models

from league.actions.audit_guard import lift_guard, put_guard


class Migration(migrations.Migration):
    dependencies = [("league", "0016_chain_what_is_there")]

    operations = [
        migrations.RemoveField("auditentry", "reason"),
        migrations.AlterField("auditentry", "chain", models.CharField(max_length=40)),
        migrations.AlterField("auditentry", "number", models.PositiveIntegerField()),
        migrations.AlterField(
            "auditentry", "previous", models.CharField(blank=True, max_length=64)
        ),
        migrations.AlterField("auditentry", "digest", models.CharField(max_length=64)),
        migrations.AlterField(
            "auditentry", "text_digest", models.CharField(blank=True, max_length=64)
        ),
        migrations.AddConstraint(
            model_name="auditentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="audit_number_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="auditentry",
            constraint=models.UniqueConstraint(
                fields=("chain", "number"), name="audit_number_once_a_chain"
            ),
        ),
        migrations.RunPython(
            lambda _apps, editor: put_guard(editor.connection),
            lambda _apps, editor: lift_guard(editor.connection),
        ),
    ]
