-- The next cards of a shoe as they lie in it: sealed, 49 bytes each (`seal.SEALED_CARD_BYTES`).
-- Whoever reads them knows none, and nothing has left the shoe.
CREATE FUNCTION rng_sealed(p_shoe uuid, p_count integer) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT substring(sealed_order FROM position * 49 + 1 FOR p_count * 49)
      FROM rng_shoe WHERE id = p_shoe AND state = 'live'
$$;
