"""Who serves a table, what is announced in writing, and what others are owed to know of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FORWARDS = """
CREATE TRIGGER tables_writtenannouncement_is_kept
    BEFORE UPDATE OR DELETE ON tables_writtenannouncement
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_announcementanswer_is_kept
    BEFORE UPDATE OR DELETE ON tables_announcementanswer
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_anomaly_is_kept BEFORE UPDATE OR DELETE ON tables_anomaly
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();

-- A duty ends once, and a notice is mailed once; nothing else of either ever changes.
CREATE FUNCTION tables_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ending CONSTANT text := TG_ARGV[0];
BEGIN
    IF TG_OP = 'DELETE' OR to_jsonb(OLD) ->> ending IS NOT NULL
       OR to_jsonb(OLD) - ending <> to_jsonb(NEW) - ending THEN
        RAISE EXCEPTION 'tables: % of % is refused; what happened stays', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_assignment_ends_once BEFORE UPDATE OR DELETE ON tables_assignment
    FOR EACH ROW EXECUTE FUNCTION tables_ends_once('until');
CREATE TRIGGER tables_notice_mailed_once BEFORE UPDATE OR DELETE ON tables_notice
    FOR EACH ROW EXECUTE FUNCTION tables_ends_once('mailed_at');

-- The croupier reads the refusals of the last minutes; a command that is carried out pays nothing.
CREATE INDEX tables_receipt_refused ON tables_receipt (at) WHERE code <> '';
"""

BACKWARDS = """
DROP INDEX tables_receipt_refused;
DROP TRIGGER tables_notice_mailed_once ON tables_notice;
DROP TRIGGER tables_assignment_ends_once ON tables_assignment;
DROP FUNCTION tables_ends_once();
DROP TRIGGER tables_anomaly_is_kept ON tables_anomaly;
DROP TRIGGER tables_announcementanswer_is_kept ON tables_announcementanswer;
DROP TRIGGER tables_writtenannouncement_is_kept ON tables_writtenannouncement;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0005_theoretical_return"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="WrittenAnnouncement",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("text", models.CharField(max_length=1000)),
                ("chips", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="writings",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "permissions": [
                    (
                        "answer_announcement",
                        "May endorse or decline written announcements, as the games management",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="round",
            name="responsible",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Anomaly",
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
                            ("late_stakes", "mises tardives"),
                            ("above_maximum", "mises au-dessus du maximum"),
                            ("many_refusals", "refus répétés"),
                        ],
                        max_length=16,
                    ),
                ),
                ("minute", models.DateTimeField()),
                ("refusals", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
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
            ],
            options={
                "verbose_name_plural": "anomalies",
            },
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "duty",
                    models.CharField(
                        choices=[("table_chief", "chef de table"), ("inspector", "inspecteur")],
                        max_length=16,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("reason", models.CharField(max_length=200)),
                ("found", models.JSONField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("serve_as_table_chief", "May answer for a table as its chief"),
                    ("serve_as_inspector", "May answer for a table as its inspector"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("announcement_endorsed", "annonce visée"),
                            ("option_set", "option fixée"),
                        ],
                        max_length=32,
                    ),
                ),
                (
                    "addressee",
                    models.CharField(
                        choices=[
                            ("state_control", "contrôle des jeux"),
                            ("table_chief", "chef de table"),
                        ],
                        max_length=16,
                    ),
                ),
                ("clause", models.CharField(max_length=32)),
                ("detail", models.JSONField()),
                ("at", models.DateTimeField()),
                ("mailed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AnnouncementAnswer",
            fields=[
                (
                    "announcement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="answer",
                        serialize=False,
                        to="tables.writtenannouncement",
                    ),
                ),
                ("endorsed", models.BooleanField()),
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
            ],
        ),
        migrations.AddIndex(
            model_name="writtenannouncement",
            index=models.Index(fields=["table", "player", "at"], name="writing_of"),
        ),
        migrations.AddConstraint(
            model_name="anomaly",
            constraint=models.UniqueConstraint(
                fields=("table", "player", "kind", "minute"), name="anomaly_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until", None)),
                fields=("table", "duty"),
                name="one_person_per_duty",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("mailed_at", None)), fields=["at"], name="notice_unmailed"
            ),
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
