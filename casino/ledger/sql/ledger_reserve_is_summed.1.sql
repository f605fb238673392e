-- The sum stands on the account's own row, so that a posting that waited for its lock reads it as
-- it is then; the rows themselves would be read as they were before it waited.
CREATE FUNCTION ledger_reserve_is_summed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        UPDATE ledger_account SET reserved = reserved - OLD.amount WHERE id = OLD.account_id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE ledger_account SET reserved = reserved + NEW.amount WHERE id = NEW.account_id;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_reserve_is_summed AFTER INSERT OR UPDATE OR DELETE ON ledger_reserve
    FOR EACH ROW EXECUTE FUNCTION ledger_reserve_is_summed();
