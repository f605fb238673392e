-- A limit that stood once is told for ever: another one follows it.
CREATE FUNCTION players_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'players: % of % is refused; what was said stays', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER players_limit_is_kept BEFORE UPDATE OR DELETE ON players_limit
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
