-- Opened, signed, put back, bundled: what is written stays, and is written once.
CREATE FUNCTION tables_intervention_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    signing text[] := '{done,meters_after,signed_at,hash}';
    returning_ text[] := '{returned_at,returned_by_id}';
    open_ text[] := '{}';
BEGIN
    IF OLD.signed_at IS NULL THEN open_ := open_ || signing; END IF;
    IF OLD.returned_at IS NULL THEN open_ := open_ || returning_; END IF;
    IF OLD.bundle_id IS NULL THEN open_ := open_ || '{bundle_id}'::text[]; END IF;
    IF to_jsonb(OLD) - open_ <> to_jsonb(NEW) - open_
        OR (NEW.returned_at IS NULL) <> (NEW.returned_by_id IS NULL) THEN
        RAISE EXCEPTION 'tables: the sheet of intervention % is written once', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_intervention_goes_forward BEFORE UPDATE ON tables_intervention
    FOR EACH ROW EXECUTE FUNCTION tables_intervention_goes_forward();
CREATE TRIGGER tables_intervention_is_kept BEFORE DELETE
    ON tables_intervention FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_sheetbundle_is_kept BEFORE UPDATE OR DELETE
    ON tables_sheetbundle FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_bundlereceipt_is_kept BEFORE UPDATE OR DELETE
    ON tables_bundlereceipt FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
