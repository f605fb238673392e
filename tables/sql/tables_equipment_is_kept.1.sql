CREATE TRIGGER tables_equipmentregister_is_kept BEFORE UPDATE OR DELETE
    ON tables_equipmentregister FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_equipmententry_is_kept BEFORE UPDATE OR DELETE
    ON tables_equipmententry FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_equipmentendorsement_is_kept BEFORE UPDATE OR DELETE
    ON tables_equipmentendorsement FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_equipmentset_is_kept BEFORE DELETE
    ON tables_equipmentset FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
CREATE TRIGGER tables_equipmentset_keeps_its_number
    BEFORE UPDATE OF register_id, kind, serial, purchase_order
    ON tables_equipmentset FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
