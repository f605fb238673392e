"""The double-entry ledger: the only code that moves money."""
