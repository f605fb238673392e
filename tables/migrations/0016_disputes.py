"""A player disputes a round, the staff reports an incident; each is decided once."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds disputes, their rulings and corrections, and to whom each decision is owed."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0015_practice_chips"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.AlterField(
            model_name="notice",
            name="addressee",
            field=models.CharField(
                choices=[
                    ("state_control", "contrôle des jeux"),
                    ("table_chief", "chef de table"),
                    ("inspector", "inspecteur"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("announcement_endorsed", "annonce visée"),
                    ("option_set", "option fixée"),
                    ("incident_submitted", "incident soumis"),
                    ("incident_decided", "incident tranché"),
                    ("destruction_announced", "destruction annoncée"),
                    ("dispute_filed", "contestation déposée"),
                    ("dispute_decided", "contestation tranchée"),
                ],
                max_length=32,
            ),
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("late_bet_dispute", "mise jugée tardive"),
                            ("technical", "panne"),
                            ("other", "autre"),
                            ("card_damaged", "carte abîmée"),
                            ("false_draw", "tirage irrégulier"),
                            ("stop_card_annuls", "carte d’arrêt"),
                            ("spin_void", "coup de roulette nul"),
                            ("no_dice", "lancer nul"),
                            ("shooter_rules", "conduite du tireur"),
                            ("payment_dispute", "paiement d’un appareil"),
                            ("appropriation", "appropriation de crédits"),
                            ("count_difference", "écart de comptée"),
                        ],
                        max_length=24,
                    ),
                ),
                ("order", models.UUIDField()),
                ("words", models.CharField(max_length=1000)),
                ("closes_table", models.BooleanField(default=False)),
                ("dossier", models.TextField()),
                ("dossier_hash", models.CharField(max_length=64)),
                ("filed_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("filed", "déposée"),
                            ("under_review", "à l’examen"),
                            ("decided", "tranchée"),
                        ],
                        default="filed",
                        max_length=12,
                    ),
                ),
                ("taken_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "filed_by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "follows",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.dispute",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes",
                        to="tables.round",
                    ),
                ),
                (
                    "seconded_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ticket",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.ticket",
                    ),
                ),
            ],
            options={
                "permissions": [
                    (
                        "file_dispute",
                        "May report an incident at a table, of a round or of a ticket",
                    ),
                    (
                        "decide_dispute",
                        "May decide disputes and incidents, as the games management",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DisputeRuling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.UUIDField(unique=True)),
                ("upheld", models.BooleanField()),
                ("reason", models.CharField(max_length=400)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tables.dispute",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="dispute",
            name="ruling",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decides",
                to="tables.disputeruling",
            ),
        ),
        migrations.CreateModel(
            name="DisputeReader",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="readers",
                        to="tables.dispute",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at", None)),
                        fields=["player"],
                        name="decision_unread",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("dispute", "player"), name="dispute_reader_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DisputeCorrection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("amount", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="tables.disputeruling",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("ruling", "player"), name="correction_once"),
                    models.CheckConstraint(
                        condition=models.Q(("amount", 0), _negated=True), name="correction_moves"
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(
                condition=models.Q(("state", "decided"), _negated=True),
                fields=["filed_at"],
                name="dispute_waits",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(fields=("filed_by", "order"), name="dispute_order"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("round", "player"),
                name="dispute_of_a_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("player__isnull", True), ("round__isnull", False), _connector="OR"
                ),
                name="dispute_of_a_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decided_at__isnull", False),
                        ("ruling__isnull", False),
                        ("state", "decided"),
                    ),
                    models.Q(
                        models.Q(("state", "decided"), _negated=True),
                        ("decided_at__isnull", True),
                        ("ruling__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="dispute_decided_by_a_ruling",
            ),
        ),
        migrations.RunSQL((SQL / "tables_dispute_goes_forward.1.sql").read_text()),
        migrations.RunSQL((SQL / "tables_decision_is_read_once.1.sql").read_text()),
    ]
