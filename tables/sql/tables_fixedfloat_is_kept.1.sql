CREATE TRIGGER tables_fixedfloat_adds_up BEFORE INSERT
    ON tables_fixedfloat FOR EACH ROW EXECUTE FUNCTION tables_floatcount_adds_up();

CREATE TRIGGER tables_fixedfloat_is_kept BEFORE UPDATE OR DELETE
    ON tables_fixedfloat FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
