-- Every command updates its table's row; room on the page lets it do so without touching an index.
ALTER TABLE tables_table SET (fillfactor = 50);

-- The croupier reads the refusals of the last minutes; a command that is carried out pays nothing.
CREATE INDEX tables_receipt_refused ON tables_receipt (at) WHERE code <> '';

-- Not valid for the rows of houses that paid before the statement was kept: they stay.
ALTER TABLE tables_claimpayment ADD CONSTRAINT payment_after_footage
    CHECK (by_id IS NULL OR footage_seen) NOT VALID;
