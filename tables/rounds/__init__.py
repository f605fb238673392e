"""A step of a round: its commands and timers, what it reads, decides and records."""
