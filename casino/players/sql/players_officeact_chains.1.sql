CREATE FUNCTION players_officeact_digest(act players_officeact) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(jsonb_build_array(
        act.previous, act.id, act.person_id, (extract(epoch FROM act.at) * 1000000)::bigint,
        act.address, act.what, act.said
    )::text, 'UTF8')), 'hex')
$$;

-- Numbered under the lock: a number that was drawn before it could come before its predecessor's.
CREATE FUNCTION players_officeact_chains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('players_officeact'));
    NEW.id := nextval(pg_get_serial_sequence('players_officeact', 'id'));
    NEW.previous := coalesce(
        (SELECT digest FROM players_officeact ORDER BY id DESC LIMIT 1), repeat('0', 64)
    );
    NEW.digest := players_officeact_digest(NEW);
    RETURN NEW;
END $$;

CREATE TRIGGER players_officeact_chains BEFORE INSERT ON players_officeact
    FOR EACH ROW EXECUTE FUNCTION players_officeact_chains();
CREATE TRIGGER players_officeact_is_kept BEFORE UPDATE OR DELETE ON players_officeact
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
CREATE TRIGGER players_officeanswer_is_kept BEFORE UPDATE OR DELETE ON players_officeanswer
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();
