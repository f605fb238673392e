-- Of a draw and of a shoe that is made also the round to which secrets are locked: 0 before it is
-- named, none where they are opened by hand.
CREATE OR REPLACE FUNCTION tables_surroundings(
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
  (SELECT json_build_array(d.id, d.sequence, d.commitment,
                           coalesce(d.header ->> 'contributions', 'none'), d.state,
                           (SELECT coalesce(json_agg(json_build_array(c.seat,
                                                         c.secret IS NOT NULL
                                                         OR c.locked IS NOT NULL)
                                                     ORDER BY c.seat), '[]')
                              FROM rng_contribution c WHERE c.draw_id = d.id),
                           CASE WHEN d.header ->> 'opening' = 'timelock'
                                THEN coalesce(d.beacon_round, 0) END)
     FROM rng_draw d WHERE d.id = p_draw),
  (SELECT json_agg(json_build_array(number, result)) FROM
     (SELECT number, result FROM tables_round
       WHERE table_id = p_table AND result <> '' ORDER BY number DESC LIMIT 20) past),
  (SELECT json_build_array(seq, code, detail) FROM tables_receipt
    WHERE player_id = p_player AND command_id = p_command),
  (SELECT json_agg(player_id) FROM tables_waiting WHERE table_id = p_table),
  (SELECT json_build_array(w.account_id, a.credits - a.debits,
                           coalesce(nullif(p.display_name, ''), p.username))
     FROM players_wallet w JOIN ledger_account a ON a.id = w.account_id
     JOIN players_player p ON p.id = w.player_id
    WHERE w.player_id = p_player AND w.currency = p_currency),
  (SELECT json_build_array(s.id, s.sequence, s.commitment, s.size,
                           (s.header ->> 'cut_from')::integer, (s.header ->> 'cut_to')::integer,
                           s.header ->> 'contributions',
                           m.stage, m.offers, m.offered, m.cutter, m.declined, m.sealed, m.opened,
                           CASE WHEN s.header ->> 'opening' = 'timelock'
                                THEN coalesce(s.beacon_round, 0) END)
     FROM tables_shuffling m JOIN rng_shoe s ON s.id = m.shoe_id WHERE m.table_id = p_table),
  EXISTS (SELECT 1 FROM rng_errorstate WHERE cleared_at IS NULL)
$$;
