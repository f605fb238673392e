-- What a process must know to work with this schema. A migration beside which processes of earlier
-- releases cannot work raises it (ADR 0073).
ALTER TABLE ledger_house ADD COLUMN schema_version integer NOT NULL DEFAULT 1;
