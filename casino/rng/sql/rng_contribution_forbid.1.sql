CREATE FUNCTION rng_contribution_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('sabot.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'rng_contribution: %', TG_ARGV[0]
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_contribution_sealed BEFORE UPDATE ON rng_contribution FOR EACH ROW
WHEN ((
    OLD.id, OLD.shoe_id, OLD.draw_id, OLD.seat, OLD.party, OLD.hash, OLD.cuts, OLD.sealed_at,
    OLD.key, OLD.signature
) IS DISTINCT FROM (
    NEW.id, NEW.shoe_id, NEW.draw_id, NEW.seat, NEW.party, NEW.hash, NEW.cuts, NEW.sealed_at,
    NEW.key, NEW.signature
))
EXECUTE FUNCTION rng_contribution_forbid('what was sealed does not change');

CREATE TRIGGER rng_contribution_kept BEFORE DELETE OR TRUNCATE ON rng_contribution
FOR EACH STATEMENT
EXECUTE FUNCTION rng_contribution_forbid('a contribution is never deleted');
