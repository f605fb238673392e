"""What is said at a table, moderation, and bulletins."""
