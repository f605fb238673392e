"""Running a table: opening, sessions, series of rules, reshuffles, and the croupier."""
