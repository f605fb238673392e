-- How many seconds a player was at the tables since a moment. Stays may overlap: two processes
-- that see him come at the same time write one each.
CREATE FUNCTION players_time(p_player bigint, p_since timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(sum(extract(epoch FROM upper(part) - lower(part))), 0)::bigint
      FROM (
          SELECT unnest(range_agg(tstzrange(greatest(began_at, p_since), seen_at, '[]'))) AS part
            FROM players_stay
           WHERE player_id = p_player AND seen_at > p_since
      ) AS parts
$$;
