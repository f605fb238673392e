"""Gaming machines: files, keys, interventions, reliefs, meters, tickets, hand-pays."""
