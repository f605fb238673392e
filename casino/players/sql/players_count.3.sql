-- Counts what a step has players stake, and what it moves to and from them, and refuses the first
-- stake of somebody who is excluded, or that a limit forbids. Each player's lock orders this over
-- all tables: whoever comes second sees what the first has staked. It is taken after the ledger's
-- accounts, in the order of players, and held to the end of the transaction.
CREATE OR REPLACE FUNCTION players_count(
    p_players bigint[], p_staked bigint[], p_net bigint[], p_asked bigint[], p_judged boolean,
    p_zone text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    today CONSTANT date := (clock_timestamp() AT TIME ZONE p_zone)::date;
    shut timestamptz;
    limited boolean;
    refusal record;
BEGIN
    FOR n IN 1 .. cardinality(p_players) LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('players.count', p_players[n]));
        CONTINUE WHEN NOT p_judged OR (p_staked[n] <= 0 AND p_asked[n] <= 0);
        SELECT shut_until, EXISTS (SELECT FROM players_limit WHERE player_id = p_players[n])
          INTO shut, limited
          FROM players_player
         WHERE id = p_players[n];
        IF shut > clock_timestamp() THEN
            RAISE EXCEPTION 'players: player % is excluded', p_players[n]
                USING ERRCODE = 'SB003',
                DETAIL = json_build_array(
                    p_players[n], 'excluded', '', 0, 0, extract(epoch FROM shut)::bigint
                )::text;
        END IF;
        -- Most players have set no limit, and to measure them is dearer than all the rest here.
        CONTINUE WHEN NOT limited;
        SELECT found.* INTO refusal
          FROM players_reached(p_players[n], p_staked[n], p_asked[n], p_zone) AS found;
        IF refusal.kind IS NOT NULL THEN
            RAISE EXCEPTION 'players: a limit of player % forbids this stake', p_players[n]
                USING ERRCODE = 'SB003',
                DETAIL = json_build_array(
                    p_players[n], refusal.kind, refusal.period, refusal.most, refusal.used,
                    extract(epoch FROM refusal.until)::bigint
                )::text;
        END IF;
    END LOOP;
    INSERT INTO players_played AS before (player_id, day, staked, net)
    SELECT player, today, staked, net
      FROM unnest(p_players, p_staked, p_net) AS counted (player, staked, net)
    ON CONFLICT (player_id, day) DO UPDATE
       SET staked = before.staked + excluded.staked, net = before.net + excluded.net;
END $$;
