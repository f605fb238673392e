-- To whom a decision is owed stays; only the moment is noted at which he reads it, once.
CREATE FUNCTION tables_decision_is_read_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.read_at IS NOT NULL
       OR to_jsonb(OLD) - 'read_at' <> to_jsonb(NEW) - 'read_at' THEN
        RAISE EXCEPTION 'tables: % of % is refused; what happened stays', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_decision_is_read_once BEFORE UPDATE OR DELETE ON tables_disputereader
    FOR EACH ROW EXECUTE FUNCTION tables_decision_is_read_once();
