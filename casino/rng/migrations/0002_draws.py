"""Creates the draw and the contributions, and forbids what must never happen to one."""

import django.db.models.deletion
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
RESULT = rows("request", "values", "rejected_words", "drawn_at", "beacon")
STEPS = " OR ".join(
    f"(OLD.{column} IS NOT NULL AND NEW.{column} IS DISTINCT FROM OLD.{column})"
    for column in ("closed_at", "beacon_round", "opened_at")
)
SEALED = rows(
    "id", "shoe_id", "draw_id", "seat", "party", "hash", "cuts", "sealed_at", "key", "signature"
)
OPENED = rows("secret", "cut")

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

CREATE TRIGGER rng_draw_once BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN ({STEPS})
EXECUTE FUNCTION rng_draw_forbid('what a step fixed does not change');

CREATE TRIGGER rng_draw_forward BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (
    OLD.state <> 'revealed' AND NEW.state <> OLD.state AND NOT (
        (OLD.state, NEW.state) IN
            (('committed', 'closed'), ('closed', 'opened'), ('opened', 'drawn'),
             ('drawn', 'revealed'))
        OR (NEW.state = 'revealed' AND NEW.request IS NULL)
        -- Without a list only where the promise knows of none.
        OR ((OLD.state, NEW.state) = ('committed', 'drawn')
            AND coalesce(NEW.header ->> 'contributions', 'none') = 'none'
            AND coalesce(NEW.header ->> 'beacon', 'none') = 'none')
    )
)
EXECUTE FUNCTION rng_draw_forbid('a draw falls once, before it is revealed');

CREATE TRIGGER rng_draw_kept BEFORE DELETE ON rng_draw FOR EACH ROW
EXECUTE FUNCTION rng_draw_forbid('a draw is never deleted');

CREATE FUNCTION rng_contribution_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stage text;
BEGIN
    -- Locked, so that the list is not closed between this look and the commit.
    IF NEW.shoe_id IS NOT NULL THEN
        SELECT state INTO stage FROM rng_shoe WHERE id = NEW.shoe_id FOR SHARE;
    ELSE
        SELECT state INTO stage FROM rng_draw WHERE id = NEW.draw_id FOR SHARE;
    END IF;
    IF TG_OP = 'INSERT' AND (stage NOT IN ('promised', 'committed') OR NEW.secret IS NOT NULL) THEN
        RAISE EXCEPTION 'rng_contribution: hashes are taken until the list is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND (stage <> 'closed' OR OLD.secret IS NOT NULL) THEN
        RAISE EXCEPTION 'rng_contribution: a secret is opened once, while the list is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION rng_contribution_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'rng_contribution: %', TG_ARGV[0]
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_contribution_sealed BEFORE UPDATE ON rng_contribution FOR EACH ROW
WHEN ({SEALED})
EXECUTE FUNCTION rng_contribution_forbid('what was sealed does not change');

CREATE TRIGGER rng_contribution_taken BEFORE INSERT ON rng_contribution FOR EACH ROW
EXECUTE FUNCTION rng_contribution_in_time();

CREATE TRIGGER rng_contribution_opened BEFORE UPDATE ON rng_contribution FOR EACH ROW
WHEN ({OPENED})
EXECUTE FUNCTION rng_contribution_in_time();

CREATE TRIGGER rng_contribution_kept BEFORE DELETE OR TRUNCATE ON rng_contribution
FOR EACH STATEMENT
EXECUTE FUNCTION rng_contribution_forbid('a contribution is never deleted');
"""  # noqa: S608 - names of columns only

UNGUARD = """
DROP TRIGGER rng_contribution_sealed ON rng_contribution;
DROP TRIGGER rng_contribution_taken ON rng_contribution;
DROP TRIGGER rng_contribution_opened ON rng_contribution;
DROP TRIGGER rng_contribution_kept ON rng_contribution;
DROP FUNCTION rng_contribution_in_time();
DROP FUNCTION rng_contribution_forbid();
DROP TRIGGER rng_draw_once ON rng_draw;
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
                            ("closed", "closed"),
                            ("opened", "opened"),
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
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                ("beacon_round", models.BigIntegerField(editable=False, null=True)),
                ("opened_at", models.DateTimeField(editable=False, null=True)),
                ("beacon", models.JSONField(editable=False, null=True)),
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
                                ("beacon__isnull", True),
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
                                ("beacon_round", None), ("closed_at", None), ("opened_at", None)
                            ),
                            models.Q(
                                ("beacon_round__gte", 0),
                                ("beacon_round__isnull", False),
                                ("closed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="draw_closed_before_opened",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("closed_at", None),
                                ("request", None),
                                ("revealed_at", None),
                                ("seed", None),
                                ("state", "committed"),
                            ),
                            models.Q(
                                ("closed_at__isnull", False),
                                ("opened_at", None),
                                ("request", None),
                                ("revealed_at", None),
                                ("seed", None),
                                ("state", "closed"),
                            ),
                            models.Q(
                                ("opened_at__isnull", False),
                                ("request", None),
                                ("revealed_at", None),
                                ("seed", None),
                                ("state", "opened"),
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
        migrations.CreateModel(
            name="Contribution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "shoe",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="contributions",
                        to="rng.shoe",
                    ),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="contributions",
                        to="rng.draw",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(editable=False)),
                ("party", models.CharField(editable=False, max_length=64)),
                ("hash", models.CharField(editable=False, max_length=64)),
                ("cuts", models.BooleanField(editable=False)),
                ("sealed_at", models.DateTimeField(editable=False)),
                ("key", models.CharField(editable=False, max_length=64)),
                ("signature", models.CharField(editable=False, max_length=128)),
                ("secret", models.CharField(editable=False, max_length=64, null=True)),
                ("cut", models.PositiveSmallIntegerField(editable=False, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("draw__isnull", False), ("shoe", None)),
                            models.Q(("draw", None), ("shoe__isnull", False)),
                            _connector="OR",
                        ),
                        name="contribution_of_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("hash__regex", "^[0-9a-f]{64}$"), ("seat__range", (1, 32767))
                        ),
                        name="contribution_hash",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cut", None), ("secret", None)),
                            models.Q(
                                ("secret__isnull", False),
                                ("secret__regex", "^[0-9a-f]{64}$"),
                                models.Q(
                                    models.Q(("cut__isnull", False), ("cuts", True)),
                                    models.Q(("cut", None), ("cuts", False)),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="contribution_opened_whole",
                    ),
                    models.UniqueConstraint(fields=("shoe", "seat"), name="contribution_shoe_seat"),
                    models.UniqueConstraint(
                        fields=("shoe", "party"), name="contribution_shoe_party"
                    ),
                    models.UniqueConstraint(fields=("draw", "seat"), name="contribution_draw_seat"),
                    models.UniqueConstraint(
                        fields=("draw", "party"), name="contribution_draw_party"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("cuts", True)),
                        fields=("shoe",),
                        name="contribution_one_cut",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cuts", False), ("draw", None), _connector="OR"),
                        name="contribution_cuts_cards",
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
