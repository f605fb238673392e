"""Creates error states, self-checks and readings; the database keeps them as they were."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

GUARD = r"""
CREATE FUNCTION rng_watch_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'rng: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_selfcheck_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_selfcheck
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();
CREATE TRIGGER rng_reading_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_reading
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();
CREATE TRIGGER rng_errorstate_is_kept BEFORE DELETE OR TRUNCATE ON rng_errorstate
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();

CREATE FUNCTION rng_errorstate_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.cause, NEW.instance, NEW.raised_at)
            IS DISTINCT FROM (OLD.id, OLD.cause, OLD.instance, OLD.raised_at)
        OR OLD.cleared_at IS NOT NULL
        OR (OLD.first_id IS NOT NULL AND (NEW.first_id, NEW.first_at)
            IS DISTINCT FROM (OLD.first_id, OLD.first_at))
        OR (OLD.first_id IS NULL AND NEW.second_id IS NOT NULL)
    THEN
        RAISE EXCEPTION 'rng: an error state is ended by one person after the other, once'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_errorstate_ends_once BEFORE UPDATE ON rng_errorstate
    FOR EACH ROW EXECUTE FUNCTION rng_errorstate_ends_once();
"""

UNGUARD = """
DROP TRIGGER rng_selfcheck_is_kept ON rng_selfcheck;
DROP TRIGGER rng_reading_is_kept ON rng_reading;
DROP TRIGGER rng_errorstate_is_kept ON rng_errorstate;
DROP TRIGGER rng_errorstate_ends_once ON rng_errorstate;
DROP FUNCTION rng_watch_is_kept();
DROP FUNCTION rng_errorstate_ends_once();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("rng", "0003_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Reading",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(editable=False)),
                ("statistic", models.CharField(editable=False, max_length=80)),
                ("sample", models.PositiveIntegerField(editable=False)),
                ("value", models.FloatField(editable=False, null=True)),
                ("p", models.FloatField(editable=False, null=True)),
                ("threshold", models.FloatField(editable=False)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("day", "statistic"), name="reading_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="SelfCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "why",
                    models.CharField(
                        choices=[("start", "start"), ("daily", "daily"), ("demand", "demand")],
                        editable=False,
                        max_length=6,
                    ),
                ),
                ("instance", models.CharField(editable=False, max_length=64)),
                ("passed", models.BooleanField(editable=False)),
                ("said", models.TextField(editable=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("why", "demand")),
                        fields=["at"],
                        name="selfcheck_demanded",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ErrorState",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cause", models.CharField(editable=False, max_length=200)),
                ("instance", models.CharField(editable=False, max_length=64)),
                (
                    "raised_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                ("first_at", models.DateTimeField(editable=False, null=True)),
                ("cleared_at", models.DateTimeField(editable=False, null=True)),
                (
                    "first",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [("clear_errorstate", "Can end an error state of the generator")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("cleared_at", None),
                                ("first", None),
                                ("first_at", None),
                                ("second", None),
                            ),
                            models.Q(
                                ("cleared_at", None),
                                ("first__isnull", False),
                                ("first_at__isnull", False),
                                ("second", None),
                            ),
                            models.Q(
                                ("first__isnull", False),
                                ("first_at__isnull", False),
                                ("cleared_at__isnull", False),
                                ("second__isnull", False),
                                models.Q(("first", models.F("second")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="errorstate_two_persons",
                    )
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
