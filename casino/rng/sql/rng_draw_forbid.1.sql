CREATE FUNCTION rng_draw_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rng_draw: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_draw_begins BEFORE INSERT ON rng_draw FOR EACH ROW
WHEN (NEW.state <> 'committed')
EXECUTE FUNCTION rng_draw_forbid('a draw begins with its promise');

CREATE TRIGGER rng_draw_promise BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN ((
    OLD.id, OLD."table", OLD.sequence, OLD.sides, OLD.header, OLD.commitment, OLD.sealed_seed,
    OLD.created_at
) IS DISTINCT FROM (
    NEW.id, NEW."table", NEW.sequence, NEW.sides, NEW.header, NEW.commitment, NEW.sealed_seed,
    NEW.created_at
))
EXECUTE FUNCTION rng_draw_forbid('what was promised does not change');

CREATE TRIGGER rng_draw_revealed BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (OLD.state = 'revealed')
EXECUTE FUNCTION rng_draw_forbid('a revealed draw does not change');

CREATE TRIGGER rng_draw_result BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (OLD.state = 'drawn' AND (
    OLD.request, OLD."values", OLD.rejected_words, OLD.drawn_at, OLD.beacon
) IS DISTINCT FROM (
    NEW.request, NEW."values", NEW.rejected_words, NEW.drawn_at, NEW.beacon
))
EXECUTE FUNCTION rng_draw_forbid('what fell does not change');

CREATE TRIGGER rng_draw_once BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (
    (OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at)
    OR (OLD.beacon_round IS NOT NULL AND NEW.beacon_round IS DISTINCT FROM OLD.beacon_round)
    OR (OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at)
)
EXECUTE FUNCTION rng_draw_forbid('what a step fixed does not change');

CREATE TRIGGER rng_draw_forward BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (
    OLD.state <> 'revealed' AND NEW.state <> OLD.state AND NOT (
        (OLD.state, NEW.state) IN
            (('committed', 'closed'), ('closed', 'opened'), ('opened', 'drawn'),
             ('drawn', 'revealed'))
        OR (NEW.state = 'revealed' AND NEW.request IS NULL)
        -- Without a list only where the promise knows of none.
        OR ((OLD.state, NEW.state) = ('committed', 'drawn')
            AND coalesce(NEW.header ->> 'contributions', 'none') = 'none'
            AND coalesce(NEW.header ->> 'beacon', 'none') = 'none')
    )
)
EXECUTE FUNCTION rng_draw_forbid('a draw falls once, before it is revealed');

CREATE TRIGGER rng_draw_kept BEFORE DELETE ON rng_draw FOR EACH ROW
EXECUTE FUNCTION rng_draw_forbid('a draw is never deleted');
