CREATE FUNCTION rng_errorstate_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.cause, NEW.instance, NEW.raised_at)
            IS DISTINCT FROM (OLD.id, OLD.cause, OLD.instance, OLD.raised_at)
        OR OLD.cleared_at IS NOT NULL
        OR (OLD.first_id IS NOT NULL AND (NEW.first_id, NEW.first_at)
            IS DISTINCT FROM (OLD.first_id, OLD.first_at))
        OR (OLD.first_id IS NULL AND NEW.second_id IS NOT NULL)
    THEN
        RAISE EXCEPTION 'rng: an error state is ended by one person after the other, once'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_errorstate_ends_once BEFORE UPDATE ON rng_errorstate
    FOR EACH ROW EXECUTE FUNCTION rng_errorstate_ends_once();
