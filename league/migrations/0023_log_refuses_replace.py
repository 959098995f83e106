"""From here on SQLite refuses to replace an entry of the log too; nothing is blanked twice."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from league.actions.audit_guard import lift_guard, put_guard


def guard_anew(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    lift_guard(editor.connection)
    put_guard(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("league", "0022_deleted_entries")]

    operations = [migrations.RunPython(guard_anew, migrations.RunPython.noop)]
