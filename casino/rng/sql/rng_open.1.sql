-- Takes the next cards out of a live shoe that has so many, sealed as they lay there, 49 bytes each.
CREATE FUNCTION rng_open(p_shoe uuid, p_count integer)
RETURNS TABLE (after integer, stop_card integer, sealed bytea)
LANGUAGE sql SECURITY DEFINER AS $$
    UPDATE rng_shoe
       SET position = position + p_count, first_card_at = coalesce(first_card_at, now())
     WHERE id = p_shoe AND state = 'live' AND position + p_count <= size
    RETURNING position::integer, stop_at::integer,
              substring(sealed_order FROM (position - p_count) * 49 + 1 FOR p_count * 49)
$$;
