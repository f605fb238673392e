-- The book of complements and the identities that were seen: entries are added, and stay.
CREATE TRIGGER tables_complement_is_kept BEFORE UPDATE OR DELETE
    ON tables_complement FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_identitycheck_is_kept BEFORE UPDATE OR DELETE
    ON tables_identitycheck FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
