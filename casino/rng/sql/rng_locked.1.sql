-- What was locked to the beacon's round is logged before it is opened, and when is fixed once.
-- "UPDATE OF" columns that no deal changes costs a deal nothing.
CREATE TRIGGER rng_shoe_locked_once BEFORE UPDATE OF locked_at ON rng_shoe FOR EACH ROW
WHEN (OLD.locked_at IS DISTINCT FROM NEW.locked_at AND (
    OLD.locked_at IS NOT NULL OR OLD.state <> 'closed'
    OR coalesce(NEW.header ->> 'opening', '') <> 'timelock'
))
EXECUTE FUNCTION rng_shoe_forbid('what a step fixed does not change');

CREATE TRIGGER rng_shoe_locked_first BEFORE UPDATE OF opened_at ON rng_shoe FOR EACH ROW
WHEN (
    NEW.opened_at IS NOT NULL AND NEW.locked_at IS NULL
    AND coalesce(NEW.header ->> 'opening', '') = 'timelock'
)
EXECUTE FUNCTION rng_shoe_forbid('locks are logged before they are opened');

CREATE TRIGGER rng_draw_locked_once BEFORE UPDATE OF locked_at ON rng_draw FOR EACH ROW
WHEN (OLD.locked_at IS DISTINCT FROM NEW.locked_at AND (
    OLD.locked_at IS NOT NULL OR OLD.state <> 'closed'
    OR coalesce(NEW.header ->> 'opening', '') <> 'timelock'
))
EXECUTE FUNCTION rng_draw_forbid('what a step fixed does not change');

CREATE TRIGGER rng_draw_locked_first BEFORE UPDATE OF opened_at ON rng_draw FOR EACH ROW
WHEN (
    NEW.opened_at IS NOT NULL AND NEW.locked_at IS NULL
    AND coalesce(NEW.header ->> 'opening', '') = 'timelock'
)
EXECUTE FUNCTION rng_draw_forbid('locks are logged before they are opened');
