from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0008_halves_and_players")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="own_table",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("own_table__isnull", True),
                    models.Q(("own_table__gte", 1), ("starts_at__isnull", False)),
                    _connector="OR",
                ),
                name="match_own_table_with_own_time",
            ),
        ),
    ]
