-- The same cards, read with the rights of whoever owns the function: where the roles are divided
-- (`casino/roles.py`) the application may not read the column.
CREATE OR REPLACE FUNCTION rng_sealed(p_shoe uuid, p_count integer) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT substring(sealed_order FROM position * 49 + 1 FOR p_count * 49)
      FROM rng_shoe WHERE id = p_shoe AND state = 'live'
$$;
