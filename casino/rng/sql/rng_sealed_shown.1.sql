-- Cards that have been dealt, by place; burnt ones are shown at the end.
CREATE FUNCTION rng_sealed_shown(p_shoe uuid, p_first integer, p_count integer) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT substring(sealed_order FROM p_first * 49 + 1 FOR p_count * 49)
      FROM rng_shoe
     WHERE id = p_shoe AND burn <= p_first AND p_first + p_count <= position
$$;
