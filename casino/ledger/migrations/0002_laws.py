"""The laws of the books, kept by the database itself, whoever writes."""

from django.db import migrations

FORWARDS = """
CREATE FUNCTION ledger_account_is_opened_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.debits <> 0 OR NEW.credits <> 0 THEN
        RAISE EXCEPTION 'ledger: account % must open without money', NEW.code
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_account_is_opened_empty BEFORE INSERT ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_account_is_opened_empty();

-- A depth above 1 means that another trigger made the update: ledger_transfer_moves_money.
CREATE FUNCTION ledger_account_changes_by_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() < 2
        OR (NEW.id, NEW.code, NEW.kind, NEW.currency, NEW.unbounded, NEW.opened_at)
            IS DISTINCT FROM
            (OLD.id, OLD.code, OLD.kind, OLD.currency, OLD.unbounded, OLD.opened_at)
    THEN
        RAISE EXCEPTION 'ledger: account % changes only by transfers', OLD.code
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_account_changes_by_transfer BEFORE UPDATE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_account_changes_by_transfer();

CREATE FUNCTION ledger_transfer_moves_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM posted
        JOIN ledger_account debit ON debit.id = posted.debit_id
        JOIN ledger_account credit ON credit.id = posted.credit_id
        WHERE debit.currency <> credit.currency
    ) THEN
        RAISE EXCEPTION 'ledger: a transfer has one currency'
            USING ERRCODE = 'check_violation';
    END IF;
    UPDATE ledger_account
    SET debits = debits + side.given, credits = credits + side.received
    FROM (
        SELECT account, sum(given) AS given, sum(received) AS received
        FROM (
            SELECT debit_id AS account, amount AS given, 0 AS received FROM posted
            UNION ALL
            SELECT credit_id, 0, amount FROM posted
        ) AS sides
        GROUP BY account
    ) AS side
    WHERE ledger_account.id = side.account;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_transfer_moves_money AFTER INSERT ON ledger_transfer
    REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_moves_money();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'ledger: % of % is refused; corrections are more transfers',
        TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER ledger_account_is_kept BEFORE DELETE OR TRUNCATE ON ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_journalentry_is_kept
    BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_transfer_is_kept
    BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
"""

BACKWARDS = """
DROP TRIGGER ledger_account_is_opened_empty ON ledger_account;
DROP TRIGGER ledger_account_changes_by_transfer ON ledger_account;
DROP TRIGGER ledger_account_is_kept ON ledger_account;
DROP TRIGGER ledger_journalentry_is_kept ON ledger_journalentry;
DROP TRIGGER ledger_transfer_is_kept ON ledger_transfer;
DROP TRIGGER ledger_transfer_moves_money ON ledger_transfer;
DROP FUNCTION ledger_account_is_opened_empty();
DROP FUNCTION ledger_account_changes_by_transfer();
DROP FUNCTION ledger_transfer_moves_money();
DROP FUNCTION ledger_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
