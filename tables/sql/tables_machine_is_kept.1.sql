CREATE TRIGGER tables_machineentry_is_kept BEFORE UPDATE OR DELETE
    ON tables_machineentry FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_machinecopy_is_kept BEFORE UPDATE OR DELETE
    ON tables_machinecopy FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_machine_is_kept BEFORE DELETE
    ON tables_machine FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_machinebase_is_kept BEFORE DELETE
    ON tables_machinebase FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();

CREATE FUNCTION tables_machine_keeps_its_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.table_id, OLD.serial) IS DISTINCT FROM (NEW.table_id, NEW.serial)
        OR (OLD.location = 'retired' AND NEW.location <> 'retired') THEN
        RAISE EXCEPTION 'tables: the numbers of machine % are for ever, and so is its end',
            OLD.table_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_machine_keeps_its_numbers BEFORE UPDATE ON tables_machine
    FOR EACH ROW EXECUTE FUNCTION tables_machine_keeps_its_numbers();

CREATE FUNCTION tables_machinebase_keeps_its_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.number <> NEW.number OR (NEW.in_use AND NOT OLD.in_use) THEN
        RAISE EXCEPTION 'tables: the number of base % is for ever, and so is its end', OLD.number
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_machinebase_keeps_its_number BEFORE UPDATE ON tables_machinebase
    FOR EACH ROW EXECUTE FUNCTION tables_machinebase_keeps_its_number();

-- At the end of a transaction the last entry tells the row as it is then.
CREATE FUNCTION tables_machine_has_an_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM tables_machine AS machine CROSS JOIN LATERAL (
            SELECT told FROM tables_machineentry WHERE machine_id = machine.table_id
                ORDER BY number DESC LIMIT 1) AS last
        WHERE machine.table_id = NEW.table_id
            AND told ->> 'location' = location
            AND (told ->> 'base')::integer IS NOT DISTINCT FROM base_id
            AND told ->> 'type' = type
            AND told ->> 'sheet_hash' = sheet_hash
            AND told ->> 'theoretical_return' = theoretical_return
            AND told ->> 'photograph_hash' = photograph_hash;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'tables: no entry of the file tells the change of machine %', NEW.table_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER tables_machine_has_an_entry AFTER INSERT OR UPDATE ON tables_machine
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tables_machine_has_an_entry();

CREATE FUNCTION tables_machinebase_has_an_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM tables_machinebase AS base CROSS JOIN LATERAL (
            SELECT told FROM tables_machineentry WHERE base_id = base.number
                ORDER BY number DESC LIMIT 1) AS last
        WHERE base.number = NEW.number
            AND told ->> 'room' = room AND (told ->> 'in_use')::boolean = in_use;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'tables: no entry of the file tells the change of base %', NEW.number
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER tables_machinebase_has_an_entry
    AFTER INSERT OR UPDATE ON tables_machinebase
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tables_machinebase_has_an_entry();
