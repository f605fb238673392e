-- What somebody does at a table beside its rounds: the floor event, the receipt of a player's
-- command, and the table's new number. Who sits down takes his box with it, and waits no longer.
CREATE FUNCTION tables_act(
    p_table bigint, p_seq bigint, p_kind text, p_box integer, p_by bigint, p_reason text,
    p_now timestamptz, p_cause uuid, p_sits boolean
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF p_sits THEN
        UPDATE tables_box SET player_id = p_by, seen_at = p_now, sat_at = p_now, away = false
         WHERE table_id = p_table AND number = p_box AND player_id IS NULL;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'tables: box % of table % is not free', p_box, p_table;
        END IF;
        DELETE FROM tables_waiting WHERE table_id = p_table AND player_id = p_by;
    END IF;
    INSERT INTO tables_floorevent (table_id, seq, kind, box, by_id, reason, at)
    VALUES (p_table, p_seq, p_kind, p_box, p_by, p_reason, p_now);
    IF p_cause IS NOT NULL THEN
        INSERT INTO tables_receipt (player_id, command_id, table_id, seq, code, detail, at)
        VALUES (p_by, p_cause, p_table, p_seq, '', '{}', p_now);
    END IF;
    UPDATE tables_table SET seq = p_seq WHERE id = p_table;
END $$;
