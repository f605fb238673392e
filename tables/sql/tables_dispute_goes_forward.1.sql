-- A dispute goes forward only: filed, under review, decided. What was filed and frozen never changes.
CREATE FUNCTION tables_dispute_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    review CONSTANT text[] := '{state,taken_by_id,taken_at}';
    decision CONSTANT text[] := '{state,taken_by_id,taken_at,ruling_id,seconded_by_id,decided_at}';
    may text[];
BEGIN
    may := CASE
        WHEN TG_OP = 'DELETE' THEN NULL
        WHEN OLD.state = 'filed' AND NEW.state = 'under_review' THEN review
        WHEN OLD.state <> 'decided' AND NEW.state = 'decided' THEN decision
    END;
    IF may IS NULL OR to_jsonb(OLD) - may <> to_jsonb(NEW) - may THEN
        RAISE EXCEPTION 'tables: % of % is refused; what was decided stays', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_dispute_goes_forward BEFORE UPDATE OR DELETE ON tables_dispute
    FOR EACH ROW EXECUTE FUNCTION tables_dispute_goes_forward();
CREATE TRIGGER tables_disputeruling_is_kept BEFORE UPDATE OR DELETE
    ON tables_disputeruling FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_disputecorrection_is_kept BEFORE UPDATE OR DELETE
    ON tables_disputecorrection FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
