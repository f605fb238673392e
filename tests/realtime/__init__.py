"""The channel layer, by Channels' specification and by what frames need of it."""
