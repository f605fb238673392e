CREATE TRIGGER tables_machineban_is_kept BEFORE UPDATE OR DELETE
    ON tables_machineban FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
