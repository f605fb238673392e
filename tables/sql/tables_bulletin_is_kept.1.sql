CREATE TRIGGER tables_bulletin_is_kept BEFORE UPDATE OR DELETE
    ON tables_bulletin FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_bulletinend_is_kept BEFORE UPDATE OR DELETE
    ON tables_bulletinend FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
