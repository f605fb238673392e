"""Age and identity of players: what they declare, and what was verified."""
