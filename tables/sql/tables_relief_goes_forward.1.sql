-- Begun, attended, exchanged, closed: what is written stays, and is written once.
CREATE FUNCTION tables_relief_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    open_ text[] := '{}';
BEGIN
    IF OLD.attended_at IS NULL AND OLD.exchanged_at IS NULL THEN
        open_ := open_ || '{attended_by_id,attended_at}'::text[];
    END IF;
    IF OLD.exchanged_at IS NULL THEN
        open_ := open_ || '{exchanged_by_id,exchanged_at,meters,amount,told}'::text[];
    END IF;
    IF OLD.closed_at IS NULL THEN open_ := open_ || '{closed_at}'::text[]; END IF;
    IF to_jsonb(OLD) - open_ <> to_jsonb(NEW) - open_ THEN
        RAISE EXCEPTION 'tables: relief % is written once', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_relief_goes_forward BEFORE UPDATE ON tables_relief
    FOR EACH ROW EXECUTE FUNCTION tables_relief_goes_forward();
CREATE TRIGGER tables_relief_is_kept BEFORE DELETE
    ON tables_relief FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_noteboxcount_is_kept BEFORE UPDATE OR DELETE
    ON tables_noteboxcount FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
