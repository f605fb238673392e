"""Limits, breaks, exclusions, and the profile of a jurisdiction."""
