"""Rule sets, tables, rounds and who serves them; the laws of rounds, and what a command runs."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"
LAWS = (
    "tables_rows",
    "tables_is_append_only",
    "tables_ruleset_follows",
    "tables_round_ends_once",
    "tables_round_conserves",
    "tables_ends_once",
    "tables_surroundings",
    "tables_begin",
    "tables_write",
)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("ledger", "0001_squashed"),
        ("players", "0001_squashed"),
        ("rng", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=32)),
                ("book", models.CharField(max_length=32)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("series", models.CharField(max_length=56)),
                ("version", models.PositiveIntegerField()),
                ("draft", models.UUIDField(unique=True)),
                ("effective_at", models.DateTimeField()),
                ("reason", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "amends",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tables.ruleset",
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("publish_ruleset", "May draft, revise, discard and publish rule sets")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "version"), name="ruleset_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="RuleSetDraft",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("series", models.CharField(max_length=56, unique=True)),
                ("game", models.CharField(max_length=32)),
                ("book", models.CharField(max_length=32)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "amends",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tables.ruleset",
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RuleSetEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("series", models.CharField(db_index=True, max_length=56)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("drafted", "rédigé"),
                            ("revised", "révisé"),
                            ("discarded", "abandonné"),
                            ("published", "publié"),
                        ],
                        max_length=16,
                    ),
                ),
                ("draft", models.UUIDField()),
                ("options", models.JSONField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.ruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TheoreticalReturn",
            fields=[
                (
                    "rules",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="theoretical_return",
                        serialize=False,
                        to="tables.ruleset",
                    ),
                ),
                ("found", models.JSONField()),
                ("computed_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.BigIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "en cours"),
                            ("closed", "terminé"),
                            ("voided", "annulé"),
                        ],
                        default="running",
                        max_length=16,
                    ),
                ),
                ("first_card", models.PositiveSmallIntegerField(default=0)),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("result", models.CharField(blank=True, max_length=64)),
                ("carried_in", models.BigIntegerField(default=0)),
                ("carried_out", models.BigIntegerField(default=0)),
                (
                    "shoe",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rng.shoe",
                    ),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rng.draw",
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="tables.ruleset"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Jackpot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=64, unique=True)),
                ("currency", models.CharField(max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=64, unique=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "ouverte"),
                            ("ending", "dernière demi-heure"),
                            ("draining", "dernier coup"),
                            ("closed", "fermée"),
                        ],
                        default="closed",
                        max_length=16,
                    ),
                ),
                ("practice", models.BooleanField(default=False)),
                ("currency", models.CharField(max_length=8)),
                ("seq", models.BigIntegerField(default=0)),
                ("round_seq", models.BigIntegerField(default=0)),
                ("shoe_sequence", models.IntegerField(default=0)),
                ("shoe_resumes", models.BooleanField(default=True)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("window_ms", models.IntegerField(blank=True, null=True)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("rounds_left", models.PositiveSmallIntegerField(default=0)),
                ("no_chance", models.BooleanField(default=False)),
                ("follows_series", models.BooleanField(default=False)),
                (
                    "float_account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.account",
                    ),
                ),
                (
                    "layout_account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.account",
                    ),
                ),
                (
                    "round",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.round",
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="tables.ruleset"
                    ),
                ),
                (
                    "shoe",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rng.shoe",
                    ),
                ),
                (
                    "draw",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rng.draw",
                    ),
                ),
                (
                    "jackpot",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tables.jackpot",
                    ),
                ),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "permissions": [
                    (
                        "operate_table",
                        "May create, open, drain, close, fill, credit a table and void its round",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("practice", False), ("currency", "PLAY"), _connector="OR"
                        ),
                        name="practice_is_play_money",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="round",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rounds",
                to="tables.table",
            ),
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
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="round_number"),
        ),
        migrations.CreateModel(
            name="Box",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("away", models.BooleanField(default=False)),
                ("sat_at", models.DateTimeField(blank=True, null=True)),
                ("welcomes", models.BooleanField(default=False)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="boxes",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "boxes",
                "ordering": ["table", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="box_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Shuffling",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="shuffling",
                        serialize=False,
                        to="tables.table",
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("waiting", "attend un joueur"),
                            ("sealing", "engagements"),
                            ("closing", "clôture de la liste"),
                            ("opening", "ouverture"),
                            ("shuffling", "mélange"),
                        ],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("offers", models.JSONField(default=list)),
                ("offered", models.PositiveSmallIntegerField(default=0)),
                ("cutter", models.PositiveSmallIntegerField(default=0)),
                ("declined", models.JSONField(default=list)),
                ("sealed", models.JSONField(default=list)),
                ("opened", models.JSONField(default=list)),
                (
                    "shoe",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rng.shoe"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "shufflings",
            },
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waiting",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "waiting",
                "constraints": [
                    models.UniqueConstraint(fields=("table", "player"), name="waiting_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("kind", models.CharField(max_length=64)),
                ("body", models.JSONField()),
                ("cause", models.UUIDField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "indexes": [models.Index(fields=["round", "seq"], name="event_round_seq")],
                "constraints": [models.UniqueConstraint(fields=("table", "seq"), name="event_seq")],
            },
        ),
        migrations.CreateModel(
            name="Pot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=32)),
                ("seed", models.BigIntegerField()),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.account",
                    ),
                ),
                (
                    "jackpot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pots",
                        to="tables.jackpot",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("jackpot", "name"), name="pot_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("supervised", models.BooleanField()),
                ("seq", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="tables.round",
                    ),
                ),
                (
                    "jackpot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claims",
                        to="tables.jackpot",
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("approve_claim", "May approve the payment of a jackpot, as a supervisor")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "supervised"), name="claim_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ClaimedPot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("holds", models.BigIntegerField()),
                ("change", models.BigIntegerField()),
                (
                    "claim",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pots",
                        to="tables.claim",
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="claimed",
                        to="tables.pot",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("claim", "pot"), name="claimed_pot_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ClaimPayment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "claim",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payment",
                        to="tables.claim",
                    ),
                ),
                ("footage_seen", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="FloorEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("kind", models.CharField(max_length=32)),
                ("box", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="floor_events",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("command_id", models.UUIDField()),
                ("seq", models.BigIntegerField(blank=True, null=True)),
                ("code", models.CharField(blank=True, max_length=64)),
                ("detail", models.JSONField(default=dict)),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "command_id"), name="receipt_command")
                ],
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
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until", None)),
                        fields=("table", "duty"),
                        name="one_person_per_duty",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LevyCount",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("amount", models.BigIntegerField()),
                ("tickets", models.PositiveIntegerField()),
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
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["table", "at"], name="levy_count_of")],
            },
        ),
        migrations.CreateModel(
            name="LevySignature",
            fields=[
                (
                    "count",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="signature",
                        serialize=False,
                        to="tables.levycount",
                    ),
                ),
                ("order", models.UUIDField(unique=True)),
                ("control", models.CharField(blank=True, max_length=64)),
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
                "indexes": [models.Index(fields=["table", "player", "at"], name="writing_of")],
            },
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
                            ("incident_submitted", "incident soumis"),
                            ("incident_decided", "incident tranché"),
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
                        blank=True,
                        null=True,
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
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("mailed_at", None)),
                        fields=["at"],
                        name="notice_unmailed",
                    )
                ],
            },
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
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "player", "kind", "minute"), name="anomaly_once"
                    )
                ],
            },
        ),
        *(migrations.RunSQL((SQL / f"{name}.1.sql").read_text()) for name in LAWS),
    ]
