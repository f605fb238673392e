"""What landed and was played stays good: migrations, databases, events and bundles of releases."""
