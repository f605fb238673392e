"""Dice and cards are a stock: sets in registers, of which no entry is changed."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the registers, their entries and endorsements, and the permissions of the stock."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0006_agreement_to_limits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
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
                ],
                max_length=32,
            ),
        ),
        migrations.CreateModel(
            name="EquipmentRegister",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[("dice", "dés"), ("cards", "cartes")], max_length=8, unique=True
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("opened_at", models.DateTimeField()),
                (
                    "opened_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [
                    (
                        "open_register",
                        "May open a register of equipment, as the Government Commissioner",
                    ),
                    (
                        "endorse_register",
                        "May endorse a register of equipment, as the state's control",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EquipmentSet",
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
                            ("dice", "dés"),
                            ("pack", "jeu"),
                            ("sixain", "sixain"),
                            ("huitain", "huitain"),
                        ],
                        max_length=8,
                    ),
                ),
                ("serial", models.CharField(max_length=32, unique=True)),
                ("purchase_order", models.CharField(max_length=32)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "neuf"),
                            ("in_service", "en service"),
                            ("used", "usagé"),
                            ("withdrawn", "retiré"),
                            ("destroyed", "détruit"),
                        ],
                        max_length=12,
                    ),
                ),
                ("place", models.CharField(blank=True, max_length=24)),
                (
                    "register",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sets",
                        to="tables.equipmentregister",
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("keep_stock", "May receive, move and withdraw equipment, as card keeper"),
                    ("destroy_equipment", "May have equipment destroyed, as the games management"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EquipmentEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "movement",
                    models.CharField(
                        choices=[
                            ("received", "reçu"),
                            ("moved", "déplacé"),
                            ("allotted", "mis en service"),
                            ("returned", "rendu"),
                            ("withdrawn", "retiré"),
                            ("announced", "destruction annoncée"),
                            ("destroyed", "détruit"),
                        ],
                        max_length=12,
                    ),
                ),
                ("origin", models.CharField(blank=True, max_length=24)),
                ("target", models.CharField(blank=True, max_length=24)),
                ("control", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "register",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tables.equipmentregister",
                    ),
                ),
                (
                    "set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tables.equipmentset",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "equipment entries",
            },
        ),
        migrations.CreateModel(
            name="EquipmentEndorsement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("up_to", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=200)),
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
                    "register",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="endorsements",
                        to="tables.equipmentregister",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("register", "up_to"), name="equipment_endorsed_once"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="equipmentset",
            index=models.Index(fields=["kind", "state", "id"], name="equipment_in_stock"),
        ),
        migrations.AddConstraint(
            model_name="equipmententry",
            constraint=models.UniqueConstraint(
                fields=("register", "number"), name="equipment_entry_number"
            ),
        ),
        migrations.RunSQL((SQL / "tables_equipment_is_kept.1.sql").read_text()),
    ]
