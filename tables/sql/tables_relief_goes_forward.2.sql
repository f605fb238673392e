-- Begun, attended, exchanged, closed: what is written stays, and is written once.
CREATE OR REPLACE FUNCTION tables_relief_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    open_ text[] := '{}';
BEGIN
    IF OLD.attended_at IS NULL AND OLD.exchanged_at IS NULL THEN
        open_ := open_ || '{attended_by_id,attended_at}'::text[];
    END IF;
    IF OLD.exchanged_at IS NULL THEN
        open_ := open_ || '{exchanged_by_id,exchanged_at,meters,amount,told,coins}'::text[];
    END IF;
    IF OLD.closed_at IS NULL THEN open_ := open_ || '{closed_at}'::text[]; END IF;
    IF to_jsonb(OLD) - open_ <> to_jsonb(NEW) - open_ THEN
        RAISE EXCEPTION 'tables: relief % is written once', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
