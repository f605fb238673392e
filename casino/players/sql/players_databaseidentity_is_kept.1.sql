CREATE TRIGGER players_databaseidentity_is_kept BEFORE UPDATE OR DELETE ON players_databaseidentity
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
