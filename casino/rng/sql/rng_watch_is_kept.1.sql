CREATE FUNCTION rng_watch_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'rng: % of % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_selfcheck_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_selfcheck
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();

CREATE TRIGGER rng_reading_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON rng_reading
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();

CREATE TRIGGER rng_errorstate_is_kept BEFORE DELETE OR TRUNCATE ON rng_errorstate
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();
