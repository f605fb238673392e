-- The seed of a draw, sealed.
CREATE FUNCTION rng_draw_seed(p_draw uuid) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT sealed_seed FROM rng_draw WHERE id = p_draw
$$;
