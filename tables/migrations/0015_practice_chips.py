"""Practice tables are played for practice chips, which are a currency of their own."""

from typing import Any, ClassVar

from django.db import migrations, models


def end_practice(apps: Any, schema_editor: Any) -> None:
    """Make ordinary tables of those at which players practised with chips of their own."""
    apps.get_model("tables", "Table").objects.filter(practice=True).update(practice=False)


class Migration(migrations.Migration):
    """Sets the law; a practice table from before, played for play money, is an ordinary one now."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0014_table_sessions"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.RemoveConstraint(model_name="table", name="practice_is_play_money"),
        migrations.RunPython(end_practice, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("currency", "PRACTICE"), ("practice", True))
                | models.Q(("practice", False), models.Q(("currency", "PRACTICE"), _negated=True)),
                name="practice_has_its_chips",
            ),
        ),
    ]
