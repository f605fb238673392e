"""Where chips lie: accounts, postings, pots, tickets, hand-pays."""
