-- No two keepings meet in one hand. The holder's row is locked first, so that of two loans at once
-- the second sees the first.
CREATE FUNCTION tables_keys_never_meet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM players_player WHERE id = NEW.holder_id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM tables_keyloan
            WHERE holder_id = NEW.holder_id AND returned_at IS NULL AND keeping <> NEW.keeping) THEN
        RAISE EXCEPTION 'tables: % has a key of another keeping', NEW.holder_id
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'keys_never_meet';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_keys_never_meet BEFORE INSERT ON tables_keyloan
    FOR EACH ROW EXECUTE FUNCTION tables_keys_never_meet();

CREATE FUNCTION tables_keyloan_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.returned_at IS NOT NULL OR NEW.returned_at IS NULL OR NEW.returned_by_id IS NULL
        OR to_jsonb(OLD) - '{returned_at,returned_by_id,remark}'::text[]
            <> to_jsonb(NEW) - '{returned_at,returned_by_id,remark}'::text[] THEN
        RAISE EXCEPTION 'tables: loan % changes once, when the key comes back', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_keyloan_ends_once BEFORE UPDATE ON tables_keyloan
    FOR EACH ROW EXECUTE FUNCTION tables_keyloan_ends_once();
CREATE TRIGGER tables_keyloan_is_kept BEFORE DELETE
    ON tables_keyloan FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_basereceipt_is_kept BEFORE UPDATE OR DELETE
    ON tables_basereceipt FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
