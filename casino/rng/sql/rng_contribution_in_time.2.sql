-- Also of secrets that are locked to the beacon's round: locked once, before that is logged, and
-- opened once it is.
CREATE OR REPLACE FUNCTION rng_contribution_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stage text;
    locks boolean;
    logged timestamptz;
BEGIN
    -- Locked, so that the list is not closed between this look and the commit.
    IF NEW.shoe_id IS NOT NULL THEN
        SELECT state, coalesce(header ->> 'opening', '') = 'timelock', locked_at
          INTO stage, locks, logged FROM rng_shoe WHERE id = NEW.shoe_id FOR SHARE;
    ELSE
        SELECT state, coalesce(header ->> 'opening', '') = 'timelock', locked_at
          INTO stage, locks, logged FROM rng_draw WHERE id = NEW.draw_id FOR SHARE;
    END IF;
    IF TG_OP = 'INSERT' AND (
        stage NOT IN ('promised', 'committed') OR NEW.secret IS NOT NULL OR NEW.locked IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'rng_contribution: hashes are taken until the list is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.locked IS DISTINCT FROM OLD.locked AND (
        stage <> 'closed' OR NOT locks OR logged IS NOT NULL OR OLD.locked IS NOT NULL
    ) THEN
        RAISE EXCEPTION 'rng_contribution: a secret is locked once, before the locks are logged'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND (OLD.secret, OLD.cut) IS DISTINCT FROM (NEW.secret, NEW.cut) AND (
        stage <> 'closed' OR OLD.secret IS NOT NULL
        OR (locks AND (logged IS NULL OR NEW.locked IS NULL))
    ) THEN
        RAISE EXCEPTION 'rng_contribution: a secret is opened once, while the list is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_contribution_locked BEFORE UPDATE ON rng_contribution FOR EACH ROW
WHEN (OLD.locked IS DISTINCT FROM NEW.locked)
EXECUTE FUNCTION rng_contribution_in_time();
