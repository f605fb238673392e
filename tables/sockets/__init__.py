"""The WebSocket of a table: admission, session, and which service carries out a command."""
