"""The list of tables, as lobby and API show it, and a table of the past."""
