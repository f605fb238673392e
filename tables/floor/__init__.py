"""What players and staff do with a table: seats, sessions, duties, levies."""
