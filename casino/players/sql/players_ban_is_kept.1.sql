CREATE TRIGGER players_ban_is_kept BEFORE UPDATE OR DELETE ON players_ban
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
