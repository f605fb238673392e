CREATE TRIGGER tables_tablesession_is_kept BEFORE UPDATE OR DELETE
    ON tables_tablesession FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
