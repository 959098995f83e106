"""Chains for the log, its words apart, and ids that stay when what they point at is deleted."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def reference(to, related_name, **more):
    return models.ForeignKey(
        to=to,
        on_delete=django.db.models.deletion.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name=related_name,
        **more,
    )


class Migration(migrations.Migration):
    dependencies = [("league", "0014_claims_and_hidden_names")]

    operations = [
        migrations.CreateModel(
            name="AuditChain",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="AuditText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("more", models.JSONField(blank=True, default=dict)),
                ("blanked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="text",
                        to="league.auditentry",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="audittext",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("blanked_at__isnull", True),
                    models.Q(("reason", ""), ("salt", "")),
                    _connector="OR",
                ),
                name="audit_text_blank_is_empty",
            ),
        ),
        migrations.AlterField(
            "auditentry",
            "at",
            models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AlterField(
            "auditentry", "by", reference(settings.AUTH_USER_MODEL, "+", blank=True)
        ),
        migrations.AlterField("auditentry", "link", reference("league.tablelink", "+", blank=True)),
        migrations.AlterField("auditentry", "club", reference("league.club", "+")),
        migrations.AlterField(
            "auditentry", "competition", reference("league.competition", "audit", blank=True)
        ),
        migrations.AlterField(
            "auditentry", "match", reference("league.match", "audit", blank=True)
        ),
        migrations.AddField("auditentry", "chain", models.CharField(default="", max_length=40)),
        migrations.AddField("auditentry", "number", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "auditentry", "previous", models.CharField(blank=True, default="", max_length=64)
        ),
        migrations.AddField("auditentry", "digest", models.CharField(default="", max_length=64)),
        migrations.AddField(
            "auditentry", "text_digest", models.CharField(blank=True, default="", max_length=64)
        ),
    ]
