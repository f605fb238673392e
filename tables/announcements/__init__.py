"""Written announcements: given by players, answered by the games management."""
