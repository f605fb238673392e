CREATE FUNCTION tables_pieces_worth(pieces jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(sum((piece ->> 0)::bigint * (piece ->> 1)::bigint), 0)::bigint
    FROM jsonb_array_elements(pieces) AS piece
$$;

CREATE FUNCTION tables_voucher_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.amount <= 0 OR tables_pieces_worth(NEW.pieces) <> NEW.amount
        OR (NEW.by_id IS NULL AND NEW.kind NOT IN ('fill', 'supply'))
        OR (NEW.kind = 'exchange' AND tables_pieces_worth(NEW.given) <> NEW.amount)
        OR (NEW.kind = 'supply' AND tables_pieces_worth(NEW.given) > NEW.amount)
        OR (NEW.kind NOT IN ('exchange', 'supply') AND tables_pieces_worth(NEW.given) <> 0)
    THEN
        RAISE EXCEPTION 'tables: the pieces of voucher % do not come to its amount', NEW.id
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.number <> 1 + (
        SELECT coalesce(max(number), 0) FROM tables_voucher
        WHERE table_id = NEW.table_id AND day = NEW.day
    ) THEN
        RAISE EXCEPTION 'tables: voucher % leaves a gap before number %', NEW.id, NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_voucher_adds_up BEFORE INSERT
    ON tables_voucher FOR EACH ROW EXECUTE FUNCTION tables_voucher_adds_up();

-- Whoever wrote a voucher may end it, and the inspector who has signed may count the chips.
CREATE FUNCTION tables_voucher_has_many_eyes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.step <> 'declined' AND (
        EXISTS (SELECT FROM tables_voucher WHERE id = NEW.voucher_id AND by_id = NEW.by_id)
        OR EXISTS (
            SELECT FROM tables_vouchersignature
            WHERE voucher_id = NEW.voucher_id AND by_id = NEW.by_id
                AND NOT (step = 'inspector' AND NEW.step = 'receipt')
        )
    ) THEN
        RAISE EXCEPTION 'tables: the signatures of voucher % are of one person', NEW.voucher_id
            USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (
        SELECT FROM tables_vouchersignature
        WHERE voucher_id = NEW.voucher_id
            AND (step = 'declined' OR (step = 'cashier' AND NEW.step = 'declined'))
    ) THEN
        RAISE EXCEPTION 'tables: voucher % is over', NEW.voucher_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_voucher_has_many_eyes BEFORE INSERT
    ON tables_vouchersignature FOR EACH ROW EXECUTE FUNCTION tables_voucher_has_many_eyes();

CREATE TRIGGER tables_voucher_is_kept BEFORE UPDATE OR DELETE
    ON tables_voucher FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_vouchersignature_is_kept BEFORE UPDATE OR DELETE
    ON tables_vouchersignature FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
