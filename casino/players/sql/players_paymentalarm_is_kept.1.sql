-- A difference between the house and a means of payment stays, and is closed once.
CREATE FUNCTION players_paymentalarm_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    closing CONSTANT text[] := '{closed_by_id,closed_at,reason}';
BEGIN
    IF TG_OP = 'DELETE' OR OLD.closed_by_id IS NOT NULL
       OR to_jsonb(OLD) - closing <> to_jsonb(NEW) - closing THEN
        RAISE EXCEPTION 'players: % of % is refused; what was found stays', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_paymentalarm_is_kept BEFORE UPDATE OR DELETE ON players_paymentalarm
    FOR EACH ROW EXECUTE FUNCTION players_paymentalarm_is_kept();
