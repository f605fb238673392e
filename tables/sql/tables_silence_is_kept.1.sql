CREATE TRIGGER tables_silence_is_kept BEFORE UPDATE OR DELETE
    ON tables_silence FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_silencelifted_is_kept BEFORE UPDATE OR DELETE
    ON tables_silencelifted FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
