"""Creates the shoe, and forbids what must never happen to one."""

import django.db.models.expressions
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.db.models.lookups
from django.db import migrations, models

FIXED = (
    "id",
    "table",
    "sequence",
    "header",
    "commitment",
    "packs",
    "size",
    "burn",
    "stop_at",
    "rejected_words",
    "sealed_seed",
    "sealed_order",
    "created_at",
)
"""What was promised when the shoe was made."""

COLUMNS = ", ".join(f'"{column}"' for column in FIXED)
OLD = ", ".join(f'OLD."{column}"' for column in FIXED)
NEW = ", ".join(f'NEW."{column}"' for column in FIXED)

GUARD = f"""
CREATE FUNCTION rng_shoe_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rng_shoe: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- "UPDATE OF" spares a deal the reading of the sealed order.
CREATE TRIGGER rng_shoe_promise BEFORE UPDATE OF {COLUMNS} ON rng_shoe FOR EACH ROW
WHEN (ROW({OLD}) IS DISTINCT FROM ROW({NEW}))
EXECUTE FUNCTION rng_shoe_forbid('what was promised does not change');

CREATE TRIGGER rng_shoe_position BEFORE UPDATE ON rng_shoe FOR EACH ROW
WHEN (NEW.position < OLD.position)
EXECUTE FUNCTION rng_shoe_forbid('no card goes back into the shoe');

CREATE TRIGGER rng_shoe_first_card BEFORE UPDATE ON rng_shoe FOR EACH ROW
WHEN (OLD.first_card_at IS NOT NULL AND NEW.first_card_at IS DISTINCT FROM OLD.first_card_at)
EXECUTE FUNCTION rng_shoe_forbid('the first card was dealt once');

CREATE TRIGGER rng_shoe_retired BEFORE UPDATE ON rng_shoe FOR EACH ROW
WHEN (OLD.state = 'retired')
EXECUTE FUNCTION rng_shoe_forbid('a retired shoe does not change');

CREATE TRIGGER rng_shoe_kept BEFORE DELETE ON rng_shoe FOR EACH ROW
EXECUTE FUNCTION rng_shoe_forbid('a shoe is never deleted');

-- Sealed bytes do not compress, and uncompressed ones are read card by card.
ALTER TABLE rng_shoe ALTER COLUMN sealed_order SET STORAGE EXTERNAL;
"""  # noqa: S608 - names of columns only

UNGUARD = """
DROP TRIGGER rng_shoe_promise ON rng_shoe;
DROP TRIGGER rng_shoe_position ON rng_shoe;
DROP TRIGGER rng_shoe_first_card ON rng_shoe;
DROP TRIGGER rng_shoe_retired ON rng_shoe;
DROP TRIGGER rng_shoe_kept ON rng_shoe;
DROP FUNCTION rng_shoe_forbid();
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Shoe",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("table", models.CharField(max_length=64)),
                ("sequence", models.PositiveIntegerField()),
                ("header", models.JSONField()),
                ("commitment", models.CharField(max_length=64)),
                ("packs", models.PositiveSmallIntegerField()),
                ("size", models.PositiveSmallIntegerField()),
                ("burn", models.PositiveSmallIntegerField()),
                ("stop_at", models.PositiveSmallIntegerField()),
                ("position", models.PositiveSmallIntegerField()),
                ("rejected_words", models.PositiveSmallIntegerField()),
                ("sealed_seed", models.BinaryField()),
                ("sealed_order", models.BinaryField()),
                (
                    "state",
                    models.CharField(
                        choices=[("live", "live"), ("retired", "retired")],
                        default="live",
                        max_length=8,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                ("first_card_at", models.DateTimeField(editable=False, null=True)),
                ("retired_at", models.DateTimeField(editable=False, null=True)),
                ("seed", models.TextField(editable=False, null=True)),
                ("order", models.BinaryField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "sequence"), name="shoe_once"),
                    models.CheckConstraint(
                        condition=models.Q(("sequence__gte", 1)), name="shoe_sequence"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("packs__range", (1, 8)),
                            (
                                "size__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("packs"), "*", models.Value(52)
                                ),
                            ),
                            (
                                "size__gt",
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("packs"), "-", models.Value(1)
                                    ),
                                    "*",
                                    models.Value(52),
                                ),
                            ),
                        ),
                        name="shoe_size",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("stop_at__gt", models.F("burn")), ("stop_at__lte", models.F("size"))
                        ),
                        name="shoe_stop_card",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("position__gte", models.F("burn")), ("position__lte", models.F("size"))
                        ),
                        name="shoe_position",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("commitment__regex", "^[0-9a-f]{64}$")),
                        name="shoe_commitment",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.Exact(
                                django.db.models.functions.text.Length("sealed_order"),
                                django.db.models.expressions.CombinedExpression(
                                    models.F("size"), "*", models.Value(17)
                                ),
                            ),
                            django.db.models.lookups.Exact(
                                django.db.models.functions.text.Length("sealed_seed"),
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        django.db.models.expressions.CombinedExpression(
                                            models.F("packs"), "+", models.Value(1)
                                        ),
                                        "*",
                                        models.Value(64),
                                    ),
                                    "+",
                                    models.Value(16),
                                ),
                            ),
                        ),
                        name="shoe_sealed_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("order", None),
                                ("retired_at", None),
                                ("seed", None),
                                ("state", "live"),
                            ),
                            models.Q(
                                ("retired_at__isnull", False),
                                ("state", "retired"),
                                ("seed__regex", "^[0-9a-f]+$"),
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.text.Length("order"),
                                    models.F("size"),
                                ),
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.text.Length("seed"),
                                    django.db.models.expressions.CombinedExpression(
                                        django.db.models.expressions.CombinedExpression(
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("packs"), "+", models.Value(1)
                                            ),
                                            "*",
                                            models.Value(64),
                                        ),
                                        "*",
                                        models.Value(2),
                                    ),
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="shoe_revealed_when_retired",
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
