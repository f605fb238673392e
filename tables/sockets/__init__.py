"""The WebSockets of a table and of the office’s live pages: who is let in, who carries out what."""
