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
