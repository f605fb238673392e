"""Which code may make chance: signed reports, trusted keys, the gate at the start."""
