CREATE FUNCTION tables_write(
    p_table bigint, p_round bigint, p_seq bigint, p_now timestamptz, p_events jsonb, p_cause uuid,
    p_player bigint, p_status text, p_result text, p_carried bigint, p_due timestamptz,
    p_window integer
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last CONSTANT bigint := p_seq + jsonb_array_length(p_events);
BEGIN
    INSERT INTO tables_roundevent (table_id, round_id, seq, kind, body, cause, at)
    SELECT p_table, p_round, p_seq + n, body ->> 'kind', body, p_cause, p_now
      FROM jsonb_array_elements(p_events) WITH ORDINALITY AS each (body, n);
    IF p_player IS NOT NULL THEN
        INSERT INTO tables_receipt (player_id, command_id, table_id, seq, code, detail, at)
        VALUES (p_player, p_cause, p_table, last, '', '{}', p_now);
    END IF;
    IF p_status <> 'running' THEN
        UPDATE tables_round
           SET status = p_status, closed_at = p_now, result = p_result, carried_out = p_carried
         WHERE id = p_round;
    END IF;
    UPDATE tables_table
       SET seq = last, round_id = p_round, round_seq = last, due_at = p_due, window_ms = p_window
     WHERE id = p_table;
END $$;
