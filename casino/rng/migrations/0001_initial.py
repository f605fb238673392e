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
    "sealed_seed",
    "created_at",
)
"""What was promised when the shoe was promised."""
ONCE = (
    "closed_at",
    "beacon_round",
    "opened_at",
    "beacon",
    "cut",
    "cut_by",
    "root",
    "leaves",
    "sealed_order",
    "rejected_words",
    "shuffled_at",
)
"""What a step wrote, and no step writes anew."""


def listed(row: str, columns: tuple[str, ...]) -> str:
    """Return the columns as a row compares them."""
    return ", ".join(f'{row}."{column}"' for column in columns)


COLUMNS = ", ".join(f'"{column}"' for column in FIXED)
ONCE_COLUMNS = ", ".join(f'"{column}"' for column in ONCE)
REWRITTEN = " OR ".join(
    f'(OLD."{column}" IS NOT NULL AND NEW."{column}" IS DISTINCT FROM OLD."{column}")'
    for column in ONCE
)

GUARD = f"""
CREATE FUNCTION rng_shoe_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rng_shoe: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_shoe_begins BEFORE INSERT ON rng_shoe FOR EACH ROW
WHEN (NEW.state <> 'promised')
EXECUTE FUNCTION rng_shoe_forbid('a shoe begins with its promise');

-- "UPDATE OF" spares a deal the reading of the sealed order.
CREATE TRIGGER rng_shoe_promise BEFORE UPDATE OF {COLUMNS} ON rng_shoe FOR EACH ROW
WHEN (ROW({listed("OLD", FIXED)}) IS DISTINCT FROM ROW({listed("NEW", FIXED)}))
EXECUTE FUNCTION rng_shoe_forbid('what was promised does not change');

CREATE TRIGGER rng_shoe_once BEFORE UPDATE OF {ONCE_COLUMNS} ON rng_shoe FOR EACH ROW
WHEN ({REWRITTEN})
EXECUTE FUNCTION rng_shoe_forbid('what a step fixed does not change');

CREATE TRIGGER rng_shoe_forward BEFORE UPDATE OF state ON rng_shoe FOR EACH ROW
WHEN (
    OLD.state <> 'retired' AND NEW.state <> OLD.state AND NOT (
        NEW.state = 'retired'
        OR (OLD.state, NEW.state) IN
            (('promised', 'closed'), ('closed', 'opened'), ('opened', 'live'))
        -- Without a list only where the promise knows of none.
        OR ((OLD.state, NEW.state) = ('promised', 'live')
            AND coalesce(NEW.header ->> 'contributions', 'none') = 'none'
            AND coalesce(NEW.header ->> 'beacon', 'none') = 'none')
    )
)
EXECUTE FUNCTION rng_shoe_forbid('a shoe goes forward, step by step');

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

-- Sealed bytes and hashes do not compress, and uncompressed ones are read card by card.
ALTER TABLE rng_shoe ALTER COLUMN sealed_order SET STORAGE EXTERNAL;
ALTER TABLE rng_shoe ALTER COLUMN leaves SET STORAGE EXTERNAL;
"""  # noqa: S608 - names of columns only

UNGUARD = """
DROP TRIGGER rng_shoe_begins ON rng_shoe;
DROP TRIGGER rng_shoe_promise ON rng_shoe;
DROP TRIGGER rng_shoe_once ON rng_shoe;
DROP TRIGGER rng_shoe_forward ON rng_shoe;
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
                ("sealed_seed", models.BinaryField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("promised", "promised"),
                            ("closed", "closed"),
                            ("opened", "opened"),
                            ("live", "live"),
                            ("retired", "retired"),
                        ],
                        default="promised",
                        max_length=8,
                    ),
                ),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                ("beacon_round", models.BigIntegerField(editable=False, null=True)),
                ("opened_at", models.DateTimeField(editable=False, null=True)),
                ("beacon", models.JSONField(editable=False, null=True)),
                ("cut", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("cut_by", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("root", models.CharField(editable=False, max_length=64, null=True)),
                ("leaves", models.BinaryField(null=True)),
                ("sealed_order", models.BinaryField(null=True)),
                ("rejected_words", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("shuffled_at", models.DateTimeField(editable=False, null=True)),
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
                            )
                        ),
                        name="shoe_sealed_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("beacon_round", None), ("closed_at", None), ("opened_at", None)
                            ),
                            models.Q(
                                ("beacon_round__gte", 0),
                                ("beacon_round__isnull", False),
                                ("closed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="shoe_closed_before_opened",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("beacon__isnull", True),
                                ("cut", None),
                                ("cut_by", None),
                                ("first_card_at", None),
                                ("leaves", None),
                                ("position", models.F("burn")),
                                ("rejected_words", None),
                                ("root", None),
                                ("sealed_order", None),
                                ("shuffled_at", None),
                            ),
                            models.Q(
                                ("cut__isnull", False),
                                ("cut_by__isnull", False),
                                ("root__isnull", False),
                                ("leaves__isnull", False),
                                ("sealed_order__isnull", False),
                                ("rejected_words__isnull", False),
                                ("shuffled_at__isnull", False),
                                ("cut__lt", models.F("size")),
                                ("root__regex", "^[0-9a-f]{64}$"),
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.text.Length("leaves"),
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("size"), "*", models.Value(32)
                                    ),
                                ),
                                django.db.models.lookups.Exact(
                                    django.db.models.functions.text.Length("sealed_order"),
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("size"), "*", models.Value(49)
                                    ),
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="shoe_ordered_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("order", None),
                                ("retired_at", None),
                                ("seed", None),
                                models.Q(
                                    models.Q(
                                        ("closed_at", None), ("root", None), ("state", "promised")
                                    ),
                                    models.Q(
                                        ("closed_at__isnull", False),
                                        ("opened_at", None),
                                        ("root", None),
                                        ("state", "closed"),
                                    ),
                                    models.Q(
                                        ("opened_at__isnull", False),
                                        ("root", None),
                                        ("state", "opened"),
                                    ),
                                    models.Q(("root__isnull", False), ("state", "live")),
                                    _connector="OR",
                                ),
                            ),
                            models.Q(
                                ("retired_at__isnull", False),
                                ("seed__isnull", False),
                                ("state", "retired"),
                                ("seed__regex", "^[0-9a-f]+$"),
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
                                models.Q(
                                    models.Q(("order", None), ("root", None)),
                                    models.Q(
                                        ("order__isnull", False),
                                        ("root__isnull", False),
                                        django.db.models.lookups.Exact(
                                            django.db.models.functions.text.Length("order"),
                                            models.F("size"),
                                        ),
                                    ),
                                    _connector="OR",
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
