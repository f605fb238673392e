CREATE FUNCTION tables_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'tables: % of % is refused; what happened stays', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER tables_announcementanswer_is_kept BEFORE UPDATE OR DELETE
    ON tables_announcementanswer FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_anomaly_is_kept BEFORE UPDATE OR DELETE
    ON tables_anomaly FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_claim_is_kept BEFORE UPDATE OR DELETE
    ON tables_claim FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_claimedpot_is_kept BEFORE UPDATE OR DELETE
    ON tables_claimedpot FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_claimpayment_is_kept BEFORE UPDATE OR DELETE
    ON tables_claimpayment FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_floorevent_is_kept BEFORE UPDATE OR DELETE
    ON tables_floorevent FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_levycount_is_kept BEFORE UPDATE OR DELETE
    ON tables_levycount FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_levysignature_is_kept BEFORE UPDATE OR DELETE
    ON tables_levysignature FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_pot_is_kept BEFORE UPDATE OR DELETE
    ON tables_pot FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_receipt_is_kept BEFORE UPDATE OR DELETE
    ON tables_receipt FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_roundevent_is_kept BEFORE UPDATE OR DELETE
    ON tables_roundevent FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_ruleset_is_kept BEFORE UPDATE OR DELETE
    ON tables_ruleset FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_rulesetevent_is_kept BEFORE UPDATE OR DELETE
    ON tables_rulesetevent FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_theoreticalreturn_is_kept BEFORE UPDATE OR DELETE
    ON tables_theoreticalreturn FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_writtenannouncement_is_kept BEFORE UPDATE OR DELETE
    ON tables_writtenannouncement FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
