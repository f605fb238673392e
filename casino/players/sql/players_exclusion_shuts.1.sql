-- Who is excluded is shut out till then, whatever is saved of him meanwhile: an exclusion ends by
-- itself, or is followed by a longer one.
CREATE FUNCTION players_exclusion_shuts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_player SET shut_until = greatest(shut_until, NEW.until) WHERE id = NEW.player_id;
    RETURN NULL;
END $$;

CREATE TRIGGER players_exclusion_shuts AFTER INSERT ON players_exclusion
    FOR EACH ROW EXECUTE FUNCTION players_exclusion_shuts();

CREATE TRIGGER players_exclusion_is_kept BEFORE UPDATE OR DELETE ON players_exclusion
    FOR EACH STATEMENT EXECUTE FUNCTION players_is_append_only();

CREATE FUNCTION players_stays_shut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.shut_until := greatest(OLD.shut_until, NEW.shut_until);
    RETURN NEW;
END $$;

CREATE TRIGGER players_stays_shut BEFORE UPDATE ON players_player
    FOR EACH ROW WHEN (OLD.shut_until IS NOT NULL) EXECUTE FUNCTION players_stays_shut();
