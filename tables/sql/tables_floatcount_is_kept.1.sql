CREATE FUNCTION tables_floatcount_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tables_pieces_worth(NEW.pieces) <> NEW.amount THEN
        RAISE EXCEPTION 'tables: the pieces of count % do not come to its amount', NEW.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_floatcount_adds_up BEFORE INSERT
    ON tables_floatcount FOR EACH ROW EXECUTE FUNCTION tables_floatcount_adds_up();

CREATE TRIGGER tables_floatcount_is_kept BEFORE UPDATE OR DELETE
    ON tables_floatcount FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_floatsignature_is_kept BEFORE UPDATE OR DELETE
    ON tables_floatsignature FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
