-- Sixains that were received before served banque a tout va alone, whose text wants two (MC-BTV-03).
UPDATE tables_equipmentset SET colours = 2 WHERE kind IN ('sixain', 'huitain');
CREATE TRIGGER tables_equipmentset_keeps_its_colours BEFORE UPDATE OF colours
    ON tables_equipmentset FOR EACH STATEMENT EXECUTE FUNCTION tables_is_append_only();
