-- What is sealed may be sealed again by another key: by these functions alone, which name nothing
-- else of the row. Whether it is still what was promised, the commitment and the leaves tell.
CREATE OR REPLACE TRIGGER rng_shoe_promise BEFORE UPDATE OF
    id, "table", sequence, header, commitment, packs, size, burn, stop_at, created_at
ON rng_shoe FOR EACH ROW
WHEN ((
    OLD.id, OLD."table", OLD.sequence, OLD.header, OLD.commitment, OLD.packs, OLD.size, OLD.burn,
    OLD.stop_at, OLD.created_at
) IS DISTINCT FROM (
    NEW.id, NEW."table", NEW.sequence, NEW.header, NEW.commitment, NEW.packs, NEW.size, NEW.burn,
    NEW.stop_at, NEW.created_at
))
EXECUTE FUNCTION rng_shoe_forbid('what was promised does not change');

CREATE OR REPLACE TRIGGER rng_shoe_once BEFORE UPDATE OF
    closed_at, beacon_round, opened_at, beacon, cut, cut_by, root, leaves, rejected_words,
    shuffled_at
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
    OR (OLD.rejected_words IS NOT NULL AND NEW.rejected_words IS DISTINCT FROM OLD.rejected_words)
    OR (OLD.shuffled_at IS NOT NULL AND NEW.shuffled_at IS DISTINCT FROM OLD.shuffled_at)
)
EXECUTE FUNCTION rng_shoe_forbid('what a step fixed does not change');

CREATE TRIGGER rng_shoe_sealed_seed BEFORE UPDATE OF sealed_seed ON rng_shoe FOR EACH ROW
WHEN (
    OLD.sealed_seed IS DISTINCT FROM NEW.sealed_seed
    AND coalesce(current_setting('sabot.resealing', true), '') <> 'on'
)
EXECUTE FUNCTION rng_shoe_forbid('what was promised does not change');

CREATE TRIGGER rng_shoe_sealed_order BEFORE UPDATE OF sealed_order ON rng_shoe FOR EACH ROW
WHEN (
    OLD.sealed_order IS NOT NULL AND NEW.sealed_order IS DISTINCT FROM OLD.sealed_order
    AND coalesce(current_setting('sabot.resealing', true), '') <> 'on'
)
EXECUTE FUNCTION rng_shoe_forbid('what a step fixed does not change');

CREATE OR REPLACE TRIGGER rng_draw_promise BEFORE UPDATE ON rng_draw FOR EACH ROW
WHEN ((
    OLD.id, OLD."table", OLD.sequence, OLD.sides, OLD.header, OLD.commitment, OLD.created_at
) IS DISTINCT FROM (
    NEW.id, NEW."table", NEW.sequence, NEW.sides, NEW.header, NEW.commitment, NEW.created_at
))
EXECUTE FUNCTION rng_draw_forbid('what was promised does not change');

CREATE TRIGGER rng_draw_sealed_seed BEFORE UPDATE OF sealed_seed ON rng_draw FOR EACH ROW
WHEN (
    OLD.sealed_seed IS DISTINCT FROM NEW.sealed_seed
    AND coalesce(current_setting('sabot.resealing', true), '') <> 'on'
)
EXECUTE FUNCTION rng_draw_forbid('what was promised does not change');

-- Each tells whether the bytes were others before; the same key gives the same ones.
CREATE FUNCTION rng_reseal_shoe(p_shoe uuid, p_seed bytea, p_order bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    changed boolean;
BEGIN
    PERFORM set_config('sabot.resealing', 'on', true);
    UPDATE rng_shoe SET sealed_seed = p_seed, sealed_order = p_order
     WHERE id = p_shoe AND state <> 'retired'
       AND (sealed_seed, sealed_order) IS DISTINCT FROM (p_seed, p_order);
    changed := FOUND;
    PERFORM set_config('sabot.resealing', '', true);
    RETURN changed;
END $$;

CREATE FUNCTION rng_reseal_draw(p_draw uuid, p_seed bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    changed boolean;
BEGIN
    PERFORM set_config('sabot.resealing', 'on', true);
    UPDATE rng_draw SET sealed_seed = p_seed
     WHERE id = p_draw AND state <> 'revealed' AND sealed_seed IS DISTINCT FROM p_seed;
    changed := FOUND;
    PERFORM set_config('sabot.resealing', '', true);
    RETURN changed;
END $$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'rng_reseal_shoe(uuid, bytea, bytea)', 'rng_reseal_draw(uuid, bytea)'
    ] LOOP
        EXECUTE format(
            'ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema()
        );
    END LOOP;
END $$;
