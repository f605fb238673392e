"""What a rule set's bets cost, kept like the rule set itself."""

import django.db.models.deletion
from django.db import migrations, models

FORWARDS = """
CREATE TRIGGER tables_theoreticalreturn_is_kept
    BEFORE UPDATE OR DELETE ON tables_theoreticalreturn
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
"""
BACKWARDS = "DROP TRIGGER tables_theoreticalreturn_is_kept ON tables_theoreticalreturn;"


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_jackpots")]

    operations = [
        migrations.CreateModel(
            name="TheoreticalReturn",
            fields=[
                (
                    "rules",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="theoretical_return",
                        serialize=False,
                        to="tables.ruleset",
                    ),
                ),
                ("found", models.JSONField()),
                ("computed_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
