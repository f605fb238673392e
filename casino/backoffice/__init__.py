"""The admin site: base classes, dashboard, search, access, players, labels, PDF."""
