-- What was won stays, and what the cage has issued; a payment is undone only with its round, before.
CREATE FUNCTION tables_handpay_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paying text[] := '{means,paid_round_id,paid_by_id,paid_at,annulled_at}';
    issuing text[] := '{reference,issued_by_id,issued_at,issue_reason}';
BEGIN
    IF to_jsonb(OLD) - paying - issuing <> to_jsonb(NEW) - paying - issuing
        OR (OLD.issued_at IS NOT NULL AND to_jsonb(OLD) <> to_jsonb(NEW))
        OR (OLD.annulled_at IS NOT NULL AND to_jsonb(OLD) <> to_jsonb(NEW)) THEN
        RAISE EXCEPTION 'tables: hand-pay % is written once', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_handpay_goes_forward BEFORE UPDATE ON tables_handpay
    FOR EACH ROW EXECUTE FUNCTION tables_handpay_goes_forward();
CREATE TRIGGER tables_handpay_is_kept BEFORE DELETE
    ON tables_handpay FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
