-- What ends before anything came of it says why, and by whom; nothing else does.
CREATE TRIGGER rng_draw_says_why BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN (
    ((NEW.state = 'revealed' AND NEW.request IS NULL) = (NEW.withdrawn_for IS NULL))
    OR ((NEW.withdrawn_for IS NULL) <> (NEW.withdrawn_by IS NULL))
    OR NEW.withdrawn_for = '' OR NEW.withdrawn_by < 0
)
EXECUTE FUNCTION rng_draw_forbid('a withdrawal has its reason, and nothing else has one');

CREATE TRIGGER rng_shoe_says_why BEFORE UPDATE OF state, withdrawn_for, withdrawn_by ON rng_shoe
FOR EACH ROW
WHEN (
    ((NEW.state = 'retired' AND NEW.root IS NULL) = (NEW.withdrawn_for IS NULL))
    OR ((NEW.withdrawn_for IS NULL) <> (NEW.withdrawn_by IS NULL))
    OR NEW.withdrawn_for = '' OR NEW.withdrawn_by < 0
)
EXECUTE FUNCTION rng_shoe_forbid('a void shoe has its reason, and nothing else has one');
