"""Shoes, draws, contributions, the public log and the watch over the generator, and their laws."""

from pathlib import Path

import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"
LAWS = (
    "rng_rows",
    "rng_shoe_forbid",
    "rng_draw_forbid",
    "rng_contribution_forbid",
    "rng_contribution_in_time",
    "rng_log_number_and_hash",
    "rng_log_checkpoint_is_of_the_tree",
    "rng_log_has_its_checkpoint",
    "rng_log_is_append_only",
    "rng_watch_is_kept",
    "rng_errorstate_ends_once",
)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "index",
                    models.BigIntegerField(editable=False, primary_key=True, serialize=False),
                ),
                ("entry", models.CharField(editable=False, max_length=200, unique=True)),
                ("subject", models.CharField(editable=False, max_length=100)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("keys", "keys"),
                            ("rotation", "rotation"),
                            ("commitment", "commitment"),
                            ("contributions", "contributions"),
                            ("opened", "opened"),
                            ("order", "order"),
                            ("reveal", "reveal"),
                            ("void", "void"),
                            ("report", "report"),
                            ("error", "error"),
                            ("monitoring", "monitoring"),
                        ],
                        editable=False,
                        max_length=13,
                    ),
                ),
                ("body", models.TextField(editable=False)),
                ("nodes", models.BinaryField()),
                ("root", models.BinaryField()),
                ("previous", models.BinaryField()),
                ("signer", models.CharField(editable=False, max_length=64)),
                (
                    "recorded_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["subject", "index"], name="logentry_subject")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("index__gte", 0)), name="logentry_index"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("size", models.BigIntegerField(editable=False, primary_key=True, serialize=False)),
                ("text", models.TextField(editable=False)),
                ("signature", models.TextField(editable=False)),
            ],
        ),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("witness", models.CharField(editable=False, max_length=200)),
                ("key", models.CharField(editable=False, max_length=300)),
                ("witnessed_at", models.DateTimeField(editable=False)),
                ("line", models.TextField(editable=False)),
                (
                    "checkpoint",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cosignatures",
                        to="rng.checkpoint",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("checkpoint", "key"), name="cosignature_once")
                ],
            },
        ),
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
        *(migrations.RunSQL((SQL / f"{name}.1.sql").read_text()) for name in LAWS),
    ]
