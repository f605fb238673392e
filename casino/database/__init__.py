"""The PostgreSQL backend in few round trips, database roles, callbacks on commit."""
