"""Claims to jackpots, and what their pots show."""
