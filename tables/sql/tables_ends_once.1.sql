-- A duty ends once, and a notice is mailed once; nothing else of either ever changes.
CREATE FUNCTION tables_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ending CONSTANT text := TG_ARGV[0];
BEGIN
    IF TG_OP = 'DELETE' OR to_jsonb(OLD) ->> ending IS NOT NULL
       OR to_jsonb(OLD) - ending <> to_jsonb(NEW) - ending THEN
        RAISE EXCEPTION 'tables: % of % is refused; what happened stays', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_assignment_ends_once BEFORE UPDATE OR DELETE ON tables_assignment
    FOR EACH ROW EXECUTE FUNCTION tables_ends_once('until');

CREATE TRIGGER tables_notice_mailed_once BEFORE UPDATE OR DELETE ON tables_notice
    FOR EACH ROW EXECUTE FUNCTION tables_ends_once('mailed_at');
