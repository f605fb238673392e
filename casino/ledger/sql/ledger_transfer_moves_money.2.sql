-- The accounts that are moved say by themselves whether more than one currency is touched.
CREATE OR REPLACE FUNCTION ledger_transfer_moves_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    currencies integer;
BEGIN
    WITH moved AS (
        UPDATE ledger_account
        SET debits = debits + side.given, credits = credits + side.received
        FROM (
            SELECT account, sum(given) AS given, sum(received) AS received
            FROM (
                SELECT debit_id AS account, amount AS given, 0 AS received FROM posted
                UNION ALL
                SELECT credit_id, 0, amount FROM posted
            ) AS sides
            GROUP BY account
        ) AS side
        WHERE ledger_account.id = side.account
        RETURNING currency
    )
    SELECT count(DISTINCT currency) INTO currencies FROM moved;
    IF currencies > 1 AND EXISTS (
        SELECT FROM posted
        JOIN ledger_account debit ON debit.id = posted.debit_id
        JOIN ledger_account credit ON credit.id = posted.credit_id
        WHERE debit.currency <> credit.currency
    ) THEN
        RAISE EXCEPTION 'ledger: a transfer has one currency'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
