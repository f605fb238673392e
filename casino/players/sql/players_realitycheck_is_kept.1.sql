CREATE TRIGGER players_realitycheck_is_kept BEFORE UPDATE OR DELETE ON players_realitycheck
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
