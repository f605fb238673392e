-- What was paid before: where a number was used twice, it proves the first request.
INSERT INTO players_counterreceipt (number, request_id)
SELECT DISTINCT ON (lower(btrim(receipt))) lower(btrim(receipt)), id
  FROM players_cashrequest
 WHERE means = 'cashier' AND btrim(receipt) <> ''
 ORDER BY lower(btrim(receipt)), id;

CREATE TRIGGER players_counterreceipt_is_kept BEFORE UPDATE OR DELETE ON players_counterreceipt
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
CREATE TRIGGER players_cashproposal_is_kept BEFORE UPDATE OR DELETE ON players_cashproposal
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
