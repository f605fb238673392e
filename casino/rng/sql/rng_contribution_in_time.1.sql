CREATE FUNCTION rng_contribution_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stage text;
BEGIN
    -- Locked, so that the list is not closed between this look and the commit.
    IF NEW.shoe_id IS NOT NULL THEN
        SELECT state INTO stage FROM rng_shoe WHERE id = NEW.shoe_id FOR SHARE;
    ELSE
        SELECT state INTO stage FROM rng_draw WHERE id = NEW.draw_id FOR SHARE;
    END IF;
    IF TG_OP = 'INSERT' AND (stage NOT IN ('promised', 'committed') OR NEW.secret IS NOT NULL) THEN
        RAISE EXCEPTION 'rng_contribution: hashes are taken until the list is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND (stage <> 'closed' OR OLD.secret IS NOT NULL) THEN
        RAISE EXCEPTION 'rng_contribution: a secret is opened once, while the list is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_contribution_taken BEFORE INSERT ON rng_contribution FOR EACH ROW
EXECUTE FUNCTION rng_contribution_in_time();

CREATE TRIGGER rng_contribution_opened BEFORE UPDATE ON rng_contribution FOR EACH ROW
WHEN (ROW(OLD.secret, OLD.cut) IS DISTINCT FROM ROW(NEW.secret, NEW.cut))
EXECUTE FUNCTION rng_contribution_in_time();
