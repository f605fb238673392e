"""The cage in the office."""
