"""The admin site: base classes, home, live pages, search, shortcuts, access, players, labels."""
