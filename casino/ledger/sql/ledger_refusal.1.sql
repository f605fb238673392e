-- Why an entry of these legs is refused: the first reason in order of precedence, and no row where
-- there is none. For whoever holds the locks of the accounts.
CREATE FUNCTION ledger_refusal(
    p_debits bigint[], p_credits bigint[], p_amounts bigint[], p_first bigint, p_lifting text
) RETURNS TABLE (outcome text, account bigint, balance bigint, wanted bigint)
LANGUAGE sql STABLE AS $$
    WITH held AS MATERIALIZED (
        SELECT id, currency, unbounded, credits - debits - reserved + CASE p_lifting
                WHEN '' THEN 0
                -- It changes only under the lock of whoever lifts it.
                ELSE coalesce((SELECT kept.amount FROM ledger_reserve AS kept
                    WHERE kept.account_id = ledger_account.id AND kept.holder = p_lifting), 0)
            END AS balance
        FROM ledger_account
        WHERE id = ANY (p_debits || p_credits)
    ), leg AS (
        SELECT debit, credit, amount, n
        FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY
            AS given (debit, credit, amount, n)
    ), net AS (
        SELECT side.account, min(n) AS n, greatest(
            sum(side.wanted), sum(side.wanted) FILTER (WHERE n <= p_first)
        ) AS wanted
        FROM leg
        CROSS JOIN LATERAL (VALUES (debit, amount), (credit, -amount)) AS side (account, wanted)
        GROUP BY side.account
    )
    SELECT found.outcome, found.account, found.balance, found.wanted FROM (
        SELECT 1 AS precedence, n, 'unknown' AS outcome,
            net.account, 0::bigint AS balance, 0::bigint AS wanted
        FROM net
        WHERE NOT EXISTS (SELECT FROM held WHERE held.id = net.account)
        UNION ALL
        SELECT 2, n, 'currency', leg.credit, 0, 0
        FROM leg
        JOIN held AS debit ON debit.id = leg.debit
        JOIN held AS credit ON credit.id = leg.credit
        WHERE debit.currency <> credit.currency
        UNION ALL
        SELECT 3, n, 'overdrawn', net.account, held.balance, net.wanted::bigint
        FROM net
        JOIN held ON held.id = net.account
        -- Whoever only receives is never short, though more be reserved than he has.
        WHERE NOT held.unbounded AND net.wanted > 0 AND held.balance < net.wanted
    ) AS found
    ORDER BY precedence, n, account
    LIMIT 1
$$;
