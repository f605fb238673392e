-- Cards of a live shoe by place, sealed: for a step that takes more than were read with its lock.
-- They have not left the shoe; those before its position are shown by `rng_sealed_shown`.
CREATE FUNCTION rng_sealed_from(p_shoe uuid, p_first integer, p_count integer) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT substring(sealed_order FROM p_first * 49 + 1 FOR p_count * 49)
      FROM rng_shoe WHERE id = p_shoe AND state = 'live' AND position <= p_first
$$;

DO $$
BEGIN
    EXECUTE format(
        'ALTER FUNCTION rng_sealed_from(uuid, integer, integer) SET search_path = %I, pg_temp',
        current_schema()
    );
END $$;
