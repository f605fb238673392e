CREATE FUNCTION rng_conformityreport_trusted_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.digest, NEW.version, NEW.mode, NEW.key, NEW.signature, NEW.body, NEW.found_at)
            IS DISTINCT FROM
            (OLD.digest, OLD.version, OLD.mode, OLD.key, OLD.signature, OLD.body, OLD.found_at)
        OR OLD.second_id IS NOT NULL
        OR (OLD.first_id IS NOT NULL AND (NEW.first_id, NEW.first_at, NEW.first_reason)
            IS DISTINCT FROM (OLD.first_id, OLD.first_at, OLD.first_reason))
        OR (OLD.first_id IS NULL AND NEW.second_id IS NOT NULL)
    THEN
        RAISE EXCEPTION 'rng: a report is trusted by one person after the other, once'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_conformityreport_trusted_once BEFORE UPDATE ON rng_conformityreport
    FOR EACH ROW EXECUTE FUNCTION rng_conformityreport_trusted_once();

CREATE TRIGGER rng_conformityreport_is_kept BEFORE DELETE OR TRUNCATE ON rng_conformityreport
    FOR EACH STATEMENT EXECUTE FUNCTION rng_watch_is_kept();
