CREATE TRIGGER tables_dropcount_is_kept BEFORE UPDATE OR DELETE
    ON tables_dropcount FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
