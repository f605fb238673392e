"""Cards that were counted serve again, a set has its colours, what is found of cards is told."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the count of used cards, the colours of backs, and the notices of what was found.

    A sixain that was received before could serve one game alone, and has two (MC-BTV-03).
    """

    dependencies: ClassVar[list[Any]] = [("tables", "0024_float_counts")]

    operations: ClassVar[list[Any]] = [
        migrations.AddField(
            model_name="equipmentset",
            name="colours",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name="equipmentset",
            name="state",
            field=models.CharField(
                choices=[
                    ("new", "neuf"),
                    ("in_service", "en service"),
                    ("used", "usagé"),
                    ("checked", "contrôlé"),
                    ("withdrawn", "retiré"),
                    ("destroyed", "détruit"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="equipmententry",
            name="movement",
            field=models.CharField(
                choices=[
                    ("received", "reçu"),
                    ("moved", "déplacé"),
                    ("allotted", "mis en service"),
                    ("returned", "rendu"),
                    ("counted", "compté"),
                    ("withdrawn", "retiré"),
                    ("announced", "destruction annoncée"),
                    ("destroyed", "détruit"),
                ],
                max_length=12,
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
                    ("note_box_differs", "écart d’une boîte à billets"),
                    ("float_differs", "écart d’encaisse"),
                    ("cards_found", "cartes en cause"),
                    ("cards_decided", "cartes : incident tranché"),
                ],
                max_length=32,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="addressee",
            field=models.CharField(
                choices=[
                    ("state_control", "contrôle des jeux"),
                    ("table_chief", "chef de table"),
                    ("inspector", "inspecteur"),
                    ("machines", "superviseur des appareils"),
                    ("games_management", "direction des jeux"),
                ],
                max_length=16,
            ),
        ),
        migrations.RunSQL((SQL / "tables_equipmentset_keeps_its_colours.1.sql").read_text()),
    ]
