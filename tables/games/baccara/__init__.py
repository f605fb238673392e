"""What the games of baccara share: points and drawing tables, and who sits where."""
