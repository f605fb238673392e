"""Rule sets in the office."""
