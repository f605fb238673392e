"""The generator: standard library only, no configuration, every number in `constants`."""
