"""A round as it stands, and the frames that are made of it."""
