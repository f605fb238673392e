-- Which limit of a player forbids what he is about to stake: what he has used of it in the day, the
-- week or the month that goes on, and when that ends. No row where none does. Amounts are minor
-- units, of time seconds. `p_asked` leaves his wallet, `p_staked` is staked: at a machine credits are
-- brought first and staked later.
CREATE OR REPLACE FUNCTION players_reached(
    p_player bigint, p_staked bigint, p_asked bigint, p_zone text
)
RETURNS TABLE (kind text, period text, most bigint, used bigint, until timestamptz)
LANGUAGE sql VOLATILE AS $$
    WITH in_force AS (
        -- The last word counts once its time has come.
        SELECT DISTINCT ON (kind, period) kind, period, amount
          FROM players_limit
         WHERE player_id = p_player AND effective_from <= clock_timestamp()
         ORDER BY kind, period, id DESC
    ), measured AS (
        SELECT kind, period, amount, since + ('1 ' || period)::interval AS ends,
               CASE kind
               WHEN 'time' THEN players_time(p_player, players_begins(since, p_zone))
               ELSE (
                   SELECT coalesce(
                       sum(CASE in_force.kind WHEN 'stake' THEN staked ELSE -net END), 0
                   )::bigint
                     FROM players_played
                    WHERE player_id = p_player AND day >= since::date
               ) END AS used,
               CASE kind WHEN 'stake' THEN p_staked WHEN 'loss' THEN p_asked ELSE 1 END AS more
          FROM in_force
          CROSS JOIN LATERAL (
              SELECT date_trunc(period, clock_timestamp() AT TIME ZONE p_zone) AS since
          ) AS now_
         WHERE amount IS NOT NULL AND kind IN ('stake', 'loss', 'time')
    )
    SELECT kind::text, period::text, amount, used, players_begins(ends, p_zone)
      FROM measured
     WHERE more > 0 AND used + more > amount
     ORDER BY ends DESC, kind
     LIMIT 1
$$;
