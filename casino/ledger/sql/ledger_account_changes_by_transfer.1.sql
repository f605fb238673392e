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
