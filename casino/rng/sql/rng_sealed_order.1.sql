-- The whole order, sealed: for the end of a shoe, and for the refill of one that ran out.
CREATE FUNCTION rng_sealed_order(p_shoe uuid) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT sealed_order FROM rng_shoe WHERE id = p_shoe
$$;
