-- Stakes in = paid out + house result: what a round brought to the layout and did not take away
-- again is what stays there for the next round. Checked when the transaction commits, because the
-- postings of the last step may come before or after the round's own row.
CREATE FUNCTION tables_round_conserves() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stays bigint;
BEGIN
    SELECT coalesce(sum(CASE WHEN transfer.credit_id = felt.id THEN transfer.amount
                             ELSE -transfer.amount END), 0)
      INTO stays
      FROM tables_table AS floor
      -- Where a player is the banker, his bank and garage lie at the table like the layout's chips.
      CROSS JOIN LATERAL (
          SELECT floor.layout_account_id AS id
          UNION ALL
          SELECT account.id FROM ledger_account AS account
           WHERE account.code IN ('bank:' || floor.id, 'garage:' || floor.id)
      ) AS felt
      JOIN ledger_journalentry AS entry ON entry.reference = 'round:' || NEW.id
      JOIN ledger_transfer AS transfer
        ON transfer.entry_id = entry.id AND felt.id IN (transfer.debit_id, transfer.credit_id)
     WHERE floor.id = NEW.table_id;
    IF NEW.carried_in + coalesce(stays, 0) <> NEW.carried_out THEN
        RAISE EXCEPTION 'tables: round % does not conserve chips: % on the layout, % carried over',
            NEW.id, NEW.carried_in + coalesce(stays, 0), NEW.carried_out
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER tables_round_conserves AFTER UPDATE OF status ON tables_round
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.status <> 'running')
    EXECUTE FUNCTION tables_round_conserves();
