"""Django's PostgreSQL backend, with fewer round trips for a transaction; see ADR 0028."""
