"""Gaming equipment in the office."""
