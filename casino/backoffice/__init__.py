"""The admin site: base classes, dashboard, search, pins, access, players, labels."""
