CREATE FUNCTION rng_log_has_its_checkpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM rng_checkpoint WHERE size = NEW.index + 1) THEN
        RAISE EXCEPTION 'rng_log: entry % has no checkpoint', NEW.index
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER rng_log_has_its_checkpoint AFTER INSERT ON rng_logentry
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION rng_log_has_its_checkpoint();
