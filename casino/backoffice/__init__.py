"""The admin site: base classes, dashboard, access, players, labels, PDF."""
