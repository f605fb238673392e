CREATE TRIGGER tables_ticket_is_kept BEFORE UPDATE OR DELETE
    ON tables_ticket FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_ticketend_is_kept BEFORE UPDATE OR DELETE
    ON tables_ticketend FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
