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
