CREATE TRIGGER players_identity_is_kept BEFORE UPDATE OR DELETE ON players_identity
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
