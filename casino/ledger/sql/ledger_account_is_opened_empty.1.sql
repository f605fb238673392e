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
