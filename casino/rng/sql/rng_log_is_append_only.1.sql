CREATE FUNCTION rng_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'rng_log: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_logentry_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_logentry
    FOR EACH STATEMENT EXECUTE FUNCTION rng_log_is_append_only();

CREATE TRIGGER rng_checkpoint_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION rng_log_is_append_only();

CREATE TRIGGER rng_cosignature_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_cosignature
    FOR EACH STATEMENT EXECUTE FUNCTION rng_log_is_append_only();
