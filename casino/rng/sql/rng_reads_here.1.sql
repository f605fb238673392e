-- A function that has its owner's rights looks for tables where it was made and nowhere else.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'rng_sealed(uuid, integer)', 'rng_open(uuid, integer)',
        'rng_sealed_shown(uuid, integer, integer)', 'rng_sealed_order(uuid)',
        'rng_shoe_seed(uuid)', 'rng_draw_seed(uuid)'
    ] LOOP
        EXECUTE format(
            'ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema()
        );
    END LOOP;
END $$;
