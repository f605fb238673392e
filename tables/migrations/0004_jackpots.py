"""Jackpots, and what was won of them: a claim and its payment are never changed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEPT = ("claim", "claimedpot", "claimpayment", "pot")

FORWARDS = "".join(
    f"CREATE TRIGGER tables_{name}_is_kept BEFORE UPDATE OR DELETE ON tables_{name}"
    " FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();"
    for name in KEPT
)
BACKWARDS = "".join(f"DROP TRIGGER tables_{name}_is_kept ON tables_{name};" for name in KEPT)


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0004_pots"),
        ("tables", "0003_steps"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            ],
        ),
        migrations.AddField(
            model_name="table",
            name="jackpot",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="tables.jackpot",
            ),
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
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(fields=("round", "supervised"), name="claim_once"),
        ),
        migrations.AddConstraint(
            model_name="pot",
            constraint=models.UniqueConstraint(fields=("jackpot", "name"), name="pot_name"),
        ),
        migrations.AddConstraint(
            model_name="claimedpot",
            constraint=models.UniqueConstraint(fields=("claim", "pot"), name="claimed_pot_once"),
        ),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
