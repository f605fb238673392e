CREATE FUNCTION rng_shoe_forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rng_shoe: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER rng_shoe_begins BEFORE INSERT ON rng_shoe FOR EACH ROW
WHEN (NEW.state <> 'promised')
EXECUTE FUNCTION rng_shoe_forbid('a shoe begins with its promise');

-- "UPDATE OF" spares a deal the reading of the sealed order.
CREATE TRIGGER rng_shoe_promise BEFORE UPDATE OF
    id, "table", sequence, header, commitment, packs, size, burn, stop_at, sealed_seed, created_at
ON rng_shoe FOR EACH ROW
WHEN ((
    OLD.id, OLD."table", OLD.sequence, OLD.header, OLD.commitment, OLD.packs, OLD.size, OLD.burn,
    OLD.stop_at, OLD.sealed_seed, OLD.created_at
) IS DISTINCT FROM (
    NEW.id, NEW."table", NEW.sequence, NEW.header, NEW.commitment, NEW.packs, NEW.size, NEW.burn,
    NEW.stop_at, NEW.sealed_seed, NEW.created_at
))
EXECUTE FUNCTION rng_shoe_forbid('what was promised does not change');

CREATE TRIGGER rng_shoe_once BEFORE UPDATE OF
    closed_at, beacon_round, opened_at, beacon, cut, cut_by, root, leaves, sealed_order,
    rejected_words, shuffled_at
ON rng_shoe FOR EACH ROW
WHEN (
    (OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at)
    OR (OLD.beacon_round IS NOT NULL AND NEW.beacon_round IS DISTINCT FROM OLD.beacon_round)
    OR (OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at)
    OR (OLD.beacon IS NOT NULL AND NEW.beacon IS DISTINCT FROM OLD.beacon)
    OR (OLD.cut IS NOT NULL AND NEW.cut IS DISTINCT FROM OLD.cut)
    OR (OLD.cut_by IS NOT NULL AND NEW.cut_by IS DISTINCT FROM OLD.cut_by)
    OR (OLD.root IS NOT NULL AND NEW.root IS DISTINCT FROM OLD.root)
    OR (OLD.leaves IS NOT NULL AND NEW.leaves IS DISTINCT FROM OLD.leaves)
    OR (OLD.sealed_order IS NOT NULL AND NEW.sealed_order IS DISTINCT FROM OLD.sealed_order)
    OR (OLD.rejected_words IS NOT NULL AND NEW.rejected_words IS DISTINCT FROM OLD.rejected_words)
    OR (OLD.shuffled_at IS NOT NULL AND NEW.shuffled_at IS DISTINCT FROM OLD.shuffled_at)
)
EXECUTE FUNCTION rng_shoe_forbid('what a step fixed does not change');

CREATE TRIGGER rng_shoe_forward BEFORE UPDATE OF state ON rng_shoe FOR EACH ROW
WHEN (
    OLD.state <> 'retired' AND NEW.state <> OLD.state AND NOT (
        NEW.state = 'retired'
        OR (OLD.state, NEW.state) IN
            (('promised', 'closed'), ('closed', 'opened'), ('opened', 'live'))
        -- Without a list only where the promise knows of none.
        OR ((OLD.state, NEW.state) = ('promised', 'live')
            AND coalesce(NEW.header ->> 'contributions', 'none') = 'none'
            AND coalesce(NEW.header ->> 'beacon', 'none') = 'none')
    )
)
EXECUTE FUNCTION rng_shoe_forbid('a shoe goes forward, step by step');

CREATE TRIGGER rng_shoe_position BEFORE UPDATE ON rng_shoe FOR EACH ROW
WHEN (NEW.position < OLD.position)
EXECUTE FUNCTION rng_shoe_forbid('no card goes back into the shoe');

CREATE TRIGGER rng_shoe_first_card BEFORE UPDATE ON rng_shoe FOR EACH ROW
WHEN (OLD.first_card_at IS NOT NULL AND NEW.first_card_at IS DISTINCT FROM OLD.first_card_at)
EXECUTE FUNCTION rng_shoe_forbid('the first card was dealt once');

CREATE TRIGGER rng_shoe_retired BEFORE UPDATE ON rng_shoe FOR EACH ROW
WHEN (OLD.state = 'retired')
EXECUTE FUNCTION rng_shoe_forbid('a retired shoe does not change');

CREATE TRIGGER rng_shoe_kept BEFORE DELETE ON rng_shoe FOR EACH ROW
EXECUTE FUNCTION rng_shoe_forbid('a shoe is never deleted');
