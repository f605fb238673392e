-- By number of accounts a plan of its own looks cheaper each time, and making it costs more than all
-- that it does: half of a posting was planning.
-- What the account `p_covered` lacks, the account of the code `p_by` adds, as one leg more.
DROP FUNCTION ledger_post(
    uuid, text, text, text, bigint[], bigint[], bigint[], text[], bigint, text
);

CREATE FUNCTION ledger_post(
    p_entry uuid, p_cause text, p_reference text, p_operator text,
    p_debits bigint[], p_credits bigint[], p_amounts bigint[], p_whys text[], p_first bigint,
    p_lifting text, p_covered bigint, p_by text, p_why text
) RETURNS TABLE (outcome text, account bigint, balance bigint, wanted bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    touched CONSTANT bigint[] := p_debits || p_credits;
    refusal record;
    is_repeated boolean;
    is_same boolean;
    covering bigint;
BEGIN
    -- Locks come in id order, so entries that share accounts wait in a line, never in a circle.
    -- They come first, so a repeat that is sent at the same moment sees the entry below.
    WITH locked AS MATERIALIZED (
        SELECT id, currency, unbounded, credits - debits - reserved + CASE p_lifting
                WHEN '' THEN 0
                -- It changes only under the lock of whoever lifts it.
                ELSE coalesce((SELECT kept.amount FROM ledger_reserve AS kept
                    WHERE kept.account_id = ledger_account.id AND kept.holder = p_lifting), 0)
            END AS balance
        FROM ledger_account
        WHERE id = ANY (touched)
        ORDER BY id
        FOR NO KEY UPDATE
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
    SELECT found.* INTO refusal FROM (
        SELECT 1 AS precedence, n, 'unknown' AS outcome,
            account, 0::bigint AS balance, 0::bigint AS wanted
        FROM net
        WHERE NOT EXISTS (SELECT FROM locked WHERE locked.id = net.account)
        UNION ALL
        SELECT 2, n, 'currency', leg.credit, 0, 0
        FROM leg
        JOIN locked AS debit ON debit.id = leg.debit
        JOIN locked AS credit ON credit.id = leg.credit
        WHERE debit.currency <> credit.currency
        UNION ALL
        SELECT 3, n, 'overdrawn', net.account, locked.balance, net.wanted::bigint
        FROM net
        JOIN locked ON locked.id = net.account
        -- Whoever only receives is never short, though more be reserved than he has.
        WHERE NOT locked.unbounded AND net.wanted > 0 AND locked.balance < net.wanted
    ) AS found
    ORDER BY precedence, n, account
    LIMIT 1;

    -- A repeat is answered before any refusal: its own first posting may have spent the balance.
    is_repeated := EXISTS (SELECT FROM ledger_journalentry WHERE id = p_entry);
    IF NOT is_repeated THEN
        IF refusal.outcome = 'overdrawn' AND refusal.account = p_covered THEN
            SELECT id INTO covering FROM ledger_account WHERE code = p_by;
            RETURN QUERY
                SELECT * FROM ledger_post(
                    p_entry, p_cause, p_reference, p_operator,
                    p_debits || coalesce(covering, 0), p_credits || p_covered,
                    p_amounts || (refusal.wanted - refusal.balance), p_whys || p_why,
                    p_first, p_lifting, NULL, NULL, NULL
                );
            RETURN QUERY
                SELECT 'covered', p_covered, 0::bigint, refusal.wanted - refusal.balance;
            RETURN;
        END IF;
        IF refusal.outcome IS NOT NULL THEN
            RETURN QUERY
                SELECT refusal.outcome, refusal.account, refusal.balance, refusal.wanted;
            RETURN;
        END IF;
        -- The same id with legs on other accounts has not waited above; it waits here.
        INSERT INTO ledger_journalentry (id, cause, reference, operator)
        VALUES (p_entry, p_cause, p_reference, p_operator)
        ON CONFLICT (id) DO NOTHING;
        is_repeated := NOT FOUND;
    END IF;

    IF is_repeated THEN
        SELECT array_agg(debit_id ORDER BY id) = p_debits
            AND array_agg(credit_id ORDER BY id) = p_credits
            AND array_agg(amount ORDER BY id) = p_amounts
            AND array_agg(why ORDER BY id) = p_whys
        INTO is_same
        FROM ledger_transfer
        WHERE entry_id = p_entry;
        IF is_same IS NOT TRUE THEN
            RETURN QUERY SELECT 'mismatch', 0::bigint, 0::bigint, 0::bigint;
            RETURN;
        END IF;
    ELSE
        INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
        SELECT p_entry, debit, credit, amount, why
        FROM unnest(p_debits, p_credits, p_amounts, p_whys) WITH ORDINALITY
            AS leg (debit, credit, amount, why, n)
        ORDER BY n;
    END IF;

    RETURN QUERY
        SELECT CASE WHEN is_repeated THEN 'already' ELSE 'posted' END,
            id, credits - debits, 0::bigint
        FROM ledger_account
        WHERE id = ANY (touched);
END $$;
