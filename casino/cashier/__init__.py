"""Cash of players: exchange for chips, deposits, withdrawals, providers, reconciliation."""
