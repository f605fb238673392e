"""The laws of rounds, kept by the database itself, whoever writes."""

from django.db import migrations

FORWARDS = """
CREATE FUNCTION tables_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'tables: % of % is refused; what happened stays', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER tables_roundevent_is_kept BEFORE UPDATE OR DELETE ON tables_roundevent
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_floorevent_is_kept BEFORE UPDATE OR DELETE ON tables_floorevent
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_receipt_is_kept BEFORE UPDATE OR DELETE ON tables_receipt
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_ruleset_is_kept BEFORE UPDATE OR DELETE ON tables_ruleset
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_rulesetevent_is_kept BEFORE UPDATE OR DELETE ON tables_rulesetevent
    FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();

-- A version follows the one before it: of the same text, and not in force any earlier.
CREATE FUNCTION tables_ruleset_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    earlier tables_ruleset%ROWTYPE;
BEGIN
    SELECT * INTO earlier FROM tables_ruleset
     WHERE series = NEW.series ORDER BY version DESC LIMIT 1;
    IF NEW.version <> coalesce(earlier.version, 0) + 1 THEN
        RAISE EXCEPTION 'tables: version % of % follows version %',
            NEW.version, NEW.series, coalesce(earlier.version, 0)
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.version > 1 AND (NEW.amends_id IS DISTINCT FROM earlier.key
                            OR (NEW.game, NEW.book) <> (earlier.game, earlier.book)
                            OR NEW.effective_at < earlier.effective_at) THEN
        RAISE EXCEPTION 'tables: % does not follow %', NEW.key, earlier.key
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.reason = '' THEN
        RAISE EXCEPTION 'tables: % is published without a reason', NEW.key
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_ruleset_follows BEFORE INSERT ON tables_ruleset
    FOR EACH ROW EXECUTE FUNCTION tables_ruleset_follows();

CREATE FUNCTION tables_round_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.status <> 'running' THEN
        RAISE EXCEPTION 'tables: round % is over and stays as it is', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_round_ends_once BEFORE UPDATE OR DELETE ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_round_ends_once();

-- Stakes in = paid out + house result: what a round brought to the layout and did not take away
-- again is what stays there for the next round. Checked when the transaction commits, because the
-- postings of the last step may come before or after the round's own row.
CREATE FUNCTION tables_round_conserves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stays bigint;
BEGIN
    SELECT coalesce(sum(CASE WHEN transfer.credit_id = felt.id THEN transfer.amount
                             ELSE -transfer.amount END), 0)
      INTO stays
      FROM tables_table AS floor
      -- Where a player is the banker, his bank and garage lie at the table like the layout's chips.
      CROSS JOIN LATERAL (
          SELECT floor.layout_account_id AS id
          UNION ALL
          SELECT account.id FROM ledger_account AS account
           WHERE account.code IN ('bank:' || floor.id, 'garage:' || floor.id)
      ) AS felt
      JOIN ledger_journalentry AS entry ON entry.reference = 'round:' || NEW.id
      JOIN ledger_transfer AS transfer
        ON transfer.entry_id = entry.id AND felt.id IN (transfer.debit_id, transfer.credit_id)
     WHERE floor.id = NEW.table_id;
    IF NEW.carried_in + coalesce(stays, 0) <> NEW.carried_out THEN
        RAISE EXCEPTION 'tables: round % does not conserve chips: % on the layout, % carried over',
            NEW.id, NEW.carried_in + coalesce(stays, 0), NEW.carried_out
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER tables_round_conserves AFTER UPDATE OF status ON tables_round
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.status <> 'running')
    EXECUTE FUNCTION tables_round_conserves();
"""

BACKWARDS = """
DROP TRIGGER tables_roundevent_is_kept ON tables_roundevent;
DROP TRIGGER tables_floorevent_is_kept ON tables_floorevent;
DROP TRIGGER tables_receipt_is_kept ON tables_receipt;
DROP TRIGGER tables_ruleset_is_kept ON tables_ruleset;
DROP TRIGGER tables_rulesetevent_is_kept ON tables_rulesetevent;
DROP TRIGGER tables_ruleset_follows ON tables_ruleset;
DROP FUNCTION tables_ruleset_follows();
DROP TRIGGER tables_round_ends_once ON tables_round;
DROP TRIGGER tables_round_conserves ON tables_round;
DROP FUNCTION tables_is_append_only();
DROP FUNCTION tables_round_ends_once();
DROP FUNCTION tables_round_conserves();
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial"), ("ledger", "0003_post")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
