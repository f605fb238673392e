"""Read-only queries without a lock: lobby, archive, review."""
