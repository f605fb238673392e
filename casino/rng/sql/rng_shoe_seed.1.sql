-- The seed of a shoe, sealed.
CREATE FUNCTION rng_shoe_seed(p_shoe uuid) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT sealed_seed FROM rng_shoe WHERE id = p_shoe
$$;
