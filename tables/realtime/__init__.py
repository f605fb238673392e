"""How frames reach browsers: publishing, channel layer, hub, deltas, connections."""
