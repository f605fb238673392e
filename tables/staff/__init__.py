"""Who serves a table, what each may do there, and the notices that are owed."""
