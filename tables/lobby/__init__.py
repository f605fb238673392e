"""The list of tables, as lobby and API show it."""
