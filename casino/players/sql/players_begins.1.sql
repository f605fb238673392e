-- The first moment at which the clocks of a zone show this time, or a later one. PostgreSQL takes the
-- later of two midnights, which may not have come yet; the earlier is that by the offset from before.
CREATE FUNCTION players_begins(p_local timestamp, p_zone text) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN earlier AT TIME ZONE p_zone = p_local THEN least(earlier, later) ELSE later END
      FROM (SELECT p_local AT TIME ZONE p_zone AS later) AS one
      CROSS JOIN LATERAL (
          SELECT p_local AT TIME ZONE 'UTC'
                 - ((later - interval '12 hours') AT TIME ZONE p_zone
                    - (later - interval '12 hours') AT TIME ZONE 'UTC') AS earlier
      ) AS other
$$;
