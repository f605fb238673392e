"""A table at which a step fails again and again is paused, and notices say so."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds a state of tables and two kinds of notices; no row changes."""

    dependencies: ClassVar[list[Any]] = [("tables", "0036_complements")]

    operations: ClassVar[list[Any]] = [
        migrations.AlterField(
            "notice",
            "kind",
            models.CharField(
                choices=[
                    ("announcement_endorsed", "annonce visée"),
                    ("option_set", "option fixée"),
                    ("incident_submitted", "incident soumis"),
                    ("incident_decided", "incident tranché"),
                    ("table_paused", "table suspendue"),
                    ("table_resumed", "table reprise"),
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
            "table",
            "status",
            models.CharField(
                choices=[
                    ("open", "ouverte"),
                    ("ending", "dernière demi-heure"),
                    ("draining", "dernier coup"),
                    ("paused", "suspendue"),
                    ("closed", "fermée"),
                ],
                default="closed",
                max_length=16,
            ),
        ),
    ]
