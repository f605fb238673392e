"""Read-only queries without a lock: tables, snapshots, rule sets, rounds, reviews."""
