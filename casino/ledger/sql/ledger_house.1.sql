-- Without a model: no flush empties it, and no dumpdata carries it into another database.
CREATE TABLE ledger_house (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO ledger_house DEFAULT VALUES;
