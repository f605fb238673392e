CREATE OR REPLACE FUNCTION rng_log_checkpoint_is_of_the_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    tree rng_logentry;
    origin text;
    line text[] := string_to_array(NEW.text, E'\n');
BEGIN
    SELECT * INTO STRICT tree FROM rng_logentry WHERE index = NEW.size - 1;
    -- The first entry names the log, and each restoration of the database names it anew.
    SELECT body::jsonb -> 'facts' ->> 'origin' INTO STRICT origin
    FROM rng_logentry
    WHERE subject = 'house' AND kind IN ('keys', 'restored') AND index < NEW.size
    ORDER BY index DESC LIMIT 1;
    IF line[1] IS DISTINCT FROM origin OR line[2] <> NEW.size::text
        OR line[3] <> encode(tree.root, 'base64')
        OR (NEW.size > 1 AND line[4] <> 'previous ' || encode(tree.previous, 'base64'))
    THEN
        RAISE EXCEPTION 'rng_log: not the checkpoint of this tree'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
