CREATE FUNCTION rng_log_number_and_hash() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
    level integer := 0;
    low integer;
    rest bigint;
    sibling bytea;
    hashed bytea;
BEGIN
    -- The log's own lock, until the transaction ends: numbers have no gap, trees no second child.
    PERFORM pg_advisory_xact_lock(6962);
    SELECT coalesce(max(index) + 1, 0) INTO n FROM rng_logentry;
    IF NEW.index IS NOT NULL AND NEW.index <> n THEN
        RAISE EXCEPTION 'rng_log: the next entry is %', n
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF (n = 0) <> (NEW.kind = 'keys') THEN
        RAISE EXCEPTION 'rng_log: the log begins with the house''s keys, once'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    NEW.index := n;
    NEW.recorded_at := clock_timestamp();
    hashed := sha256('\x00'::bytea || convert_to(NEW.body, 'UTF8'));
    NEW.nodes := hashed;
    -- RFC 6962, 2.1: each subtree that this leaf completes, from the leaf up.
    WHILE (n >> level) & 1 = 1 LOOP
        SELECT substring(nodes FROM level * 32 + 1 FOR 32) INTO STRICT sibling
        FROM rng_logentry WHERE index = ((n >> level) << level) - 1;
        hashed := sha256('\x01'::bytea || sibling || hashed);
        NEW.nodes := NEW.nodes || hashed;
        level := level + 1;
    END LOOP;
    -- Then the perfect subtrees on the left, from the smallest to the largest.
    rest := (n >> level) << level;
    low := level;
    WHILE rest > 0 LOOP
        WHILE (rest >> low) & 1 = 0 LOOP
            low := low + 1;
        END LOOP;
        SELECT substring(nodes FROM low * 32 + 1 FOR 32) INTO STRICT sibling
        FROM rng_logentry WHERE index = rest - 1;
        hashed := sha256('\x01'::bytea || sibling || hashed);
        rest := rest - (1::bigint << low);
    END LOOP;
    NEW.root := hashed;
    IF n = 0 THEN
        NEW.previous := ''::bytea;
        NEW.signer := NEW.body::jsonb -> 'facts' -> 'keys' ->> 'log';
    ELSE
        SELECT sha256(convert_to(text, 'UTF8')) INTO STRICT NEW.previous
        FROM rng_checkpoint WHERE size = n;
        IF NEW.kind = 'rotation' AND NEW.body::jsonb -> 'facts' ->> 'use' = 'log' THEN
            NEW.signer := NEW.body::jsonb -> 'facts' ->> 'new';
        ELSE
            SELECT signer INTO STRICT NEW.signer FROM rng_logentry WHERE index = n - 1;
        END IF;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rng_log_number_and_hash BEFORE INSERT ON rng_logentry
    FOR EACH ROW EXECUTE FUNCTION rng_log_number_and_hash();
