-- All that a step of a round changes: the cards that it took leave the shoe, its moves are posted, what
-- players stake is counted, and its rows written. Returns what `ledger_post` says; where that refuses,
-- or a limit of a player forbids his stake, nothing of all is kept.
DROP FUNCTION tables_write(
    bigint, bigint, bigint, timestamptz, jsonb, uuid, bigint, text, text, bigint, timestamptz,
    integer, uuid, integer, integer, uuid, text, text, text, bigint[], bigint[], bigint[], text[],
    bigint, text, bigint, text, text
);

CREATE FUNCTION tables_write(
    p_table bigint, p_round bigint, p_seq bigint, p_now timestamptz, p_events jsonb, p_cause uuid,
    p_player bigint, p_status text, p_result text, p_carried bigint, p_due timestamptz,
    p_window integer,
    p_shoe uuid, p_from integer, p_cards integer,
    p_entry uuid, p_why text, p_reference text, p_operator text, p_debits bigint[],
    p_credits bigint[], p_amounts bigint[], p_whys text[], p_first bigint, p_lifting text,
    p_covered bigint, p_cover_by text, p_cover_why text,
    p_counted bigint[], p_staked bigint[], p_net bigint[], p_asked bigint[], p_judged boolean,
    p_zone text
) RETURNS TABLE (outcome text, account bigint, balance bigint, wanted bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    last CONSTANT bigint := p_seq + jsonb_array_length(p_events);
BEGIN
    IF p_cards IS NOT NULL THEN
        PERFORM rng_deal(p_shoe, p_from, p_cards);
    END IF;
    IF p_entry IS NOT NULL THEN
        FOR outcome, account, balance, wanted IN SELECT * FROM ledger_post(
            p_entry, p_why, p_reference, p_operator, p_debits, p_credits, p_amounts, p_whys,
            p_first, p_lifting, p_covered, p_cover_by, p_cover_why
        ) LOOP
            IF outcome NOT IN ('posted', 'already', 'covered') THEN
                RAISE EXCEPTION 'tables: the ledger refuses what the step moves'
                    USING ERRCODE = 'SB001',
                    DETAIL = json_build_array(outcome, account, balance, wanted)::text;
            END IF;
            RETURN NEXT;
        END LOOP;
    END IF;
    IF p_counted IS NOT NULL THEN
        PERFORM players_count(p_counted, p_staked, p_net, p_asked, p_judged, p_zone);
    END IF;
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
