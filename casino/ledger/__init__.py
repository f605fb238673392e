"""The double-entry ledger: accounts, journal entries, transfers; the only mover of money."""
