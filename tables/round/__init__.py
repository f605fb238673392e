"""What happens in a round: one step after another, under the lock of its table."""
