"""Revenue in the office."""
