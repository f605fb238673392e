-- Every deal updates its shoe's row; room on the page lets it do so without touching an index.
ALTER TABLE rng_shoe SET (fillfactor = 50);

-- Sealed bytes and hashes do not compress, and uncompressed ones are read card by card.
ALTER TABLE rng_shoe ALTER COLUMN sealed_order SET STORAGE EXTERNAL;
ALTER TABLE rng_shoe ALTER COLUMN leaves SET STORAGE EXTERNAL;

ALTER TABLE rng_draw ADD CONSTRAINT draw_a_value_for_each_side
    CHECK (jsonb_array_length("values") = jsonb_array_length(sides));
