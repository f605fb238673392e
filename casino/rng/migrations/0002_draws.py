"""Creates the draw, and forbids what must never happen to one."""

import django.db.models.functions.datetime
import django.db.models.functions.text
import django.db.models.lookups
from django.db import migrations, models


def rows(*columns: str) -> str:
    """Return the condition under which one of the columns changes."""
    old, new = (", ".join(f'{row}."{column}"' for column in columns) for row in ("OLD", "NEW"))
    return f"ROW({old}) IS DISTINCT FROM ROW({new})"


PROMISE = rows(
    "id", "table", "sequence", "sides", "header", "commitment", "sealed_seed", "created_at"
)
RESULT = rows("request", "values", "rejected_words", "drawn_at")

GUARD = f"""
ALTER TABLE rng_draw ADD CONSTRAINT draw_a_value_for_each_side
CHECK (jsonb_array_length("values") = jsonb_array_length(sides));

CREATE FUNCTION rng_draw_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rng_draw: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_draw_begins BEFORE INSERT ON rng_draw FOR EACH ROW
WHEN (NEW.state <> 'committed')
EXECUTE FUNCTION rng_draw_forbid('a draw begins with its promise');

CREATE TRIGGER rng_draw_promise BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN ({PROMISE})
EXECUTE FUNCTION rng_draw_forbid('what was promised does not change');

CREATE TRIGGER rng_draw_revealed BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (OLD.state = 'revealed')
EXECUTE FUNCTION rng_draw_forbid('a revealed draw does not change');

CREATE TRIGGER rng_draw_result BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (OLD.state = 'drawn' AND {RESULT})
EXECUTE FUNCTION rng_draw_forbid('what fell does not change');

CREATE TRIGGER rng_draw_forward BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (
    (OLD.state = 'drawn' AND NEW.state = 'committed')
    OR (OLD.state = 'committed' AND NEW.state = 'revealed' AND NEW.request IS NOT NULL)
)
EXECUTE FUNCTION rng_draw_forbid('a draw falls once, before it is revealed');

CREATE TRIGGER rng_draw_kept BEFORE DELETE ON rng_draw FOR EACH ROW
EXECUTE FUNCTION rng_draw_forbid('a draw is never deleted');
"""

UNGUARD = """
DROP TRIGGER rng_draw_begins ON rng_draw;
DROP TRIGGER rng_draw_promise ON rng_draw;
DROP TRIGGER rng_draw_revealed ON rng_draw;
DROP TRIGGER rng_draw_result ON rng_draw;
DROP TRIGGER rng_draw_forward ON rng_draw;
DROP TRIGGER rng_draw_kept ON rng_draw;
DROP FUNCTION rng_draw_forbid();
ALTER TABLE rng_draw DROP CONSTRAINT draw_a_value_for_each_side;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("rng", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("table", models.CharField(max_length=64)),
                ("sequence", models.PositiveIntegerField()),
                ("sides", models.JSONField()),
                ("header", models.JSONField()),
                ("commitment", models.CharField(max_length=64)),
                ("sealed_seed", models.BinaryField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("committed", "committed"),
                            ("drawn", "drawn"),
                            ("revealed", "revealed"),
                        ],
                        default="committed",
                        max_length=9,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                ("request", models.CharField(editable=False, max_length=64, null=True)),
                ("values", models.JSONField(editable=False, null=True)),
                ("rejected_words", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("drawn_at", models.DateTimeField(editable=False, null=True)),
                ("revealed_at", models.DateTimeField(editable=False, null=True)),
                ("seed", models.TextField(editable=False, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "drawn")),
                        fields=["drawn_at"],
                        name="draw_unrevealed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "sequence"), name="draw_once"),
                    models.UniqueConstraint(fields=("table", "request"), name="draw_request_once"),
                    models.CheckConstraint(
                        condition=models.Q(("sequence__gte", 1)), name="draw_sequence"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("commitment__regex", "^[0-9a-f]{64}$")),
                        name="draw_commitment",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.functions.text.Length("sealed_seed"), 144
                            )
                        ),
                        name="draw_sealed_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("drawn_at", None),
                                ("rejected_words", None),
                                ("request", None),
                                ("values__isnull", True),
                            ),
                            models.Q(
                                ("drawn_at__isnull", False),
                                ("rejected_words__isnull", False),
                                ("request__regex", "^."),
                                ("values__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="draw_fell_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("request", None),
                                ("revealed_at", None),
                                ("seed", None),
                                ("state", "committed"),
                            ),
                            models.Q(
                                ("request__isnull", False),
                                ("revealed_at", None),
                                ("seed", None),
                                ("state", "drawn"),
                            ),
                            models.Q(
                                ("revealed_at__isnull", False),
                                ("state", "revealed"),
                                ("seed__regex", "^[0-9a-f]+$"),
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.text.Length("seed"), 256
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="draw_revealed_at_its_end",
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
