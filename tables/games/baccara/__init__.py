"""What the games of baccara share: points and drawing tables, hands, seats, stakes, examples."""
