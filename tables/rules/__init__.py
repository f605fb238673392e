"""The rule sets of the house, and what their bets cost."""
