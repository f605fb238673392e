CREATE TRIGGER tables_machinephotograph_is_kept BEFORE UPDATE OR DELETE
    ON tables_machinephotograph FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
