-- A statement that waits for a lock goes on with the other rows as they were before it waited, so
-- what lies around the table is read by a second statement, after the lock.
DROP FUNCTION tables_begin(bigint, bigint, uuid, boolean);

CREATE FUNCTION tables_begin(
    p_table bigint, p_player bigint, p_command uuid, p_skip_locked boolean, p_ahead integer
) RETURNS TABLE (
    id bigint, status text, rules text, currency text, float_account bigint, layout_account bigint,
    seq bigint, round_id bigint, round_seq bigint, shoe_id uuid, shoe_sequence integer,
    draw_id uuid, due_at timestamptz, window_ms integer, rounds_left smallint, practice boolean,
    no_chance boolean, now timestamptz,
    holders json, round json, shoe json, draw json, recent json, receipt json, waiting json,
    purse json, shuffling json, stopped boolean, ahead bytea
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
    floor tables_table%ROWTYPE;
BEGIN
    IF p_skip_locked THEN
        SELECT * INTO floor FROM tables_table WHERE id = p_table FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
        SELECT * INTO floor FROM tables_table WHERE id = p_table FOR NO KEY UPDATE;
    END IF;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT
        floor.id, floor.status::text, floor.rules_id::text, floor.currency::text,
        floor.float_account_id, floor.layout_account_id, floor.seq, floor.round_id,
        floor.round_seq, floor.shoe_id, floor.shoe_sequence, floor.draw_id, floor.due_at,
        floor.window_ms,
        floor.rounds_left, floor.practice, floor.no_chance, clock_timestamp(), around.*,
        rng_sealed(floor.shoe_id, p_ahead)
      FROM tables_surroundings(
          floor.id, floor.currency, floor.round_id, floor.shoe_id, floor.draw_id, p_player,
          p_command
      ) AS around;
END $$;
