"""The admin site: base classes, dashboard, live pages, search, pins, access, players, labels."""
