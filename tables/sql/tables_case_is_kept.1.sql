CREATE TRIGGER tables_case_is_kept BEFORE UPDATE OR DELETE
    ON tables_case FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_case_players_is_kept BEFORE UPDATE OR DELETE
    ON tables_case_players FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_casenote_is_kept BEFORE UPDATE OR DELETE
    ON tables_casenote FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_caseend_is_kept BEFORE UPDATE OR DELETE
    ON tables_caseend FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
