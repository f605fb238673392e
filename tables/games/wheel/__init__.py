"""What the games with a wheel or a ball have in common: layouts, stakes, announced bets."""
