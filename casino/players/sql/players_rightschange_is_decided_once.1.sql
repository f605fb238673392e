-- What was asked of rights never changes but by one decision, which stays.
CREATE FUNCTION players_rightschange_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    decision CONSTANT text[] := '{state,decided_by_id,decided_at,decided_reason,password}';
BEGIN
    IF TG_OP = 'DELETE' OR OLD.state <> 'asked'
       OR to_jsonb(OLD) - decision <> to_jsonb(NEW) - decision THEN
        RAISE EXCEPTION 'players: % of % is refused; what was decided stays', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER players_rightschange_is_decided_once BEFORE UPDATE OR DELETE ON players_rightschange
    FOR EACH ROW EXECUTE FUNCTION players_rightschange_is_decided_once();
