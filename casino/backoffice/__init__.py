"""The admin site: base classes, dashboard, search, pinned lists, access, players, labels, PDF."""
