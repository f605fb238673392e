CREATE TRIGGER players_housenote_is_kept BEFORE UPDATE OR DELETE ON players_housenote
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
