"""The statements of a command as functions: one round trip each, and their plans are kept."""

from django.db import migrations

FORWARDS = """
-- Every command updates its table's row; room on the page lets it do so without touching an index.
ALTER TABLE tables_table SET (fillfactor = 50);
ALTER TABLE rng_shoe SET (fillfactor = 50);

CREATE FUNCTION tables_surroundings(
    p_table bigint, p_currency text, p_round bigint, p_shoe uuid, p_draw uuid, p_player bigint,
    p_command uuid
) RETURNS TABLE (
    holders json, round json, shoe json, draw json, recent json, receipt json, waiting json,
    purse json, shuffling json, stopped boolean
)
LANGUAGE sql STABLE AS $$
SELECT
  (SELECT json_agg(json_build_array(b.number, b.player_id,
                                    coalesce(nullif(p.display_name, ''), p.username),
                                    b.away, b.welcomes, w.account_id,
                                    extract(epoch FROM b.sat_at)))
     FROM tables_box b JOIN players_player p ON p.id = b.player_id
     LEFT JOIN players_wallet w ON w.player_id = p.id AND w.currency = p_currency
    WHERE b.table_id = p_table),
  (SELECT json_build_array(number, status, rules_id, shoe_id, first_card)
     FROM tables_round WHERE id = p_round),
  (SELECT json_build_array(id, sequence, commitment, size, position, stop_at, coalesce(root, ''),
                           coalesce(cut, 0), coalesce(cut_by, 0))
     FROM rng_shoe WHERE id = p_shoe),
  (SELECT json_build_array(id, sequence, commitment) FROM rng_draw WHERE id = p_draw),
  (SELECT json_agg(json_build_array(number, result)) FROM
     (SELECT number, result FROM tables_round
       WHERE table_id = p_table AND result <> '' ORDER BY number DESC LIMIT 20) past),
  (SELECT json_build_array(seq, code, detail) FROM tables_receipt
    WHERE player_id = p_player AND command_id = p_command),
  (SELECT json_agg(player_id) FROM tables_waiting WHERE table_id = p_table),
  (SELECT json_build_array(w.account_id, a.credits - a.debits)
     FROM players_wallet w JOIN ledger_account a ON a.id = w.account_id
    WHERE w.player_id = p_player AND w.currency = p_currency),
  (SELECT json_build_array(s.id, s.sequence, s.commitment, s.size,
                           (s.header ->> 'cut_from')::integer, (s.header ->> 'cut_to')::integer,
                           s.header ->> 'contributions',
                           m.stage, m.offers, m.offered, m.cutter, m.declined, m.sealed, m.opened)
     FROM tables_shuffling m JOIN rng_shoe s ON s.id = m.shoe_id WHERE m.table_id = p_table),
  EXISTS (SELECT 1 FROM rng_errorstate WHERE cleared_at IS NULL)
$$;

-- A statement that waits for a lock goes on with the other rows as they were before it waited, so
-- what lies around the table is read by a second statement, after the lock.
CREATE FUNCTION tables_begin(
    p_table bigint, p_player bigint, p_command uuid, p_skip_locked boolean
) RETURNS TABLE (
    id bigint, status text, rules text, currency text, float_account bigint, layout_account bigint,
    seq bigint, round_id bigint, round_seq bigint, shoe_id uuid, shoe_sequence integer,
    draw_id uuid,
    due_at timestamptz, window_ms integer, rounds_left smallint, practice boolean, no_chance boolean, now timestamptz,
    holders json, round json, shoe json, draw json, recent json, receipt json, waiting json,
    purse json, shuffling json, stopped boolean
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
    floor tables_table%ROWTYPE;
BEGIN
    IF p_skip_locked THEN
        SELECT * INTO floor FROM tables_table WHERE id = p_table FOR UPDATE SKIP LOCKED;
    ELSE
        SELECT * INTO floor FROM tables_table WHERE id = p_table FOR UPDATE;
    END IF;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT
        floor.id, floor.status::text, floor.rules_id::text, floor.currency::text,
        floor.float_account_id, floor.layout_account_id, floor.seq, floor.round_id,
        floor.round_seq, floor.shoe_id, floor.shoe_sequence, floor.draw_id, floor.due_at,
        floor.window_ms,
        floor.rounds_left, floor.practice, floor.no_chance, clock_timestamp(), around.*
      FROM tables_surroundings(
          floor.id, floor.currency, floor.round_id, floor.shoe_id, floor.draw_id, p_player,
          p_command
      ) AS around;
END $$;

CREATE FUNCTION tables_write(
    p_table bigint, p_round bigint, p_seq bigint, p_now timestamptz, p_events jsonb, p_cause uuid, p_player bigint, p_status text, p_result text,
    p_carried bigint, p_due timestamptz, p_window integer
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
"""

BACKWARDS = """
DROP FUNCTION tables_write(
    bigint, bigint, bigint, timestamptz, jsonb, uuid, bigint, text, text, bigint, timestamptz,
    integer);
DROP FUNCTION tables_begin(bigint, bigint, uuid, boolean);
DROP FUNCTION tables_surroundings(bigint, text, bigint, uuid, uuid, bigint, uuid);
ALTER TABLE tables_table RESET (fillfactor);
ALTER TABLE rng_shoe RESET (fillfactor);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_laws"),
        ("players", "0001_initial"),
        ("rng", "0004_gate"),
    ]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
