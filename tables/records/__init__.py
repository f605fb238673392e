"""What the database keeps of a table, read and written under its lock."""
