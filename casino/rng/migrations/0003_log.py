"""Creates the log; the database numbers, hashes and guards it, whoever writes."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

GUARD = r"""
CREATE FUNCTION rng_log_number_and_hash() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
    level integer := 0;
    low integer;
    rest bigint;
    sibling bytea;
    hashed bytea;
BEGIN
    -- The log's own lock, until the transaction ends: numbers have no gap, trees no second child.
    PERFORM pg_advisory_xact_lock(6962);
    SELECT coalesce(max(index) + 1, 0) INTO n FROM rng_logentry;
    IF NEW.index IS NOT NULL AND NEW.index <> n THEN
        RAISE EXCEPTION 'rng_log: the next entry is %', n
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (n = 0) <> (NEW.kind = 'keys') THEN
        RAISE EXCEPTION 'rng_log: the log begins with the house''s keys, once'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    NEW.index := n;
    NEW.recorded_at := clock_timestamp();
    hashed := sha256('\x00'::bytea || convert_to(NEW.body, 'UTF8'));
    NEW.nodes := hashed;
    -- RFC 6962, 2.1: each subtree that this leaf completes, from the leaf up.
    WHILE (n >> level) & 1 = 1 LOOP
        SELECT substring(nodes FROM level * 32 + 1 FOR 32) INTO STRICT sibling
        FROM rng_logentry WHERE index = ((n >> level) << level) - 1;
        hashed := sha256('\x01'::bytea || sibling || hashed);
        NEW.nodes := NEW.nodes || hashed;
        level := level + 1;
    END LOOP;
    -- Then the perfect subtrees on the left, from the smallest to the largest.
    rest := (n >> level) << level;
    low := level;
    WHILE rest > 0 LOOP
        WHILE (rest >> low) & 1 = 0 LOOP
            low := low + 1;
        END LOOP;
        SELECT substring(nodes FROM low * 32 + 1 FOR 32) INTO STRICT sibling
        FROM rng_logentry WHERE index = rest - 1;
        hashed := sha256('\x01'::bytea || sibling || hashed);
        rest := rest - (1::bigint << low);
    END LOOP;
    NEW.root := hashed;
    IF n = 0 THEN
        NEW.previous := ''::bytea;
        NEW.signer := NEW.body::jsonb -> 'facts' -> 'keys' ->> 'log';
    ELSE
        SELECT sha256(convert_to(text, 'UTF8')) INTO STRICT NEW.previous
        FROM rng_checkpoint WHERE size = n;
        IF NEW.kind = 'rotation' AND NEW.body::jsonb -> 'facts' ->> 'use' = 'log' THEN
            NEW.signer := NEW.body::jsonb -> 'facts' ->> 'new';
        ELSE
            SELECT signer INTO STRICT NEW.signer FROM rng_logentry WHERE index = n - 1;
        END IF;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_log_number_and_hash BEFORE INSERT ON rng_logentry
    FOR EACH ROW EXECUTE FUNCTION rng_log_number_and_hash();

CREATE FUNCTION rng_log_checkpoint_is_of_the_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    tree rng_logentry;
    origin text;
    line text[] := string_to_array(NEW.text, E'\n');
BEGIN
    SELECT * INTO STRICT tree FROM rng_logentry WHERE index = NEW.size - 1;
    SELECT body::jsonb -> 'facts' ->> 'origin' INTO STRICT origin
    FROM rng_logentry WHERE index = 0;
    IF line[1] <> origin OR line[2] <> NEW.size::text
        OR line[3] <> encode(tree.root, 'base64')
        OR (NEW.size > 1 AND line[4] <> 'previous ' || encode(tree.previous, 'base64'))
    THEN
        RAISE EXCEPTION 'rng_log: not the checkpoint of this tree'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_log_checkpoint_is_of_the_tree BEFORE INSERT ON rng_checkpoint
    FOR EACH ROW EXECUTE FUNCTION rng_log_checkpoint_is_of_the_tree();

CREATE FUNCTION rng_log_has_its_checkpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM rng_checkpoint WHERE size = NEW.index + 1) THEN
        RAISE EXCEPTION 'rng_log: entry % has no checkpoint', NEW.index
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER rng_log_has_its_checkpoint AFTER INSERT ON rng_logentry
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION rng_log_has_its_checkpoint();

CREATE FUNCTION rng_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'rng_log: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_logentry_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION rng_log_is_append_only();
CREATE TRIGGER rng_checkpoint_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION rng_log_is_append_only();
CREATE TRIGGER rng_cosignature_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_cosignature
    FOR EACH STATEMENT EXECUTE FUNCTION rng_log_is_append_only();
"""

UNGUARD = """
DROP TRIGGER rng_log_number_and_hash ON rng_logentry;
DROP TRIGGER rng_log_has_its_checkpoint ON rng_logentry;
DROP TRIGGER rng_logentry_is_kept ON rng_logentry;
DROP TRIGGER rng_log_checkpoint_is_of_the_tree ON rng_checkpoint;
DROP TRIGGER rng_checkpoint_is_kept ON rng_checkpoint;
DROP TRIGGER rng_cosignature_is_kept ON rng_cosignature;
DROP FUNCTION rng_log_number_and_hash();
DROP FUNCTION rng_log_checkpoint_is_of_the_tree();
DROP FUNCTION rng_log_has_its_checkpoint();
DROP FUNCTION rng_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("rng", "0002_draws"),
    ]

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("size", models.BigIntegerField(editable=False, primary_key=True, serialize=False)),
                ("text", models.TextField(editable=False)),
                ("signature", models.TextField(editable=False)),
            ],
        ),
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
        migrations.RunSQL(GUARD, UNGUARD),
    ]
