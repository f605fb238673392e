-- What a shoe is at each step of its life. A CHECK constraint is prepared and tested for every
-- update of a row; a trigger "UPDATE OF" columns that no deal changes costs a deal nothing.
CREATE FUNCTION rng_shoe_violates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rng_shoe: the row violates the law %', TG_NAME
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
END $$;

CREATE TRIGGER shoe_sequence BEFORE INSERT OR UPDATE OF sequence ON rng_shoe FOR EACH ROW
WHEN (NOT NEW.sequence >= 1)
EXECUTE FUNCTION rng_shoe_violates();

CREATE TRIGGER shoe_size BEFORE INSERT OR UPDATE OF packs, size ON rng_shoe FOR EACH ROW
WHEN (NOT (
    NEW.packs >= 1 AND NEW.packs <= 8
    AND NEW.size <= NEW.packs * 52 AND NEW.size > (NEW.packs - 1) * 52
))
EXECUTE FUNCTION rng_shoe_violates();

CREATE TRIGGER shoe_stop_card BEFORE INSERT OR UPDATE OF burn, stop_at, size ON rng_shoe
FOR EACH ROW
WHEN (NOT (NEW.burn >= 0 AND NEW.stop_at > NEW.burn AND NEW.stop_at <= NEW.size))
EXECUTE FUNCTION rng_shoe_violates();

CREATE TRIGGER shoe_commitment BEFORE INSERT OR UPDATE OF commitment ON rng_shoe FOR EACH ROW
WHEN (NOT NEW.commitment ~ '^[0-9a-f]{64}$')
EXECUTE FUNCTION rng_shoe_violates();

-- 64 bytes instantiate the generator, 64 more for each pack, 16 authenticate the seal.
CREATE TRIGGER shoe_sealed_whole BEFORE INSERT OR UPDATE OF sealed_seed, packs ON rng_shoe
FOR EACH ROW
WHEN (NOT length(NEW.sealed_seed) = (NEW.packs + 1) * 64 + 16)
EXECUTE FUNCTION rng_shoe_violates();

CREATE TRIGGER shoe_closed_before_opened
BEFORE INSERT OR UPDATE OF closed_at, beacon_round, opened_at ON rng_shoe FOR EACH ROW
WHEN (NOT (
    (NEW.closed_at IS NULL AND NEW.beacon_round IS NULL AND NEW.opened_at IS NULL)
    OR (NEW.closed_at IS NOT NULL AND NEW.beacon_round IS NOT NULL AND NEW.beacon_round >= 0)
))
EXECUTE FUNCTION rng_shoe_violates();

-- Of its cards and their places the constraint "shoe_position" speaks: those a deal changes.
CREATE TRIGGER shoe_ordered_whole
BEFORE INSERT OR UPDATE OF
    cut, cut_by, root, leaves, sealed_order, rejected_words, shuffled_at, beacon, size
ON rng_shoe FOR EACH ROW
WHEN (NOT (
    (
        NEW.cut IS NULL AND NEW.cut_by IS NULL AND NEW.root IS NULL AND NEW.leaves IS NULL
        AND NEW.sealed_order IS NULL AND NEW.rejected_words IS NULL AND NEW.shuffled_at IS NULL
        AND NEW.beacon IS NULL
    )
    OR (
        NEW.cut IS NOT NULL AND NEW.cut_by IS NOT NULL AND NEW.root IS NOT NULL
        AND NEW.leaves IS NOT NULL AND NEW.sealed_order IS NOT NULL
        AND NEW.rejected_words IS NOT NULL AND NEW.shuffled_at IS NOT NULL
        AND NEW.cut >= 0 AND NEW.cut < NEW.size AND NEW.cut_by >= 0 AND NEW.rejected_words >= 0
        AND NEW.root ~ '^[0-9a-f]{64}$'
        AND length(NEW.leaves) = NEW.size * 32
        AND length(NEW.sealed_order) = NEW.size * 49
    )
))
EXECUTE FUNCTION rng_shoe_violates();

CREATE TRIGGER shoe_revealed_when_retired
BEFORE INSERT OR UPDATE OF
    state, root, closed_at, opened_at, retired_at, seed, "order", packs, size
ON rng_shoe FOR EACH ROW
WHEN (NOT (
    (
        NEW.seed IS NULL AND NEW."order" IS NULL AND NEW.retired_at IS NULL
        AND (
            (NEW.state = 'promised' AND NEW.root IS NULL AND NEW.closed_at IS NULL)
            OR (NEW.state = 'closed' AND NEW.root IS NULL
                AND NEW.closed_at IS NOT NULL AND NEW.opened_at IS NULL)
            OR (NEW.state = 'opened' AND NEW.root IS NULL AND NEW.opened_at IS NOT NULL)
            OR (NEW.state = 'live' AND NEW.root IS NOT NULL)
        )
    )
    OR (
        NEW.state = 'retired' AND NEW.retired_at IS NOT NULL AND NEW.seed IS NOT NULL
        AND NEW.seed ~ '^[0-9a-f]+$' AND length(NEW.seed) = (NEW.packs + 1) * 64 * 2
        AND (
            (NEW.root IS NULL AND NEW."order" IS NULL)
            OR (NEW.root IS NOT NULL AND NEW."order" IS NOT NULL
                AND length(NEW."order") = NEW.size)
        )
    )
))
EXECUTE FUNCTION rng_shoe_violates();
