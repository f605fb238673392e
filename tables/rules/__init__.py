"""Rule sets: books, options, what their bets cost, and their pages in the office."""
