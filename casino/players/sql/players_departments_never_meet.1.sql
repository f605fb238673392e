-- Nobody answers to two departments. The person's row is locked first, so that of two groups that
-- are given at once the second sees the first.
CREATE FUNCTION players_departments_never_meet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM players_player WHERE id = NEW.player_id FOR NO KEY UPDATE;
    IF (SELECT count(DISTINCT department.name) FROM players_player_groups AS member
            JOIN players_department AS department ON department.group_id = member.group_id
            WHERE member.player_id = NEW.player_id) > 1 THEN
        RAISE EXCEPTION 'players: % would answer to two departments', NEW.player_id
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'departments_never_meet';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER players_departments_never_meet AFTER INSERT OR UPDATE ON players_player_groups
    FOR EACH ROW EXECUTE FUNCTION players_departments_never_meet();

CREATE FUNCTION players_department_finds_nobody_in_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Nobody joins a group meanwhile.
    LOCK TABLE players_player_groups IN SHARE ROW EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM players_player_groups AS member
            JOIN players_department AS department ON department.group_id = member.group_id
            GROUP BY member.player_id HAVING count(DISTINCT department.name) > 1) THEN
        RAISE EXCEPTION 'players: somebody would answer to two departments'
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'departments_never_meet';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER players_department_finds_nobody_in_two AFTER INSERT OR UPDATE ON players_department
    FOR EACH STATEMENT EXECUTE FUNCTION players_department_finds_nobody_in_two();
