"""Gaming machines in the office."""
