"""The messages of the sockets, and how they reach every socket at a table."""
