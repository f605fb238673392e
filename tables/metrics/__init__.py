"""Metrics of the house as a whole: what its database, Redis and disk say, and its audits."""
