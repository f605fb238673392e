-- Most entries are seen to be covered by a look at each leg. Only of the others is it worked out
-- whether and why they are refused: that took half of a posting.
CREATE OR REPLACE FUNCTION ledger_post(
    p_entry uuid, p_cause text, p_reference text, p_operator text,
    p_debits bigint[], p_credits bigint[], p_amounts bigint[], p_whys text[], p_first bigint,
    p_lifting text, p_covered bigint, p_by text, p_why text
) RETURNS TABLE (outcome text, account bigint, balance bigint, wanted bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
    touched CONSTANT bigint[] := p_debits || p_credits;
    ids bigint[];
    currencies text[];
    free bigint[];
    debited integer;
    credited integer;
    refusal record;
    is_repeated boolean := false;
    is_same boolean;
    covering bigint;
BEGIN
    -- Locks come in id order, so entries that share accounts wait in a line, never in a circle.
    -- They come first, so a repeat that is sent at the same moment sees the entry below.
    SELECT array_agg(id), array_agg(currency), array_agg(balance)
    INTO ids, currencies, free
    FROM (
        SELECT id, currency, CASE WHEN NOT unbounded THEN credits - debits - reserved END AS balance
        FROM ledger_account
        WHERE id = ANY (touched)
        ORDER BY id
        FOR NO KEY UPDATE
    ) AS locked;

    FOR n IN 1 .. cardinality(p_debits) LOOP
        debited := array_position(ids, p_debits[n]);
        credited := array_position(ids, p_credits[n]);
        IF currencies[debited] = currencies[credited] THEN
            free[debited] := free[debited] - p_amounts[n];
            -- An account that has all that its debits take needs none of its credits for them.
            CONTINUE WHEN coalesce(free[debited] >= 0, true);
        END IF;
        SELECT found.* INTO refusal
        FROM ledger_refusal(p_debits, p_credits, p_amounts, p_first, p_lifting) AS found;
        -- A repeat is answered before any refusal: its own first posting may have spent the balance.
        is_repeated := EXISTS (SELECT FROM ledger_journalentry WHERE id = p_entry);
        EXIT WHEN is_repeated OR refusal.outcome IS NULL;
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
        RETURN QUERY
            SELECT refusal.outcome, refusal.account, refusal.balance, refusal.wanted;
        RETURN;
    END LOOP;

    IF NOT is_repeated THEN
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
