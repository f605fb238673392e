-- What was asked of the cage never changes but by one decision; what is being paid, by one end.
CREATE OR REPLACE FUNCTION players_cashrequest_is_decided_once() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    decision CONSTANT text[] :=
        '{state,payment,decided_by_id,decided_at,reason,receipt,told_at}';
    ending CONSTANT text[] := '{state,tried_at,receipt,told_at}';
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.state = 'asked' AND NEW.state <> 'failed'
       AND to_jsonb(OLD) - decision = to_jsonb(NEW) - decision THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.state = 'paying' AND NEW.state IN ('paying', 'approved', 'failed')
       AND to_jsonb(OLD) - ending = to_jsonb(NEW) - ending THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'players: % of % is refused; what was decided stays', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
