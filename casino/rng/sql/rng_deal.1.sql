-- Takes cards that were read before out of their shoe, unless any has left it since, or it is
-- retired: then the whole transaction fails, and the same cards come again.
CREATE FUNCTION rng_deal(p_shoe uuid, p_from integer, p_count integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE rng_shoe
       SET position = p_from + p_count, first_card_at = coalesce(first_card_at, now())
     WHERE id = p_shoe AND state = 'live' AND position = p_from AND p_from + p_count <= size;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'rng: these cards cannot be dealt' USING ERRCODE = 'SB002';
    END IF;
END $$;
