-- How names begin is compared byte by byte, which no index in the order of a language serves.
CREATE INDEX players_username_begins ON players_player (upper(username) text_pattern_ops);
CREATE INDEX players_display_begins ON players_player (upper(display_name) text_pattern_ops);
